import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import type { Client } from '../../../../test/support/client.ts';
import { details, documentOf, identifiers, namesIn, pointers, relatedIds } from '../../../../test/support/documents.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';
import { permissionNames } from '../../../kernel/permissions.ts';

const team = (attributes: object) => documentOf('teams', attributes);
const access = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, true]));

const ownersTeam = async ({ client, name }: Home): Promise<string> => {
  const { body } = await client.get(`/organizations/${name}/teams?filter[names]=owners`);
  return body.data[0].id;
};

onEachEngine('A team is created, listed, shown, changed and deleted', async (world) => {
  const { client, name } = await world.home();

  const created = await client.post(`/organizations/${name}/teams`, team({ name: 'editors' }));
  const { id } = created.body.data;
  const changed = await client.patch(
    `/teams/${id}`,
    team({ name: 'writers', visibility: 'organization', 'organization-access': access('manage-policies') }),
  );
  const shown = await client.get(`/teams/${id}`);
  const listed = await client.get(`/organizations/${name}/teams`);
  const deleted = await client.delete(`/teams/${id}`);

  assert.equal(created.status, 201);
  assert.deepEqual(created.body.data.attributes, {
    name: 'editors',
    'users-count': 0,
    visibility: 'secret',
    'allow-member-token-management': false,
    'sso-team-id': null,
    permissions: { 'can-destroy': true, 'can-update-membership': true },
    'organization-access': Object.fromEntries(permissionNames.map((permission) => [permission, false])),
  });
  assert.equal(changed.status, 200);
  assert.deepEqual(shown.body, changed.body);
  assert.equal(shown.body.data.attributes.name, 'writers');
  assert.equal(shown.body.data.attributes['organization-access']['manage-policies'], true);
  assert.deepEqual(namesIn(listed), ['owners', 'writers']);
  assert.equal(deleted.status, 204);
  assert.equal((await client.get(`/teams/${id}`)).status, 404);
});

onEachEngine('An invalid team is refused with every problem', async (world) => {
  const { client, name } = await world.home();
  const path = `/organizations/${name}/teams`;
  await client.post(path, team({ name: 'taken' }));

  const broken = await client.post(
    path,
    team({ name: 'no good ', visibility: 'public', 'organization-access': { 'manage-teams': 'yes' } }),
  );
  const taken = await client.post(path, team({ name: 'taken' }));
  const other = await client.post(path, team({ name: 'other' }));
  const renamed = await client.patch(`/teams/${other.body.data.id}`, team({ name: 'taken' }));

  assert.equal(broken.status, 422);
  assert.deepEqual(pointers(broken).toSorted(), [
    '/data/attributes/name',
    '/data/attributes/organization-access/manage-teams',
    '/data/attributes/visibility',
  ]);
  for (const refused of [taken, renamed]) {
    assert.equal(refused.status, 422);
    assert.deepEqual(details(refused), ['Name has already been taken']);
    assert.deepEqual(pointers(refused), ['/data/attributes/name']);
  }
});

onEachEngine('The owners team cannot be renamed or deleted, and its access cannot be changed', async (world) => {
  const home = await world.home();
  const owners = await ownersTeam(home);

  const renamed = await home.client.patch(`/teams/${owners}`, team({ name: 'kings' }));
  const weakened = await home.client.patch(
    `/teams/${owners}`,
    team({ 'organization-access': { 'manage-policies': false } }),
  );
  const deleted = await home.client.delete(`/teams/${owners}`);
  const same = await home.client.patch(`/teams/${owners}`, team({ name: 'owners', visibility: 'organization' }));

  assert.deepEqual([renamed.status, weakened.status, deleted.status, same.status], [422, 422, 422, 200]);
  assert.deepEqual(details(renamed), ['Name of the owners team cannot be changed']);
  assert.deepEqual(details(weakened), ['Organization access of the owners team cannot be changed']);
  assert.deepEqual(details(deleted), ['The owners team cannot be deleted']);
});

onEachEngine('Members see visible teams and their own; managers of teams see all', async (world) => {
  const home = await world.home();
  const path = `/organizations/${home.name}/teams`;
  const own = await newTeam(world, home, []);
  const visible = await home.client.post(path, team({ name: 'visible', visibility: 'organization' }));
  const secret = await home.client.post(path, team({ name: 'secret' }));
  const member = await newMember(world, home, own);
  const manager = await newMember(world, home, await newTeam(world, home, ['manage-teams']));
  const stranger = await world.person();

  const seen = await member.client.get(path);
  const all = await manager.client.get(path);

  const ids = seen.body.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(ids.toSorted(), [own, visible.body.data.id].toSorted());
  assert.equal(all.body.meta.pagination['total-count'], 5);
  assert.equal((await member.client.get(`/teams/${secret.body.data.id}`)).status, 404);
  assert.equal((await manager.client.get(`/teams/${secret.body.data.id}`)).status, 200);
  assert.equal((await stranger.client.get(path)).status, 404);
  assert.equal((await stranger.client.get(`/teams/${visible.body.data.id}`)).status, 404);
});

onEachEngine('A list of teams is narrowed by names and by a part of the name', async (world) => {
  const { client, name } = await world.home();
  const path = `/organizations/${name}/teams`;
  for (const each of ['alpha', 'Beta_one', 'gamma']) await client.post(path, team({ name: each }));

  const byNames = await client.get(`${path}?filter[names]=GAMMA, alpha,none,%00,${'x'.repeat(256)}`);
  const byWord = await client.get(`${path}?q=bETA_`);
  const literally = await client.get(`${path}?q=%25`);
  const paged = await client.get(`${path}?page[size]=2&page[number]=2`);

  assert.deepEqual(namesIn(byNames), ['alpha', 'gamma']);
  assert.deepEqual(namesIn(byWord), ['Beta_one']);
  assert.deepEqual(namesIn(literally), []);
  assert.deepEqual(namesIn(paged), ['gamma', 'owners']);
});

onEachEngine('Members join and leave a team by username, identifier or membership', async (world) => {
  const home = await world.home();
  const id = await newTeam(world, home, []);
  const [one, other] = [await newMember(world, home), await newMember(world, home)];
  const [first, second] = [one.user, other.user];

  const added = await home.client.post(
    `/teams/${id}/relationships/users`,
    identifiers('users', first.username.toUpperCase(), second.id, second.id),
  );
  const full = await home.client.get(`/teams/${id}?include=users,organization_memberships`);
  const [membership = ''] = relatedIds(full, 'organization-memberships');
  const path = `/teams/${id}/relationships/organization-memberships`;
  const removed = await home.client.request('DELETE', path, {
    json: identifiers('organization-memberships', membership),
    headers: { 'content-type': 'application/vnd.api+json' },
  });
  const readded = await home.client.post(path, identifiers('organization-memberships', membership, membership));

  assert.deepEqual([added.status, removed.status, readded.status], [204, 204, 204]);
  assert.equal(full.body.data.attributes['users-count'], 2);
  assert.deepEqual(relatedIds(full, 'users').toSorted(), [first.id, second.id].toSorted());
  assert.equal(full.body.included.length, 4);
  assert.equal((await home.client.get(`/teams/${id}`)).body.data.attributes['users-count'], 2);
});

onEachEngine('Adding a member of the team, or removing one who is not in it, changes nothing', async (world) => {
  const home = await world.home();
  const id = await newTeam(world, home, []);
  const [member, other] = [await newMember(world, home, id), await newMember(world, home)];
  const path = `/teams/${id}/relationships/users`;
  const headers = { 'content-type': 'application/vnd.api+json' };

  const again = await home.client.post(path, identifiers('users', member.user.id));
  const absent = await home.client.request('DELETE', path, { json: identifiers('users', other.user.id), headers });
  await home.client.post(path, identifiers('users', member.user.id, other.user.id));

  assert.deepEqual([again.status, absent.status], [204, 204]);
  const records = await auditOf(world, id);
  assert.deepEqual(
    records.map(({ action, change }) => [action, change.after?.members.length]),
    [['team.add-members', 1]],
  );
});

onEachEngine('Only members of the organization can be put into a team', async (world) => {
  const home = await world.home();
  const id = await newTeam(world, home, []);
  const stranger = await world.person();

  const refused = await home.client.post(
    `/teams/${id}/relationships/users`,
    identifiers('users', home.owner.user.username, stranger.user.username, 'nobody'),
  );
  const wrongType = await home.client.post(`/teams/${id}/relationships/users`, identifiers('teams', 'x'));

  assert.equal(refused.status, 422);
  assert.deepEqual(pointers(refused), ['/data/1/id', '/data/2/id']);
  assert.equal(wrongType.status, 422);
  assert.equal((await home.client.get(`/teams/${id}`)).body.data.attributes['users-count'], 0);
});

onEachEngine(
  'A team with permission to manage policies gives its members access, which ends immediately when they leave',
  async (world) => {
    const home = await world.home();
    const member = await newMember(world, home);
    const policies = `/organizations/${home.name}/policies`;
    const created = await home.client.post(
      `/organizations/${home.name}/teams`,
      team({ name: 'policy-managers', 'organization-access': access('manage-policies') }),
    );
    const path = `/teams/${created.body.data.id}`;
    const membership = identifiers('users', member.user.id);

    const before = await member.client.get(policies);
    await home.client.post(`${path}/relationships/users`, membership);
    const inside = await member.client.get(policies);
    await home.client.patch(path, team({ 'organization-access': { 'manage-policies': false } }));
    const weakened = await member.client.get(policies);
    await home.client.patch(path, team({ 'organization-access': { 'manage-policies': true } }));
    const restored = await member.client.get(policies);
    await home.client.request('DELETE', `${path}/relationships/users`, { json: membership });
    const after = await member.client.get(policies);

    const statuses = [before, inside, weakened, restored, after].map(({ status }) => status);
    assert.deepEqual(statuses, [404, 200, 404, 200, 404]);
  },
);

onEachEngine('Deleting a team ends the access of its members and of its token', async (world) => {
  const home = await world.home();
  const id = await newTeam(world, home, ['manage-policies']);
  const member = await newMember(world, home, id);
  const client = await clientOfOwner(world, { kind: 'team', id, organizationId: home.organization.id });
  const policies = `/organizations/${home.name}/policies`;
  const before = [await member.client.get(policies), await client.get(policies)];

  await home.client.delete(`/teams/${id}`);

  assert.deepEqual(
    before.map(({ status }) => status),
    [200, 200],
  );
  assert.equal((await member.client.get(policies)).status, 404);
  assert.equal((await client.get(policies)).status, 401);
});

onEachEngine('Members without the permission cannot change teams', async (world) => {
  const home = await world.home();
  const id = await newTeam(world, home, ['manage-policies', 'manage-membership']);
  const { client, user } = await newMember(world, home, id);

  const answers = [
    await client.post(`/organizations/${home.name}/teams`, team({ name: 'mine' })),
    await client.patch(`/teams/${id}`, team({ name: 'mine' })),
    await client.delete(`/teams/${id}`),
    await client.post(`/teams/${id}/relationships/users`, identifiers('users', user.id)),
  ];

  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 404, 404],
  );
  assert.equal((await client.get(`/teams/${id}`)).status, 200);
});

onEachEngine('Managers of teams grant only permissions that they have', async (world) => {
  const home = await world.home();
  const managers = await newTeam(world, home, ['manage-teams', 'manage-modules']);
  const stronger = await newTeam(world, home, ['manage-policies']);
  const { client, user } = await newMember(world, home, managers);
  const self = identifiers('users', user.id);

  const within = await client.post(
    `/organizations/${home.name}/teams`,
    team({ name: 'within', 'organization-access': access('manage-modules') }),
  );
  const beyond = await client.post(
    `/organizations/${home.name}/teams`,
    team({ name: 'beyond', 'organization-access': access('manage-policies') }),
  );
  const raised = await client.patch(
    `/teams/${managers}`,
    team({ 'organization-access': access('manage-organization-access') }),
  );
  const lowered = await client.patch(
    `/teams/${stronger}`,
    team({ 'organization-access': { 'manage-policies': false } }),
  );
  const joined = await client.post(`/teams/${stronger}/relationships/users`, self);
  const crowned = await client.post(`/teams/${await ownersTeam(home)}/relationships/users`, self);
  const token = await client.post(`/teams/${stronger}/authentication-token`);

  assert.equal(within.status, 201);
  assert.deepEqual([beyond.status, raised.status, lowered.status], [422, 422, 422]);
  assert.deepEqual(pointers(beyond), ['/data/attributes/organization-access/manage-policies']);
  assert.deepEqual([joined.status, crowned.status, token.status], [404, 404, 404]);
});

onEachEngine('Managers of organization access revoke permissions that they lack', async (world) => {
  const home = await world.home();
  const managers = await newTeam(world, home, ['manage-teams', 'manage-organization-access']);
  const strong = await newTeam(world, home, ['manage-policies']);
  const { client } = await newMember(world, home, managers);

  const lowered = await client.patch(`/teams/${strong}`, team({ 'organization-access': { 'manage-policies': false } }));
  const raised = await client.patch(`/teams/${strong}`, team({ 'organization-access': access('manage-policies') }));

  assert.equal(lowered.status, 200);
  assert.equal(raised.status, 422);
});

onEachEngine('If two owners leave the owners team at the same time, one of them stays', async (world) => {
  const outcomes: string[] = [];

  for (let round = 0; round < 20; round += 1) {
    const home = await world.home();
    const owners = await ownersTeam(home);
    const other = await newMember(world, home, owners);
    const path = `/teams/${owners}/relationships/users`;
    const answers = await Promise.all(
      [home.owner, other].map(({ client, user }) =>
        client.request('DELETE', path, { json: identifiers('users', user.id) }),
      ),
    );
    outcomes.push(
      answers
        .map(({ status }) => status)
        .toSorted()
        .join(' '),
    );
  }

  assert.deepEqual(new Set(outcomes), new Set(['204 422']));
});

onEachEngine(
  'Changing the attributes that determine the members of a team requires all permissions of the team',
  async (world) => {
    const home = await world.home();
    const strong = await newTeam(world, home, ['manage-policies', 'manage-modules']);
    const managers = await newTeam(world, home, ['manage-teams', 'manage-modules']);
    const manager = await newMember(world, home, managers);
    const { body } = await home.client.get(`/teams/${strong}`);
    const change = (client: Client, attributes: object) => client.patch(`/teams/${strong}`, team(attributes));
    // Attributes that decide who gets the team's permissions. They may only be changed by an actor with these
    // permissions.
    const deciding = { name: 'helpdesk', 'sso-team-id': 'helpdesk', 'allow-member-token-management': true };

    const refused = await change(manager.client, deciding);
    const unchanged = await change(manager.client, { name: body.data.attributes.name, visibility: 'organization' });
    const byOwner = await change(home.client, deciding);

    assert.equal(refused.status, 422);
    assert.deepEqual(
      pointers(refused),
      Object.keys(deciding).map((name) => `/data/attributes/${name}`),
    );
    assert.deepEqual(
      details(refused)[1],
      "Sso team id can't be changed: the team has permissions that you do not have",
    );
    assert.deepEqual([unchanged.status, byOwner.status], [200, 200]);
    assert.equal(unchanged.body.data.attributes['sso-team-id'], null);
    assert.equal(byOwner.body.data.attributes['sso-team-id'], 'helpdesk');
  },
);
