// Tests who may name approver teams of a policy set, and who may then add members to these teams.
import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import type { Client } from '../../../../test/support/client.ts';
import { details, documentOf, identifiers, pointers, relatedIds } from '../../../../test/support/documents.ts';
import { clientOfOwner, joinTeam, newMember, newTeam } from '../../../../test/support/members.ts';
import { newPolicySet } from '../../../../test/support/policies.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

const pathTo = (set: string): string => `/policy-sets/${set}/relationships/approvers`;
const name = (client: Client, set: string, ...teams: readonly string[]) =>
  client.post(pathTo(set), identifiers('teams', ...teams));
const remove = (client: Client, set: string, ...teams: readonly string[]) =>
  client.request('DELETE', pathTo(set), { json: identifiers('teams', ...teams) });

const both = ['manage-policies', 'manage-policy-overrides'] as const;

onEachEngine(
  'A policy set requires approvers from the first named team until the last one is removed',
  async (world) => {
    const home = await world.home();
    const set = await newPolicySet(home, 'set');
    const [one, two] = [await newTeam(world, home, []), await newTeam(world, home, [])];
    const shown = async () => {
      const answer = await home.client.get(`/policy-sets/${set}`);
      return [answer.body.data.attributes['approvers-required'], relatedIds(answer, 'approvers')];
    };

    const before = await shown();
    const statuses = [
      (await name(home.client, set, one, two, one)).status,
      (await name(home.client, set, two)).status,
      (await remove(home.client, set, two, 'team-unknown')).status,
    ];
    const named = await shown();
    const listed = await home.client.get(`/policy-sets/${set}/approvers`);
    const included = await home.client.get(`/policy-sets/${set}?include=approvers`);
    await home.client.delete(`/teams/${one}`);
    const orphaned = await shown();
    statuses.push((await remove(home.client, set)).status);

    assert.deepEqual(before, [false, []]);
    assert.deepEqual(statuses, [204, 204, 204, 204]);
    assert.deepEqual(named, [true, [one]]);
    assert.deepEqual(
      [listed.body.data, included.body.included].map((teams) => teams.map(({ id }: { id: string }) => id)),
      [[one], [one]],
    );
    assert.deepEqual(orphaned, [true, []]);
    assert.deepEqual(await shown(), [false, []]);
    const records = (await auditOf(world, set)).slice(1).map(({ action, change }) => [action, change]);
    assert.deepEqual(records, [
      ['policy-set.add', { before: null, after: { approvers: [one, two] } }],
      ['policy-set.remove', { before: { approvers: [two] }, after: null }],
      ['policy-set.remove', { before: { approvers: [] }, after: { 'approvers-required': false } }],
    ]);
  },
);

onEachEngine('Only callers with both permissions name approvers, and only teams that they see', async (world) => {
  const [home, foreign] = [await world.home(), await world.home()];
  const set = await newPolicySet(home, 'set');
  const [own, hidden] = [await newTeam(world, home, both), await newTeam(world, home, [])];
  const theirs = await newTeam(world, foreign, []);
  const team = async (...permissions: Parameters<typeof newTeam>[2]) => {
    const id = await newTeam(world, home, permissions);
    return { id, client: (await newMember(world, home, id)).client };
  };
  const [policies, overrides] = [await team('manage-policies'), await team('manage-policy-overrides')];
  const { client } = await newMember(world, home, own);

  const refused = [
    await name(policies.client, set, policies.id),
    await name(overrides.client, set, overrides.id),
    await name(foreign.client, set, theirs),
  ];
  const unseen = await name(client, set, own, hidden, theirs);
  const made = await name(client, set, own);
  const removed = [await remove(policies.client, set, own), await remove(overrides.client, set, own)];

  assert.deepEqual(
    refused.map(({ status }) => status),
    [404, 404, 404],
  );
  assert.deepEqual(pointers(unseen), ['/data/1/id', '/data/2/id']);
  assert.equal(details(unseen)[0], 'Team does not exist in this organization');
  assert.deepEqual([made.status, ...removed.map(({ status }) => status)], [204, 404, 404]);
  assert.deepEqual(relatedIds(await home.client.get(`/policy-sets/${set}`), 'approvers'), [own]);
});

onEachEngine('A new policy set can have approvers if its creator may name them', async (world) => {
  const home = await world.home();
  const team = await newTeam(world, home, ['manage-policies']);
  const manager = await newMember(world, home, team);
  const path = `/organizations/${home.name}/policy-sets`;
  const related = (...teams: readonly string[]) => ({ approvers: identifiers('teams', ...teams) });
  const set = (attributes: object, ...teams: readonly string[]) =>
    documentOf('policy-sets', attributes, related(...teams));

  const made = await home.client.post(path, set({ name: 'guarded' }, team, team));
  const { id } = made.body.data;
  const refused = await manager.client.post(path, set({ name: 'own' }, team));
  const unknown = await home.client.post(path, set({ name: 'other' }, 'team-unknown'));
  const many = await home.client.post(path, set({ name: 'many' }, ...Array(21).fill(team)));
  const others = await Promise.all(Array.from({ length: 20 }, () => newTeam(world, home, [])));
  const full = await name(home.client, id, ...others);
  const patched = await manager.client.patch(`/policy-sets/${id}`, set({ description: 'x' }, team));
  const changed = await manager.client.patch(`/policy-sets/${id}`, set({ description: 'y' }));

  assert.equal(made.body.data.attributes['approvers-required'], true);
  assert.deepEqual(relatedIds(made, 'approvers'), [team]);
  assert.equal(refused.status, 403);
  assert.match(details(refused)[0] ?? '', /Only users and tokens that may manage policies and policy overrides/);
  assert.deepEqual(pointers(unknown), ['/data/relationships/approvers/data/0/id']);
  assert.equal(many.status, 422);
  assert.deepEqual(details(full), ['A policy set can have at most 20 approvers']);
  assert.deepEqual([patched.status, changed.status], [200, 422]);
  assert.deepEqual(pointers(changed), ['/data/relationships/approvers']);
});

onEachEngine(
  'Only callers who may name approvers add members to an approver team or create its tokens',
  async (world) => {
    const home = await world.home();
    const set = await newPolicySet(home, 'set');
    const [approvers, plain] = [await newTeam(world, home, []), await newTeam(world, home, [])];
    await name(home.client, set, approvers);
    const person = async (...permissions: Parameters<typeof newTeam>[2]) =>
      newMember(world, home, await newTeam(world, home, ['manage-teams', ...permissions]));
    const [teams, policies, overrides, all] = [
      await person(),
      await person('manage-policies'),
      await person('manage-policy-overrides'),
      await person(...both),
    ];
    const joining = async ({ client, user }: typeof all, team: string) =>
      (await client.post(`/teams/${team}/relationships/users`, identifiers('users', user.id))).status;
    const tokenOf = async ({ client }: typeof all, team: string) =>
      (await client.post(`/teams/${team}/authentication-token`, documentOf('authentication-tokens', {}))).status;

    assert.deepEqual(
      [
        await joining(teams, plain),
        await joining(teams, approvers),
        await joining(policies, approvers),
        await joining(overrides, approvers),
        await joining(all, approvers),
      ],
      [204, 404, 404, 404, 204],
    );
    assert.deepEqual(
      [await tokenOf(teams, plain), await tokenOf(teams, approvers), await tokenOf(all, approvers)],
      [201, 404, 201],
    );
    const inviting = async (permissions: Parameters<typeof newTeam>[2], email: string) => {
      const inviter = await newMember(world, home, await newTeam(world, home, ['manage-membership', ...permissions]));
      const related = { teams: identifiers('teams', approvers) };
      const document = documentOf('organization-memberships', { email }, related);
      return (await inviter.client.post(`/organizations/${home.name}/organization-memberships`, document)).status;
    };
    assert.deepEqual([await inviting([], 'one@example.com'), await inviting(both, 'two@example.com')], [422, 201]);
    // The group of an identity provider also determines the members of a team.
    const grouped = await teams.client.patch(`/teams/${approvers}`, documentOf('teams', { 'sso-team-id': 'admins' }));
    assert.equal(grouped.status, 422);
  },
);

onEachEngine('A caller can change approvers with permissions that come from several teams', async (world) => {
  const home = await world.home();
  const set = await newPolicySet(home, 'set');
  const member = await newMember(world, home, await newTeam(world, home, ['manage-policies']));
  const second = await newTeam(world, home, ['manage-policy-overrides']);
  const organization = await clientOfOwner(world, { kind: 'organization', id: home.organization.id });

  const before = await name(member.client, set, second);
  await joinTeam(world, member, second);
  const after = await name(member.client, set, second);
  const byToken = await remove(organization, set, second);

  assert.deepEqual([before.status, after.status, byToken.status], [404, 204, 204]);
});
