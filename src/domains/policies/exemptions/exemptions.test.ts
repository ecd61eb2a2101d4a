// Tests exemptions through the API, and their effect on evaluations.
import assert from 'node:assert/strict';
import { archiveOf } from '../../../../test/support/archive.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import {
  creating,
  evaluated,
  evaluationIn,
  inWorkspace,
  newOpaPolicy,
  opaSet,
  pathOf,
} from '../../../../test/support/evaluations.ts';
import { setMaximums } from '../../../../test/support/maximum-durations.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { sendSetVersion } from '../../../../test/support/policy-versions.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { insertExemption } from './store.ts';

const hour = 3_600_000;
const logs = 'aws_s3_bucket.logs';

const exemption = (attributes: object = {}, relationships: object = {}) =>
  documentOf(
    'policy-exemptions',
    { reason: 'Until the migration', owner: 'network', 'expires-at': null, ...attributes },
    relationships,
  );

/** Creates an exemption and returns its identifier. */
const granted = async ({ client }: Pick<Home, 'client'>, policy: string, document: object): Promise<string> => {
  const { status, body } = await client.post(`/policies/${policy}/exemptions`, document);
  assert.equal(status, 201, JSON.stringify(body));
  return String(body.data.id);
};

/** Creates a user who is a member of a team with the given permission. */
const withPermission = async (world: World, home: Home, permission: 'manage-policies' | 'manage-policy-overrides') =>
  newMember(world, home, await newTeam(world, home, [permission]));

onEachEngine('An exempt workspace is evaluated and shown, but its plans are not blocked', async (world) => {
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets');
  const path = `/policy-sets/${await opaSet(home, 'baseline', [policy], { overridable: true })}/evaluations`;
  const [exempt, other] = [await newWorkspace(home, 'exempt'), await newWorkspace(home, 'other')];
  const overrider = await withPermission(world, home, 'manage-policy-overrides');
  const end = new Date(world.context.clock.now() + hour).toISOString();
  const id = await granted(overrider, policy, exemption({ 'expires-at': end }, inWorkspace(exempt)));
  const statusIn = (workspace: string) =>
    evaluated({ world, by: home, path, document: evaluationIn(workspace) }, creating);

  const inside = await statusIn(exempt);
  const outside = await statusIn(other);
  world.advance(hour);
  const afterwards = await statusIn(exempt);
  const expired = await home.client.get(`/policy-exemptions/${id}`);

  assert.deepEqual(
    [inside.attributes.status, outside.attributes.status, afterwards.attributes.status],
    ['passed', 'failed', 'failed'],
  );
  const [outcome] = inside.outcomes[0].attributes.outcomes;
  assert.deepEqual([outcome.status, outcome.exempt, outcome.output], ['failed', true, [`${logs} is public`]]);
  assert.deepEqual(outcome.exemptions, [
    {
      id,
      links: { self: `/api/v2/policy-exemptions/${id}` },
      resource_address: null,
      reason: 'Until the migration',
      owner: 'network',
      expires_at: end,
    },
  ]);
  assert.deepEqual(
    [inside.attributes['result-count'].exempted, inside.attributes['result-count']['mandatory-failed']],
    [1, 0],
  );
  assert.deepEqual(inside.attributes.notices, [
    `Exempt from the policy buckets (policy set baseline): all findings, until ${end} (exemption ${id}).`,
  ]);
  assert.deepEqual([outside.attributes.notices, afterwards.attributes.notices], [[], []]);
  assert.equal(expired.body.data.attributes.status, 'expired');
});

onEachEngine('An exempt resource is removed from the output, and all other findings are kept', async (world) => {
  const home = await world.home();
  const source =
    'package p\n\ndeny contains "aws_s3_bucket.logs is public"\n\ndeny contains {"address": "aws_s3_bucket.logs", "why": "no owner"}\n\ndeny contains "aws_s3_bucket.evil has the tag aws_s3_bucket.logs"\n';
  const only = 'package p\n\ndeny contains "aws_s3_bucket.logs is public"\n';
  const [several, one] = [
    await newOpaPolicy(home, 'several', { source, rule: 'data.p.deny' }),
    await newOpaPolicy(home, 'one', { source: only, rule: 'data.p.deny' }),
  ];
  const path = `/policy-sets/${await opaSet(home, 'baseline', [several, one], { overridable: true })}/evaluations`;
  for (const policy of [several, one]) await granted(home, policy, exemption({ 'resource-address': logs }));
  await granted(home, one, exemption({ 'resource-address': 'aws_s3_bucket.unused' }));

  const { attributes, outcomes } = await evaluated({ world, by: home, path }, creating);

  const [all, some] = outcomes[0].attributes.outcomes;
  assert.deepEqual([all.exempt, all.output, all.output_count, all.exemptions.length], [true, [], 0, 1]);
  assert.deepEqual(
    [some.exempt, some.output, some.output_count, some.exempted_output.length],
    [false, ['aws_s3_bucket.evil has the tag aws_s3_bucket.logs'], 1, 2],
  );
  assert.equal(attributes.status, 'failed');
  assert.deepEqual([attributes['result-count']['mandatory-failed'], attributes['result-count'].exempted], [1, 1]);
  const [used] = some.exemptions;
  assert.deepEqual(used.links, { self: `/api/v2/policy-exemptions/${used.id}` });
  assert.deepEqual([all.message, some.message], ['', 'aws_s3_bucket.evil has the tag aws_s3_bucket.logs']);
  assert.equal(attributes.notices.length, 2);
});

onEachEngine('Where overrides are not permitted, only exemptions by users who manage policies apply', async (world) => {
  const home = await world.home();
  const policy = await newPolicy(home, 'hard', { 'enforcement-level': 'hard-mandatory' });
  const path = `/policy-sets/${await newPolicySet(home, 'baseline', {}, [policy])}/evaluations`;
  const workspace = await newWorkspace(home, 'shop');
  const document = evaluationIn(workspace);
  const overrider = await withPermission(world, home, 'manage-policy-overrides');
  const refusedId = await granted(overrider, policy, exemption({}, inWorkspace(workspace)));

  const refused = await evaluated({ world, by: home, path, document }, creating);
  const id = await granted(home, policy, exemption({}, inWorkspace(workspace)));
  const counted = await evaluated({ world, by: home, path, document }, creating);
  const prolonged = await overrider.client.patch(
    `/policy-exemptions/${id}`,
    documentOf('policy-exemptions', { 'expires-at': new Date(world.context.clock.now() + hour).toISOString() }),
  );
  const renamed = await overrider.client.patch(
    `/policy-exemptions/${id}`,
    documentOf('policy-exemptions', { owner: 'it' }),
  );

  assert.equal(refused.attributes.status, 'unreachable');
  assert.match(
    refused.attributes.notices[0],
    new RegExp(`^The exemption ${refusedId} does not apply to the policy hard `),
  );
  assert.deepEqual(
    [counted.attributes.status, counted.outcomes[0].attributes.outcomes[0].exemptions[0].id],
    ['passed', id],
  );
  assert.deepEqual([prolonged.status, renamed.status], [422, 200]);
  assert.deepEqual(pointers(prolonged), ['/data/attributes/expires-at']);
  assert.equal(renamed.body.data.attributes['covers-all-levels'], true);
});

onEachEngine('An exemption that certainly applies to no plan is not effective', async (world) => {
  const home = await world.home();
  const overrider = await withPermission(world, home, 'manage-policy-overrides');
  const inShop = inWorkspace(await newWorkspace(home, 'shop'));
  const [strict, loose] = [await newOpaPolicy(home, 'strict'), await newOpaPolicy(home, 'loose')];
  const [unused, advice] = [
    await newOpaPolicy(home, 'unused'),
    await newOpaPolicy(home, 'advice', { level: 'advisory' }),
  ];
  await opaSet(home, 'closed', [strict, loose, advice]);
  const open = await opaSet(home, 'open', [loose], { overridable: true });
  const [hard, soft] = [
    await newPolicy(home, 'hard', { 'enforcement-level': 'hard-mandatory' }),
    await newPolicy(home, 'soft', { 'enforcement-level': 'soft-mandatory' }),
  ];
  await newPolicySet(home, 'native', {}, [hard, soft]);
  const pushed = await newPolicySet(home, 'pushed', { kind: 'opa' });
  const version = archiveOf({
    'policies.yaml': 'policies:\n  - name: here\n    query: data.p.deny\n    enforcement-level: mandatory\n',
    'here.rego': 'package p\n',
  });
  assert.equal((await sendSetVersion(world, home, pushed, version)).sent.status, 200);
  const effective = async (path: string, by: Pick<Home, 'client'> = overrider, attributes = {}) => {
    const { body } = await by.client.post(path, exemption(attributes, inShop));
    const shown = await home.client.get(`/policy-exemptions/${body.data.id}`);
    assert.equal(shown.body.data.attributes.effective, body.data.attributes.effective);
    return body.data;
  };
  const from = async (policy: string, by?: Home) =>
    (await effective(`/policies/${policy}/exemptions`, by)).attributes.effective;

  assert.deepEqual(
    [await from(strict), await from(loose), await from(unused), await from(advice), await from(hard), await from(soft)],
    [false, true, true, true, false, true],
  );
  assert.equal(await from(strict, home), true);
  const ofPushed = await effective(`/policy-sets/${pushed}/exemptions`, overrider, { 'policy-name': 'here' });
  assert.equal(ofPushed.attributes.effective, false);
  await home.client.patch(`/policy-sets/${pushed}`, documentOf('policy-sets', { overridable: true }));
  await home.client.patch(`/policy-sets/${open}`, documentOf('policy-sets', { overridable: false }));
  const { body } = await home.client.get(
    `/organizations/${home.name}/policy-exemptions?filter[created-by]=${overrider.user.username}`,
  );
  const now = body.data.map(({ attributes }: { attributes: Record<string, unknown> }) => [
    attributes['policy-name'],
    attributes.effective,
  ]);
  assert.deepEqual(Object.fromEntries(now), {
    strict: false,
    loose: false,
    unused: true,
    advice: true,
    hard: false,
    soft: true,
    here: true,
  });
});

onEachEngine('Exemptions have a scope, a reason, an owner and an end, and are audited', async (world) => {
  const home = await world.home();
  await setMaximums(home, { exemption: null });
  const policy = await newOpaPolicy(home, 'buckets');
  const workspace = await newWorkspace(home, 'shop');
  const foreign = await newWorkspace(await world.home(), 'theirs');
  const manager = await withPermission(world, home, 'manage-policies');
  const overrider = await withPermission(world, home, 'manage-policy-overrides');
  const path = `/policies/${policy}/exemptions`;
  const inShop = inWorkspace(workspace);

  const bad = await Promise.all(
    [
      exemption(),
      exemption({ 'resource-address': 'logs' }),
      exemption({}, inWorkspace(foreign)),
      exemption({ 'expires-at': '2020-01-01T00:00:00Z' }, inShop),
      exemption({ reason: '' }, inShop),
      documentOf('policy-exemptions', { reason: 'x', owner: 'y' }, inShop),
    ].map((document) => overrider.client.post(path, document)),
  );
  const forbidden = await manager.client.post(path, exemption({}, inShop));
  const made = await overrider.client.post(path, exemption({ 'expires-at': '2100-01-01T00:00:00+01:00' }, inShop));
  const self = pathOf(made.body.data.links.self);
  const lists = await Promise.all(
    [path, `/organizations/${home.name}/policy-exemptions`].map((each) => manager.client.get(each)),
  );
  const changed = await overrider.client.patch(
    self,
    documentOf('policy-exemptions', { reason: 'Longer', 'expires-at': null }),
  );
  const kept = await manager.client.delete(self);
  const removed = await overrider.client.delete(self);

  assert.deepEqual(bad.map(pointers), [
    ['/data/relationships/workspace'],
    ['/data/attributes/resource-address'],
    ['/data/relationships/workspace/data/id'],
    ['/data/attributes/expires-at'],
    ['/data/attributes/reason'],
    ['/data/attributes/expires-at'],
  ]);
  assert.deepEqual([forbidden.status, made.status], [404, 201]);
  assert.equal(made.body.data.attributes['expires-at'], '2099-12-31T23:00:00.000Z');
  assert.equal(made.body.data.attributes['covers-all-levels'], false);
  assert.equal(made.body.data.attributes['created-by'].username, overrider.user.username);
  assert.deepEqual(
    lists.map(({ body }) => body.data.map(({ id }: { id: string }) => id)),
    [[made.body.data.id], [made.body.data.id]],
  );
  assert.deepEqual([changed.body.data.attributes['expires-at'], changed.body.data.attributes.reason], [null, 'Longer']);
  assert.deepEqual([kept.status, removed.status], [404, 204]);
  const changes = (await auditOf(world, made.body.data.id)).map(({ action, change }) => [action, change.after?.reason]);
  assert.deepEqual(changes, [
    ['policy-exemption.create', 'Until the migration'],
    ['policy-exemption.update', 'Longer'],
    ['policy-exemption.delete', undefined],
  ]);
});

const exemptionRows = query()((db) => db.selectFrom('policy_exemptions').selectAll());

onEachEngine('An organization can have 1,000 exemptions, and a deleted workspace deletes its own', async (world) => {
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets', { source: '' });
  const workspace = await newWorkspace(home, 'shop');
  await granted(home, policy, exemption({}, inWorkspace(workspace)));
  const [row] = await world.context.database.rows(exemptionRows, {});
  assert.ok(row !== undefined);
  const copies = Array.from({ length: 999 }, (_, index) => ({ ...row, id: `polex-${index}` }));
  await world.context.database.transaction(async (tx) => {
    for (let start = 0; start < copies.length; start += 100)
      await insertExemption(tx, copies.slice(start, start + 100));
  });

  const refused = await home.client.post(`/policies/${policy}/exemptions`, exemption({}, inWorkspace(workspace)));
  const deleted = await home.client.delete(`/organizations/${home.name}/workspaces/shop`);

  assert.equal(refused.status, 422);
  assert.match(details(refused)[0] ?? '', /^An organization can have at most 1000 exemptions/);
  assert.equal(deleted.status, 204);
  assert.deepEqual(await world.context.database.rows(exemptionRows, {}), []);
});

onEachEngine(
  'An exemption from a policy of a version also applies to later versions, by the name in the set',
  async (world) => {
    const home = await world.home();
    const set = await newPolicySet(home, 'versioned', { kind: 'opa', overridable: true });
    const other = await newPolicySet(home, 'other', { kind: 'opa', overridable: true });
    const version = (policy: string, comment: string) =>
      archiveOf({
        'policies.yaml': `policies:\n  - name: ${policy}\n    query: data.p.deny\n    enforcement-level: mandatory\n`,
        [`${policy}.rego`]: `package p\n\n# ${comment}\ndeny contains "public" if true\n`,
      });
    const send = async (policySet: string, policy: string, comment = 'one') =>
      assert.equal((await sendSetVersion(world, home, policySet, version(policy, comment))).sent.status, 200);
    const workspace = inWorkspace(await newWorkspace(home, 'production'));
    const path = `/policy-sets/${set}/exemptions`;
    const statusOf = async (policySet: string) => {
      const document = documentOf('policy-evaluations', {}, workspace);
      const at = `/policy-sets/${policySet}/evaluations`;
      return (await evaluated({ world, by: home, path: at, document }, creating)).attributes.status;
    };
    const early = await home.client.post(path, exemption({ 'policy-name': 'buckets' }, workspace));
    await send(set, 'buckets');
    await send(other, 'buckets');

    const unknown = await home.client.post(path, exemption({ 'policy-name': 'bukets' }, workspace));
    const created = await home.client.post(path, exemption({ 'policy-name': 'buckets' }, workspace));
    const statuses = [await statusOf(set), await statusOf(other)];
    const at = `/policy-sets/${other}/evaluations`;
    const failed = await evaluated({ world, by: home, path: at }, creating);
    const found = await home.client.get(`/policy-evaluations/${failed.id}/findings`);
    const [{ attributes: finding }] = found.body.data;
    const byFinding = await home.client.post(`/policies/${finding.policy.id}/exemptions`, exemption({}, workspace));
    const stranger = await world.person();
    const notTheirs = await stranger.client.post(`/policies/${finding.policy.id}/exemptions`, exemption({}, workspace));
    await home.client.delete(`/policy-exemptions/${byFinding.body.data.id}`);
    await send(set, 'buckets', 'two');
    statuses.push(await statusOf(set));
    await send(set, 'renamed');
    statuses.push(await statusOf(set));
    const listed = await home.client.get(path);
    const ofAll = await home.client.get(`/organizations/${home.name}/policy-exemptions`);
    await home.client.delete(`/policy-sets/${set}`);
    const gone = await home.client.get(`/policy-exemptions/${created.body.data.id}`);

    assert.deepEqual([early.status, unknown.status, created.status], [422, 422, 201]);
    assert.match(details(early)[0] ?? '', /is not a versioned policy set: create exemptions/);
    assert.deepEqual(pointers(unknown), ['/data/attributes/policy-name']);
    assert.deepEqual(statuses, ['passed', 'failed', 'passed', 'failed']);
    assert.deepEqual([byFinding.status, notTheirs.status], [201, 404]);
    assert.equal(byFinding.body.data.attributes['policy-name'], 'buckets');
    assert.equal(byFinding.body.data.relationships['policy-set'].data.id, other);
    const { attributes, relationships } = created.body.data;
    assert.equal(attributes['policy-name'], 'buckets');
    assert.deepEqual([relationships.policy.data, relationships['policy-set'].data.id], [null, set]);
    // Lists do not show in which policy sets an exemption counts.
    const { 'policy-sets': policySets, ...inLists } = attributes;
    assert.deepEqual(policySets, [{ id: set, name: 'versioned', counts: true, reason: null, approvers: [] }]);
    assert.deepEqual(listed.body.data, [{ ...created.body.data, attributes: inLists }]);
    assert.deepEqual(ofAll.body.data, listed.body.data);
    assert.equal(gone.status, 404);
  },
);
