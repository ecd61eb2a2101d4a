// Tests of deleting records with dependent rows. Few dependent rows are deleted in the same statement, and many are
// removed later in batches.
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { documentOf } from '../../../../test/support/documents.ts';
import { evaluationIn, inWorkspace } from '../../../../test/support/evaluations.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import {
  modulePath,
  newModule,
  newPublished,
  newVersion,
  send,
  smallArchive,
} from '../../../../test/support/modules.ts';
import { rawStatement } from '../../../../test/support/raw-statement.ts';
import { removeDeleted } from '../../../../test/support/removal.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { readReferences } from '../../../db/schema/references.ts';

const rowsOf = async ({ context: { database } }: World, table: string): Promise<number> => {
  const count = query()((db) => ({
    compile: () => sql<{ total: number }>`select count(*) as total from ${sql.table(table)}`.compile(db),
  }));
  return (await database.first(count, {}))?.total ?? 0;
};

const run = ({ context: { database } }: World, text: string): Promise<unknown> =>
  database.transaction((tx) => tx.run(rawStatement(text)));

/**
 * Upper bounds for the number of rows that are deleted by cascade with a single record. Each key names the parent table
 * and the child table.
 */
const boundsOf: Readonly<Record<string, string>> = {
  'users < user_numbers': 'one',
  'users < sessions': '20',
  'users < known_addresses': 'a network each from which the person signed in with a password, until it expires',
  'users < password_links': 'the last ones, until they expire',
  'users < address_links': '5 in the lifetime of one',
  'users < recovery_codes': '10',
  'users < text_codes': 'one',
  'users < saml_identities': 'one for each identity provider',
  'users < memberships': '10,000 organizations; other requests are read meanwhile',
  'users < tokens': '100',
  'sessions < saml_requests': 'one for each sign-out under way',
  'sessions < saml_sessions': 'one',
  'memberships < team_members': '10,000 teams of an organization',
  'workspaces < tag_bindings': '25',
  'workspaces < policy_set_targets': '10,000 policy sets of an organization, as target or as exclusion',
  'workspaces < policy_exemptions': '1,000 of an organization',
  'workspaces < policy_exemption_requests':
    'at most 200 open requests, and decided requests until their evaluations expire',
  'workspaces < policy_approvals': 'at most 200 approvals in force, and approvals that ended in the last 90 days',
  'workspaces < team_access': 'one for each team',
  'workspaces < policy_override_delegations': '1,000 of an organization',
  'workspaces < policy_parameter_overrides': 'one for each parameter, 1,000 of a policy set',
  'workspaces < policy_inputs': '1,000 of an organization',
  'workspaces < policy_replays': 'an organization has few',
  'workspaces < policy_replay_inputs': '500 of a replay',
  'workspaces < workspace_modules': '200, one for each module call that is read from a plan',
  'projects < workspaces': 'none: a project with workspaces is not deleted',
  'projects < tag_bindings': '25',
  'projects < policy_set_targets': '10,000 policy sets of an organization, as target or as exclusion',
  'projects < team_access': 'one for each team',
  'projects < policy_override_delegations': '1,000 of an organization',
  'projects < policy_parameter_overrides': 'one for each parameter, 1,000 of a policy set',
};

onEachEngine('The number of rows that a deletion removes by cascade is bounded', async (world) => {
  const atOnce = new Set(['users', 'sessions', 'memberships', 'workspaces', 'projects']);

  const references = await readReferences(world.context.database);

  const linked = references
    .filter(({ parent }) => atOnce.has(parent))
    .map(({ parent, table }) => `${parent} < ${table}`);
  const known = Object.keys(boundsOf).filter((each) => world.engine === 'sqlite' || !each.endsWith('user_numbers'));
  assert.deepEqual([...new Set(linked)].toSorted(), known.toSorted());
});

onEachEngine('A deleted team disappears immediately and grants no rights', async (world) => {
  const home = await world.home();
  const team = await newTeam(world, home, ['manage-teams']);
  const workspace = await newWorkspace(home, 'app');
  const member = await newMember(world, home, team);
  const token = await clientOfOwner(world, {
    kind: 'team',
    id: team,
    organizationId: home.organization.id,
  });
  const delegations = `/organizations/${home.name}/policy-override-delegations`;
  const related = { team: { data: { type: 'teams', id: team } }, ...inWorkspace(workspace) };
  const delegation = await home.client.post(delegations, documentOf('policy-override-delegations', {}, related));
  const teams = `/organizations/${home.name}/teams`;
  const creating = (name: string) => member.client.post(teams, documentOf('teams', { name }));
  const before = [await creating('first'), await token.get(`/teams/${team}`), delegation];

  const deleted = await home.client.delete(`/teams/${team}`);

  assert.deepEqual([before.map(({ status }) => status), deleted.status], [[201, 200, 201], 204]);
  assert.equal((await creating('second')).status, 404);
  assert.equal((await token.get(`/organizations/${home.name}`)).status, 401);
  const { name } = (await home.client.get(`${teams}`)).body.data[0].attributes;
  assert.equal(name, 'first');
  const gone = [`/teams/${team}`, `/teams/${team}/authentication-tokens`, `${delegations}/${delegation.body.data.id}`];
  for (const path of gone) assert.equal((await home.client.get(path)).status, 404, path);
  assert.deepEqual((await home.client.get(delegations)).body.data, []);
  const memberships = (await home.client.get(`/organizations/${home.name}/organization-memberships`)).body.data;
  const named = memberships.flatMap((each: { relationships: { teams: { data: { id: string }[] } } }) =>
    each.relationships.teams.data.map(({ id }) => id),
  );
  assert.ok(!named.includes(team), `${named}`);
  assert.equal((await home.client.delete(`/teams/${team}`)).status, 404);
  assert.equal(await rowsOf(world, 'teams'), 3, 'its row is still there');
  await removeDeleted(world);
  assert.deepEqual(
    [await rowsOf(world, 'teams'), await rowsOf(world, 'team_members'), await rowsOf(world, 'tokens')],
    [2, 1, 2],
  );
  assert.equal(await rowsOf(world, 'policy_override_delegations'), 0);
});

onEachEngine('A deleted version disappears immediately, and its downloads are removed later', async (world) => {
  const home = await world.home();
  await newModule(home);
  await newPublished(world, home, '1.0.0');
  await newPublished(world, home, '2.0.0');
  const pending = await newVersion(world, home, '3.0.0');
  const path = `${modulePath(home)}/1.0.0`;
  const { id } = (await home.client.get(path)).body.data;
  const counts = 1_000;
  await run(
    world,
    `insert into module_downloads (version_id, consumer, count, last_downloaded_at)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${counts})
      select '${id}', 'user:' || i, 1, '2026-01-01T00:00:00.000Z' from n`,
  );

  const deleted = await home.client.delete(path);
  await home.client.delete(`${modulePath(home)}/3.0.0`);
  const left = await rowsOf(world, 'module_downloads');
  const answers = [
    await home.client.get(path),
    await home.client.get(`${path}/downloads`),
    await home.client.delete(path),
    await send(world, pending, smallArchive),
  ];
  const modules = await home.client.get(`/organizations/${home.name}/registry-modules`);
  await newPublished(world, home, '1.0.0');
  await removeDeleted(world);

  assert.deepEqual([deleted.status, left], [204, counts]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 404, 404],
  );
  assert.equal(modules.body.data.length, 1);
  assert.equal((await home.client.get(path)).status, 200);
  assert.deepEqual(
    [await rowsOf(world, 'module_downloads'), await rowsOf(world, 'module_versions'), await rowsOf(world, 'modules')],
    [0, 2, 1],
  );
  assert.equal(await rowsOf(world, 'tenants'), 1);
});

onEachEngine('Deleting a workspace changes none of its evaluations', async (world) => {
  const home = await world.home();
  const workspace = await newWorkspace(home, 'app');
  const document = evaluationIn(workspace);
  const created = await home.client.post(`/organizations/${home.name}/evaluations`, document);
  const path = `/policy-evaluations/${created.body.data.id}`;
  const before = (await home.client.get(path)).body.data.relationships;

  const deleted = await home.client.delete(`/workspaces/${workspace}`);
  const after = (await home.client.get(path)).body.data.relationships;

  assert.deepEqual([created.status, deleted.status], [201, 204]);
  assert.equal(before.workspace.data.id, workspace);
  assert.equal(after.workspace.data, null);
  const rows = query()((db) => db.selectFrom('policy_evaluations').select('workspace_id'));
  assert.deepEqual(await world.context.database.rows(rows, {}), [{ workspace_id: workspace }]);
});

onEachEngine('Deleting an account deletes all its memberships and no others', async (world) => {
  const home = await world.home();
  const admin = await world.person({ isAdmin: true });
  const { user } = await newMember(world, home);
  const organizations = `with recursive n (i) as (select 1001 union all select i + 1 from n where i < 3000)`;
  const now = '2026-01-01T00:00:00.000Z';
  const membersOf = (id: string) => `${organizations} select '${id}-' || i, 'org-' || i, '${id}', '${now}' from n`;
  const all = `(id, organization_id, user_id, created_at)`;
  for (const text of [
    `insert into tenants (id) ${organizations} select 'org-' || i from n`,
    `insert into organizations (id, name, name_key, email, default_project_id, created_at)
      ${organizations} select 'org-' || i, 'n' || i, 'n' || i, 'n@example.com', 'p', '${now}' from n`,
    `insert into teams (id, organization_id, name, name_key, visibility, created_at)
      ${organizations} select 'team-' || i, 'org-' || i, 'n', 'n', 'secret', '${now}' from n`,
    `insert into memberships ${all} ${membersOf(user.id)}`,
    `insert into memberships ${all} ${membersOf(home.owner.user.id)}`,
    `insert into team_members (membership_id, team_id)
      select id, 'team-' || substr(organization_id, 5) from memberships where organization_id like 'org-____'`,
  ])
    await run(world, text);

  const deleted = await admin.client.delete(`/admin/users/${user.id}`);

  assert.equal(deleted.status, 204);
  assert.deepEqual([await rowsOf(world, 'memberships'), await rowsOf(world, 'team_members')], [2_001, 2_001]);
  assert.equal((await admin.client.get(`/admin/users/${user.id}`)).status, 404);
});

onEachEngine('Deleting an account changes none of the tokens that it has created', async (world) => {
  const home = await world.home();
  const admin = await world.person({ isAdmin: true });
  const other = await newMember(world, home);
  const team = await newTeam(world, home, []);
  const path = `/teams/${team}/authentication-tokens`;
  await home.client.post(path, documentOf('authentication-tokens', { description: 'one' }));
  await run(world, `update tokens set created_by_id = '${other.user.id}' where team_id is not null`);
  const creatorOf = async () => (await home.client.get(path)).body.data[0].relationships['created-by'].data;
  const before = await creatorOf();

  const deleted = await admin.client.delete(`/admin/users/${other.user.id}`);

  assert.equal(deleted.status, 204);
  assert.equal(before.id, other.user.id);
  assert.equal(await creatorOf(), null);
  assert.equal(
    (await home.client.get(`/organizations/${home.name}/team-tokens`)).body.data[0].relationships['created-by'].data,
    null,
  );
  const rows = query()((db) => db.selectFrom('tokens').select('created_by_id').where('team_id', '=', team));
  assert.deepEqual(await world.context.database.rows(rows, {}), [{ created_by_id: other.user.id }]);
});
