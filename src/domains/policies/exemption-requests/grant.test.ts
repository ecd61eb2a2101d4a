// Tests who may grant requests for exemptions, and what a granted request creates.
import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, identifiers } from '../../../../test/support/documents.ts';
import { creating, evaluated } from '../../../../test/support/evaluations.ts';
import { asking, newStopped } from '../../../../test/support/exemption-requests.ts';
import { clientOfOwner, joinTeam, leaveTeam, newMember, newTeam } from '../../../../test/support/members.ts';
import { changePlan, homeWith } from '../../../../test/support/plans.ts';
import { signedIn } from '../../../../test/support/session.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';

const day = 86_400_000;
const logs = 'aws_s3_bucket.logs';
const type = 'policy-exemption-requests';

type Client = Pick<Home, 'client'>;

const granting = ({ client }: Client, id: string, attributes: object = {}) =>
  client.post(`/policy-exemption-requests/${id}/actions/grant`, documentOf(type, attributes));

const overrider = async (world: World, home: Home) =>
  newMember(world, home, await newTeam(world, home, ['manage-policy-overrides']));

/** A request that a member without permissions has sent. */
const newRequest = async (world: World, attributes: object = {}) => {
  const stopped = await newStopped(world);
  const sent = await asking(stopped.member, stopped.evaluation, stopped.policy, attributes);
  assert.equal(sent.status, 201, sent.bytes.toString());
  return { ...stopped, id: String(sent.body.data.id) };
};

const inDays = ({ context }: World, days: number): string => new Date(context.clock.now() + days * day).toISOString();

onEachEngine('A granted request creates the exemption that was requested', async (world) => {
  const end = inDays(world, 10);
  const { home, policy, workspace, member, id } = await newRequest(world, {
    'resource-address': logs,
    'expires-at': end,
  });
  const granter = await overrider(world, home);
  const seen = await granter.client.get(`/policy-exemption-requests/${id}`);

  const granted = await granting(granter, id);

  assert.deepEqual(seen.body.data.attributes.permissions, {
    'can-grant': true,
    'can-refuse': true,
    'can-withdraw': false,
  });
  assert.equal(granted.status, 200, granted.bytes.toString());
  const { attributes, relationships } = granted.body.data;
  assert.deepEqual([attributes.status, attributes['decided-by'].username], ['granted', granter.user.username]);
  const exemption = relationships['policy-exemption'].data.id;
  const { attributes: created, relationships: related } = (await home.client.get(`/policy-exemptions/${exemption}`))
    .body.data;
  assert.deepEqual(
    [created.reason, created.owner, created['expires-at'], created['resource-address'], created['covers-all-levels']],
    ['Until the migration', member.user.username, end, logs, false],
  );
  assert.deepEqual(
    ['policy', 'workspace', 'policy-exemption-request'].map((name) => related[name].data.id),
    [policy, workspace, id],
  );
  const document = documentOf('policy-evaluations', { 'workspace-name': 'shop' });
  const path = `/organizations/${home.name}/evaluations`;
  const again = await evaluated({ world, by: member, path, document }, creating);
  assert.equal(again.attributes.status, 'passed');
  const records = [...(await auditOf(world, id)), ...(await auditOf(world, exemption))];
  assert.deepEqual(
    records.map(({ action }) => action),
    ['policy-exemption-request.create', 'policy-exemption-request.grant', 'policy-exemption.create'],
  );
  await home.client.delete(`/policy-exemptions/${exemption}`);
  const afterwards = (await home.client.get(`/policy-exemption-requests/${id}`)).body.data;
  assert.deepEqual(
    [afterwards.attributes.status, afterwards.relationships['policy-exemption'].data],
    ['granted', null],
  );
});

onEachEngine('The granter can choose another end within the maximum duration of the organization', async (world) => {
  const { home, id, member, evaluation, policy } = await newRequest(world);
  const second = (await asking(member, evaluation, policy, { 'resource-address': logs })).body.data.id;
  const tooLate = await asking(home, evaluation, policy, { 'expires-at': inDays(world, 91) });
  const granter = await overrider(world, home);

  const late = await granting(granter, id, { 'expires-at': inDays(world, 91) });
  const shorter = await granting(granter, id, { 'expires-at': inDays(world, 3) });
  const longest = await granting(granter, second, { 'expires-at': null });

  assert.deepEqual(
    [tooLate, late, shorter, longest].map(({ status }) => status),
    [422, 422, 200, 200],
  );
  assert.match(details(late)[0] ?? '', /^Expires at must be at most 90 days from now/);
  const ends = await Promise.all(
    [shorter, longest].map(async ({ body }) => {
      const exemption = body.data.relationships['policy-exemption'].data.id;
      const { attributes } = (await home.client.get(`/policy-exemptions/${exemption}`)).body.data;
      assert.equal(body.data.attributes['expires-at'], attributes['expires-at']);
      return Math.round((Date.parse(attributes['expires-at']) - world.context.clock.now()) / day);
    }),
  );
  assert.deepEqual(ends, [3, 90]);
});

onEachEngine('A request without an end is for the longest time that the organization permits', async (world) => {
  const stopped = await newStopped(world);
  const { home, policy, evaluation, member } = stopped;
  const daysOf = async () => {
    const { attributes, id } = (await asking(member, evaluation, policy)).body.data;
    await member.client.delete(`/policy-exemption-requests/${id}`);
    const { 'expires-at': end, 'created-at': at } = attributes;
    return end === null ? null : Math.round((Date.parse(end) - Date.parse(at)) / day);
  };

  const before = await daysOf();
  const document = documentOf('organizations', { 'policy-exemption-max-days': null });
  await home.client.patch(`/organizations/${home.name}`, document);

  assert.deepEqual([before, await daysOf()], [90, null]);
});

onEachEngine('A request is granted if the organization creates exemptions only on request', async (world) => {
  const { home, id } = await newRequest(world);
  const document = documentOf('organizations', { 'exemptions-need-request': true });
  assert.equal((await home.client.patch(`/organizations/${home.name}`, document)).status, 200);

  assert.equal((await granting(await overrider(world, home), id)).status, 200);
});

onEachEngine('The requester cannot grant the request with any credential', async (world) => {
  const stopped = await newStopped(world);
  const { home, policy, evaluation } = stopped;
  const team = await newTeam(world, home, ['manage-policy-overrides']);
  const person = await signedIn(world);
  await home.client.post(`/organizations/${home.name}/organization-memberships`, {
    data: {
      type: 'organization-memberships',
      attributes: { email: person.user.email },
      relationships: { teams: { data: [{ type: 'teams', id: team }] } },
    },
  });
  const token = await clientOfOwner(world, { kind: 'team', id: team, organizationId: home.organization.id });
  const byToken = (await asking(person, evaluation, policy)).body.data.id;
  const byTeam = (await asking({ client: token }, evaluation, policy)).body.data.id;
  const byOwner = (await asking(home, evaluation, policy)).body.data.id;
  const organization = await clientOfOwner(world, { kind: 'organization', id: home.organization.id });

  const refused = [
    await granting(person, byToken),
    await granting({ client: person.browser }, byToken),
    await granting({ client: token }, byToken),
    await granting({ client: token }, byTeam),
    await granting(person, byTeam),
    await granting({ client: organization }, byOwner),
  ];
  const seen = await person.client.get(`/policy-exemption-requests/${byToken}`);
  const granted = [await granting(home, byToken), await granting(home, byTeam), await granting(person, byOwner)];
  const listed = await home.client.get(`/organizations/${home.name}/policy-exemptions`);

  assert.deepEqual(
    refused.map(({ status }) => status),
    [403, 403, 403, 403, 403, 403],
  );
  assert.match(details(refused[0] ?? seen)[0] ?? '', /^The requester cannot grant the request/);
  assert.equal(seen.body.data.attributes.permissions['can-grant'], false);
  assert.deepEqual(
    granted.map(({ status }) => status),
    [200, 200, 200],
  );
  const { name } = (await home.client.get(`/teams/${team}`)).body.data.attributes;
  assert.deepEqual(
    new Set(listed.body.data.map(({ attributes }: { attributes: { owner: string } }) => attributes.owner)),
    new Set([person.user.username, name, home.owner.user.username]),
  );
});

onEachEngine('A requester who has left a team cannot grant the request with a token of the team', async (world) => {
  const { home, policy, evaluation } = await newStopped(world);
  const team = await newTeam(world, home, ['manage-policy-overrides']);
  const requester = await newMember(world, home, team);
  await joinTeam(world, requester, await newTeam(world, home, ['manage-policy-overrides']));
  const token = await clientOfOwner(world, { kind: 'team', id: team, organizationId: home.organization.id });
  const byMember = (await asking(requester, evaluation, policy)).body.data.id;
  const byTeam = (await asking({ client: token }, evaluation, policy)).body.data.id;
  await leaveTeam(world, requester, team);

  const answers = [
    await granting({ client: token }, byMember),
    await granting(requester, byTeam),
    await granting(home, byMember),
  ];
  const exemption = answers[2]?.body.data.relationships['policy-exemption'].data.id;
  const document = documentOf('policy-exemptions', { 'expires-at': inDays(world, 90) });
  await home.client.patch(
    `/policy-exemptions/${exemption}`,
    documentOf('policy-exemptions', { 'expires-at': inDays(world, 1) }),
  );
  const prolonged = await token.patch(`/policy-exemptions/${exemption}`, document);

  assert.deepEqual(
    [...answers, prolonged].map(({ status }) => status),
    [403, 403, 200, 403],
  );
});

onEachEngine(
  'A requester who is no longer an owner cannot grant the request with the token of the organization',
  async (world) => {
    const { home, policy, evaluation } = await newStopped(world);
    const { body } = await home.client.get(`/organizations/${home.name}/teams?filter[names]=owners`);
    const owners = String(body.data[0].id);
    const requester = await newMember(world, home, owners);
    const token = await clientOfOwner(world, { kind: 'organization', id: home.organization.id });
    const request = (await asking(requester, evaluation, policy)).body.data.id;
    await leaveTeam(world, requester, owners);

    const refused = await granting({ client: token }, request);
    const granted = await granting(home, request);

    assert.deepEqual([refused.status, granted.status], [403, 200]);
  },
);

onEachEngine('An administrator who impersonates a user belongs to the party of this user', async (world) => {
  const stopped = await newStopped(world);
  const { home, policy, evaluation } = stopped;
  const team = await newTeam(world, home, ['manage-policy-overrides']);
  const admin = await signedIn(world, { isAdmin: true });
  const requester = await newMember(world, home, team);
  const granter = await newMember(world, home, team);
  await home.client.post(`/organizations/${home.name}/organization-memberships`, {
    data: {
      type: 'organization-memberships',
      attributes: { email: admin.user.email },
      relationships: { teams: { data: [{ type: 'teams', id: team }] } },
    },
  });
  const impersonate = ({ user }: Pick<typeof requester, 'user'>) =>
    admin.browser.post(`/admin/users/${user.id}/actions/impersonate`, { reason: 'a ticket' });
  const own = (await asking(admin, evaluation, policy)).body.data.id;

  assert.equal((await impersonate(granter)).status, 204);
  const asGranter = await granting({ client: admin.browser }, own);
  const impersonated = (await asking({ client: admin.browser }, evaluation, policy)).body.data.id;
  const byAdmin = await granting(admin, impersonated);
  const byOther = await granting(requester, impersonated);

  assert.deepEqual([asGranter.status, byAdmin.status, byOther.status], [403, 403, 200]);
});

onEachEngine('Two grants at the same time create one exemption', async (world) => {
  const { home, id } = await newRequest(world);
  const granters = [await overrider(world, home), await overrider(world, home), home];

  const answers = await Promise.all(granters.map((granter) => granting(granter, id)));

  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422, 422]);
  const listed = await home.client.get(`/organizations/${home.name}/policy-exemptions`);
  assert.equal(listed.body.data.length, 1);
});

onEachEngine('A request can be decided for 30 days', async (world) => {
  const { home, id, member } = await newRequest(world);
  const granter = await overrider(world, home);
  world.advance(30 * day);

  const shown = await member.client.get(`/policy-exemption-requests/${id}`);
  const answers = [
    await granting(granter, id),
    await granter.client.post(`/policy-exemption-requests/${id}/actions/refuse`, documentOf(type, { comment: 'no' })),
  ];

  assert.equal(shown.body.data.attributes.status, 'expired');
  assert.deepEqual(
    answers.map(({ status }) => status),
    [422, 422],
  );
  assert.match(details(answers[0] ?? shown)[0] ?? '', /^The request expired at /);
  assert.equal((await member.client.delete(`/policy-exemption-requests/${id}`)).status, 204);
});

onEachEngine('What a request covers cannot be changed', async (world) => {
  const { home, id, member } = await newRequest(world, { 'resource-address': logs });
  const self = `/policy-exemption-requests/${id}`;
  const before = await member.client.get(self);
  const document = documentOf(type, { 'resource-address': null, reason: 'Another reason' });

  const answers = [await member.client.patch(self, document), await home.client.patch(self, document)];

  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404],
  );
  assert.deepEqual((await member.client.get(self)).body.data, before.body.data);
});

onEachEngine('The requester can make the end of the exemption earlier, but not later', async (world) => {
  const stopped = await newStopped(world);
  const { home, policy, evaluation } = stopped;
  const team = await newTeam(world, home, ['manage-policy-overrides']);
  const requester = await newMember(world, home, team);
  const token = await clientOfOwner(world, { kind: 'team', id: team, organizationId: home.organization.id });
  const sent = await asking(requester, evaluation, policy, { 'expires-at': inDays(world, 10) });
  const granted = await granting(await overrider(world, home), sent.body.data.id);
  const { id } = granted.body.data.relationships['policy-exemption'].data;
  const ending = ({ client }: Client, end: string | null) =>
    client.patch(`/policy-exemptions/${id}`, documentOf('policy-exemptions', { 'expires-at': end }));

  const answers = [
    await ending(requester, inDays(world, 20)),
    await ending(requester, null),
    await ending({ client: token }, inDays(world, 20)),
    await ending(requester, inDays(world, 5)),
    await ending(home, inDays(world, 20)),
  ];

  assert.deepEqual(
    answers.map(({ status }) => status),
    [403, 403, 403, 200, 200],
  );
  assert.match(details(answers[0] ?? granted)[0] ?? '', /^The requester of an exemption cannot change its end/);
});

onEachEngine('Only an approver grants a request if every set of the policy requires approvers', async (world) => {
  const { home, id, set } = await newRequest(world);
  const granter = await overrider(world, home);
  const team = await newTeam(world, home, []);
  await home.client.post(`/policy-sets/${set}/relationships/approvers`, identifiers('teams', team));
  const { name } = (await home.client.get(`/teams/${team}`)).body.data.attributes;

  const refused = [await granting(granter, id), await granting(home, id)];
  const before = await granter.client.get(`/policy-exemption-requests/${id}`);
  await joinTeam(world, granter, team);
  const granted = await granting(granter, id);

  assert.deepEqual(
    [...refused, granted].map(({ status }) => status),
    [403, 403, 200],
  );
  assert.deepEqual(refused.flatMap(details), [
    `You cannot grant this request, because every policy set of the policy has approvers and you are not one of them. Approvers of the policy set baseline are the members of the team ${name}.`,
    `You cannot grant this request, because every policy set of the policy has approvers and you are not one of them. Approvers of the policy set baseline are the members of the team ${name}.`,
  ]);
  assert.equal(before.body.data.attributes.permissions['can-grant'], false);
});

onEachEngine(
  'If the plan of the organization excludes policies, requests are neither sent nor granted',
  async (world) => {
    const stopped = await newStopped(world, await homeWith(world, {}));
    const { home, policy, evaluation, member } = stopped;
    const { id } = (await asking(member, evaluation, policy)).body.data;
    await changePlan(world, 'standard', { 'policy-enforcement': false });

    const answers = [
      await asking(home, evaluation, policy),
      await granting(home, id),
      await home.client.get(`/policy-exemption-requests/${id}`),
    ];

    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404, 200],
    );
    assert.equal(answers[2]?.body.data.attributes.permissions['can-grant'], false);
  },
);

onEachEngine('Markup in a reason is stored as text', async (world) => {
  const reason = '<img src=x onerror=alert(1)> **bold** [link](javascript:alert(1))';
  const { home, id } = await newRequest(world, { reason });

  const granted = await granting(await overrider(world, home), id);

  const exemption = granted.body.data.relationships['policy-exemption'].data.id;
  const { attributes } = (await home.client.get(`/policy-exemptions/${exemption}`)).body.data;
  assert.deepEqual([granted.body.data.attributes.reason, attributes.reason], [reason, reason]);
});
