// Tests sending, reading, refusing and withdrawing requests for exemptions through the API.
import assert from 'node:assert/strict';
import { archiveOf } from '../../../../test/support/archive.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import {
  created,
  creating,
  evaluated,
  evaluatedIn,
  harmless,
  newOpaPolicy,
  opaSet,
} from '../../../../test/support/evaluations.ts';
import { asking, newStopped, requestsPath } from '../../../../test/support/exemption-requests.ts';
import { giveAccess } from '../../../../test/support/grants.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { newPolicySet } from '../../../../test/support/policies.ts';
import { sendSetVersion } from '../../../../test/support/policy-versions.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';

const day = 86_400_000;
const logs = 'aws_s3_bucket.logs';

type Client = Pick<Home, 'client'>;

const idsIn = ({ body }: { readonly body: { readonly data: readonly { readonly id: string }[] } }) =>
  body.data.map(({ id }) => id);

onEachEngine('A person whose plan was stopped by a policy can request an exemption', async (world) => {
  const { home, policy, workspace, member, evaluation } = await newStopped(world);
  const end = new Date(world.context.clock.now() + 10 * day).toISOString();

  const sent = await asking(member, evaluation, policy, { 'resource-address': logs, 'expires-at': end });

  const { id, attributes, relationships, links } = sent.body.data;
  assert.equal(sent.status, 201);
  const { permissions, 'open-until': openUntil, 'created-at': at, ...rest } = attributes;
  assert.equal(Date.parse(openUntil) - Date.parse(at), 30 * day);
  assert.deepEqual(permissions, { 'can-grant': false, 'can-refuse': false, 'can-withdraw': true });
  assert.deepEqual(rest, {
    'resource-address': logs,
    reason: 'Until the migration',
    'expires-at': end,
    'decided-at': null,
    status: 'open',
    'policy-name': 'buckets',
    comment: null,
    'requested-by': { kind: 'user', id: member.user.id, username: member.user.username, name: member.user.username },
    'decided-by': null,
  });
  assert.deepEqual(
    Object.entries(relationships).map(([name, related]) => [name, Object(related).data?.id ?? null]),
    [
      ['organization', home.name],
      ['policy', policy],
      ['policy-set', null],
      ['workspace', workspace],
      ['policy-evaluation', evaluation],
      ['policy-exemption', null],
    ],
  );
  assert.equal(links.self, `/api/v2/policy-exemption-requests/${id}`);
  assert.deepEqual((await member.client.get(`/policy-exemption-requests/${id}`)).body.data, sent.body.data);
  const [record] = await auditOf(world, id);
  assert.equal(record?.action, 'policy-exemption-request.create');
});

onEachEngine('The same request is not sent twice', async (world) => {
  const { home, policy, member, evaluation } = await newStopped(world);
  const other = await newMember(world, home, await newTeam(world, home, ['read-workspaces']));
  const first = await asking(member, evaluation, policy, { 'resource-address': logs });

  const again = await asking(member, evaluation, policy, { 'resource-address': logs, reason: 'Another reason' });
  const wider = await asking(member, evaluation, policy);
  const ofOther = await asking(other, evaluation, policy, { 'resource-address': logs });
  world.advance(30 * day);
  const afterwards = await asking(member, evaluation, policy, { 'resource-address': logs });

  assert.deepEqual(
    [first, again, wider, ofOther, afterwards].map(({ status }) => status),
    [201, 200, 201, 201, 201],
  );
  assert.deepEqual(again.body.data, first.body.data);
  assert.equal(new Set([first, wider, ofOther, afterwards].map(({ body }) => body.data.id)).size, 4);
});

onEachEngine('A request must be about a finding in a finished evaluation of a workspace', async (world) => {
  const { home, policy, member, evaluation, workspace } = await newStopped(world);
  const passing = await newOpaPolicy(home, 'passing', { source: 'package buckets\n\ndeny := []\n' });
  const source = 'package buckets\n\ndeny := [{"address": "the bucket"}]\n';
  const odd = await newOpaPolicy(home, 'odd', { source });
  await opaSet(home, 'second', [passing, odd], { global: true });
  const path = `/organizations/${home.name}/evaluations`;
  const document = documentOf('policy-evaluations', { 'workspace-name': 'shop' });
  const waiting = await created({ by: member, path, document });
  const nowhere = await evaluated({ world, by: member, path }, creating);
  const passed = await evaluated({ world, by: member, path, document }, harmless);
  const late = await evaluated({ world, by: member, path, document }, creating);
  const past = new Date(world.context.clock.now()).toISOString();

  const refused = [
    await asking(member, waiting.id, policy),
    await asking(member, nowhere.id, policy),
    await asking(member, passed.id, policy),
    await asking(member, late.id, passing),
    await asking(member, evaluation, 'pol-unknown'),
    await asking(member, evaluation, policy, { 'resource-address': 'aws_s3_bucket.other' }),
    await asking(member, late.id, odd, { 'resource-address': 'the bucket' }),
    await asking(member, evaluation, policy, { 'expires-at': past }),
    await asking(member, evaluation, policy, { reason: '' }),
  ];
  await home.client.delete(`/policies/${policy}`);
  const ofDeleted = await asking(member, evaluation, policy);
  await home.client.delete(`/workspaces/${workspace}`);
  const withoutWorkspace = await asking(member, evaluation, policy);

  const all = [...refused, ofDeleted, withoutWorkspace];
  assert.deepEqual([...new Set(all.map(({ status }) => status))], [422]);
  assert.deepEqual(all.map(pointers), [
    [''],
    [''],
    ['/data/attributes/policy-id'],
    ['/data/attributes/policy-id'],
    ['/data/attributes/policy-id'],
    ['/data/attributes/resource-address'],
    ['/data/attributes/resource-address'],
    ['/data/attributes/expires-at'],
    ['/data/attributes/reason'],
    ['/data/attributes/policy-id'],
    [''],
  ]);
  const [ofWaiting = '', ofNowhere = ''] = refused.flatMap(details);
  assert.match(ofWaiting, /^The evaluation is pending: /);
  assert.match(ofNowhere, /^The evaluation has no workspace /);
});

onEachEngine(
  'An exemption from a policy of an uploaded folder is requested by the name of the policy',
  async (world) => {
    const home = await world.home();
    const set = await newPolicySet(home, 'pushed', { kind: 'opa', global: true });
    const folder = (name: string) =>
      archiveOf({
        'policies.yaml': `policies:\n  - name: ${name}\n    query: data.p.deny\n    enforcement-level: mandatory\n`,
        [`${name}.rego`]: 'package p\n\ndeny := ["aws_s3_bucket.logs is public"]\n',
      });
    assert.equal((await sendSetVersion(world, home, set, folder('here'))).sent.status, 200);
    const workspace = await newWorkspace(home, 'shop');
    const { id, outcomes } = await evaluatedIn(world, home, workspace, creating);
    const policy = outcomes[0].attributes.outcomes[0].policy_id;

    const sent = await asking(home, id, policy, { 'resource-address': logs });
    await sendSetVersion(world, home, set, folder('renamed'));
    const afterwards = await asking(home, id, policy);

    assert.deepEqual([sent.status, afterwards.status], [201, 422]);
    const { attributes, relationships } = sent.body.data;
    assert.deepEqual(
      [attributes['policy-name'], relationships.policy.data, relationships['policy-set'].data.id],
      ['here', null, set],
    );
  },
);

onEachEngine('Readers of the evaluation see an open request, but neither its texts nor who sent it', async (world) => {
  const { home, policy, workspace, member, evaluation } = await newStopped(world);
  const { id } = (await asking(member, evaluation, policy)).body.data;
  const overrider = await newMember(world, home, await newTeam(world, home, ['manage-policy-overrides']));
  const reader = await newMember(world, home, await newTeam(world, home, ['read-workspaces']));
  const team = await newTeam(world, home, []);
  await giveAccess(home.client, { team, workspace }, 'read');
  const inPlace = await newMember(world, home, team);
  const stranger = await newMember(world, home);
  const self = `/policy-exemption-requests/${id}`;
  const paths = [self, requestsPath(evaluation), `/organizations/${home.name}/policy-exemption-requests`];
  const seenBy = async ({ client }: Client) => {
    const [alone, ofEvaluation, ofOrganization] = [
      await client.get(paths[0] ?? ''),
      await client.get(paths[1] ?? ''),
      await client.get(paths[2] ?? ''),
    ];
    const shown = [alone.body.data, ofEvaluation.body.data?.[0]].map((each) => [
      each?.attributes.status,
      each?.attributes.reason,
      each?.attributes['requested-by']?.username,
    ]);
    return [alone.status, ofEvaluation.status, idsIn(ofOrganization).length, ...shown];
  };

  const known = ['open', 'Until the migration', member.user.username];
  const hidden = ['open', null, undefined];
  const nothing = [undefined, undefined, undefined];
  assert.deepEqual(await seenBy(member), [200, 200, 1, known, known]);
  assert.deepEqual(await seenBy(overrider), [200, 200, 1, known, known]);
  assert.deepEqual(await seenBy(reader), [200, 200, 0, hidden, hidden]);
  assert.deepEqual(await seenBy(inPlace), [200, 200, 0, hidden, hidden]);
  assert.deepEqual(await seenBy(stranger), [404, 404, 0, nothing, nothing]);
  assert.equal((await asking(stranger, evaluation, policy)).status, 404);
});

onEachEngine('Naming a workspace in an evaluation does not show the requests of other people', async (world) => {
  const { home, policy, member, evaluation } = await newStopped(world);
  await asking(member, evaluation, policy);
  const spy = await newMember(world, home);
  const path = `/organizations/${home.name}/evaluations`;
  const document = documentOf('policy-evaluations', { 'workspace-name': 'shop' });
  const { id } = await evaluated({ world, by: spy, path, document }, creating);

  const before = await spy.client.get(requestsPath(id));
  const own = await asking(spy, id, policy);
  const afterwards = await spy.client.get(requestsPath(id));
  const byOwner = await home.client.get(requestsPath(id));

  assert.deepEqual([idsIn(before), idsIn(afterwards)], [[], [own.body.data.id]]);
  assert.equal(idsIn(byOwner).length, 2);
});

onEachEngine('Requests are listed by status and workspace', async (world) => {
  const { home, policy, workspace, member, evaluation } = await newStopped(world);
  const other = await newWorkspace(home, 'other');
  const elsewhere = await evaluatedIn(world, home, other, creating);
  const [open, refused, later] = [
    (await asking(member, evaluation, policy)).body.data.id,
    (await asking(member, evaluation, policy, { 'resource-address': logs })).body.data.id,
    (await asking(home, elsewhere.id, policy)).body.data.id,
  ];
  const comment = documentOf('policy-exemption-requests', { comment: 'Set the bucket to private' });
  await home.client.post(`/policy-exemption-requests/${refused}/actions/refuse`, comment);
  const list = `/organizations/${home.name}/policy-exemption-requests`;
  const listed = async (query: string, { client }: Client = home) =>
    new Set(idsIn(await client.get(`${list}?${query}`)));

  assert.deepEqual(await listed(''), new Set([open, refused, later]));
  assert.deepEqual(await listed('', member), new Set([open, refused]));
  assert.deepEqual(await listed('filter[status]=open'), new Set([open, later]));
  assert.deepEqual(await listed('filter[status]=refused', member), new Set([refused]));
  assert.deepEqual(await listed('filter[status]=granted'), new Set());
  assert.deepEqual(await listed(`filter[workspace]=${workspace}`), new Set([open, refused]));
  assert.deepEqual(await listed(`filter[workspace]=${other}`, member), new Set());
  assert.deepEqual(idsIn(await home.client.get(requestsPath(evaluation))), [open]);
  world.advance(30 * day);
  assert.deepEqual(await listed('filter[status]=open'), new Set());
  assert.deepEqual(await listed('filter[status]=expired'), new Set([open, later]));
  assert.deepEqual(idsIn(await home.client.get(requestsPath(evaluation))), []);
});

onEachEngine('A request is refused with a comment, and only once', async (world) => {
  const { home, policy, member, evaluation } = await newStopped(world);
  const overrider = await newMember(world, home, await newTeam(world, home, ['manage-policy-overrides']));
  const { id } = (await asking(member, evaluation, policy)).body.data;
  const self = `/policy-exemption-requests/${id}`;
  const refusing = ({ client }: Client, comment: string) =>
    client.post(`${self}/actions/refuse`, documentOf('policy-exemption-requests', { comment }));

  const [byRequester, without] = [await refusing(member, 'no'), await refusing(overrider, '')];
  const refused = await refusing(overrider, 'Set the bucket to private');
  const again = await refusing(overrider, 'no');
  const withdrawn = await member.client.delete(self);
  const shown = await member.client.get(self);

  assert.deepEqual(
    [byRequester, without, refused, again, withdrawn].map(({ status }) => status),
    [404, 422, 200, 422, 422],
  );
  const { status, comment, permissions, 'decided-by': by, 'decided-at': at } = shown.body.data.attributes;
  assert.deepEqual([status, comment, by.username], ['refused', 'Set the bucket to private', overrider.user.username]);
  assert.ok(Date.parse(at) <= world.context.clock.now());
  assert.deepEqual(permissions, { 'can-grant': false, 'can-refuse': false, 'can-withdraw': false });
  const records = await auditOf(world, id);
  assert.deepEqual(
    records.map(({ action }) => action),
    ['policy-exemption-request.create', 'policy-exemption-request.refuse'],
  );
});

onEachEngine('Only the requester withdraws a request', async (world) => {
  const { home, policy, member, evaluation } = await newStopped(world);
  const { id } = (await asking(member, evaluation, policy)).body.data;
  const self = `/policy-exemption-requests/${id}`;

  const byOwner = await home.client.delete(self);
  const withdrawn = await member.client.delete(self);
  const again = await member.client.delete(self);

  assert.deepEqual([byOwner.status, withdrawn.status, again.status], [404, 204, 404]);
  assert.deepEqual(
    (await auditOf(world, id)).map(({ action }) => action),
    ['policy-exemption-request.create', 'policy-exemption-request.delete'],
  );
});

onEachEngine('Readers of a request who may not read policies do not get the policy with the request', async (world) => {
  const { home, member, evaluation, policy } = await newStopped(world);
  const { id } = (await asking(member, evaluation, policy)).body.data;
  const list = `/organizations/${home.name}/policy-exemption-requests`;
  const paths = [`/policy-exemption-requests/${id}`, requestsPath(evaluation), list];

  const answers = await Promise.all(
    paths.flatMap((path) =>
      ['', '?include=policy', '?include=policy-set'].map((query) => member.client.get(`${path}${query}`)),
    ),
  );

  assert.equal((await member.client.get(`/policies/${policy}`)).status, 404);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 400, 400, 200, 400, 400, 200, 400, 400],
  );
  for (const { bytes } of answers) assert.doesNotMatch(bytes.toString(), /data\.buckets\.deny/);
});
