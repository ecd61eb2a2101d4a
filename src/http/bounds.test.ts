// Tests of the maximum numbers of related records (decisions: wire conventions).
import assert from 'node:assert/strict';
import { rawStatement } from '../../test/support/raw-statement.ts';
import { type Home, onEachEngine, type World } from '../../test/support/world.ts';
import { newId } from '../kernel/ids.ts';

const atOnce = 1_000;

const inPortions = async <One>(all: readonly One[], insert: (some: readonly One[]) => Promise<unknown>) => {
  for (let start = 0; start < all.length; start += atOnce) await insert(all.slice(start, start + atOnce));
};

/**
 * Updates the statistics of PostgreSQL, which otherwise happens about once a minute. Until then, prepared statements
 * use query plans for small tables, and checking a foreign key scans all organizations for each membership.
 */
const updateStatistics = async ({ context: { database } }: World): Promise<void> => {
  if (database.engine === 'sqlite') return;
  await database.transaction((tx) => tx.run(rawStatement('analyze tenants, organizations, memberships')));
};

const newSet = async ({ client, name: home }: Home, name: string): Promise<string> => {
  const document = { data: { type: 'policy-sets', attributes: { name } } };
  return (await client.post(`/organizations/${home}/policy-sets`, document)).body.data.id;
};

onEachEngine('An organization has a bounded number of teams, projects, policy sets and workspaces', async (world) => {
  const home = await world.home();
  const { context } = world;
  const { client, name } = home;
  const organization_id = home.organization.id;
  const at = new Date(context.clock.now()).toISOString();
  const names = (count: number) => Array.from({ length: count }, (_, index) => `seeded-${index}`);
  const common = { organization_id, created_at: at };
  const project = await client.post(`/organizations/${name}/projects`, {
    data: { type: 'projects', attributes: { name: 'one' } },
  });
  await context.database.transaction(async (tx) => {
    const team = {
      ...common,
      is_owners: 0,
      visibility: 'secret',
      permissions: 0,
      allows_member_tokens: 0,
      sso_team_id: null,
    } as const;
    const set = { ...common, description: null, kind: 'native', updated_at: at } as const;
    const { id: project_id } = project.body.data;
    const workspace = { ...common, project_id, description: null, compat: '{}', updated_at: at };
    await inPortions(names(9_999), async (some) => {
      await tx.run((db) =>
        db.insertInto('teams').values(some.map((each) => ({ ...team, id: newId('team'), name: each, name_key: each }))),
      );
      await tx.run((db) =>
        db.insertInto('policy_sets').values(some.map((each) => ({ ...set, id: newId('polset'), name: each }))),
      );
    });
    await inPortions(names(9_998), (some) =>
      tx.run((db) =>
        db
          .insertInto('projects')
          .values(some.map((each) => ({ ...common, id: newId('prj'), name: each, description: null, compat: '{}' }))),
      ),
    );
    await inPortions(names(100_000), (some) =>
      tx.run((db) =>
        db.insertInto('workspaces').values(some.map((each) => ({ ...workspace, id: newId('ws'), name: each }))),
      ),
    );
  });
  await newSet(home, 'one');
  const create = (path: string) =>
    client.post(`/organizations/${name}/${path}`, { data: { type: path, attributes: { name: 'one-more' } } });

  const refused = [];
  for (const path of ['teams', 'projects', 'policy-sets', 'workspaces']) refused.push(await create(path));

  assert.deepEqual(
    refused.map(({ status, body }) => [status, body.errors[0].detail]),
    [
      [422, 'An organization can have at most 10000 teams'],
      [422, 'An organization can have at most 10000 projects'],
      [422, 'An organization can have at most 10000 policy sets'],
      [422, 'An organization can have at most 100000 workspaces'],
    ],
  );
});

onEachEngine('An account can be a member of at most 10,000 organizations', async (world) => {
  const { context } = world;
  const [home, { user }] = [await world.home(), await world.person()];
  const created_at = new Date(context.clock.now()).toISOString();
  const ids = Array.from({ length: 10_000 }, () => newId('org'));
  await inPortions(ids, async (some) => {
    const rows = some.map((id) => ({
      id,
      name: id,
      name_key: id,
      email: 'a@example.com',
      default_project_id: '',
      created_at,
    }));
    const members = some.map((organization_id) => ({
      id: newId('ou'),
      organization_id,
      user_id: user.id,
      created_at,
    }));
    await context.database.transaction(async (tx) => {
      await tx.run((db) => db.insertInto('tenants').values(some.map((id) => ({ id, removed_at: null }))));
      await tx.run((db) => db.insertInto('organizations').values(rows));
      await tx.run((db) => db.insertInto('memberships').values(members));
    });
    await updateStatistics(world);
  });

  const refused = await home.client.post(`/organizations/${home.name}/organization-memberships`, {
    data: { type: 'organization-memberships', attributes: { email: user.email } },
  });

  assert.equal(refused.status, 422);
  assert.equal(refused.body.errors[0].detail, 'An account can be a member of at most 10000 organizations');
});

onEachEngine(
  'A list of policy sets truncates 10,000 workspaces each, and a single policy set has all of them',
  async (world) => {
    const home = await world.home();
    const { context } = world;
    const { client, name } = home;
    const at = new Date(context.clock.now()).toISOString();
    const project = await client.post(`/organizations/${name}/projects`, {
      data: { type: 'projects', attributes: { name: 'one' } },
    });
    const ids = Array.from({ length: 10_000 }, () => newId('ws'));
    const workspace = {
      organization_id: home.organization.id,
      project_id: project.body.data.id,
      description: null,
      compat: '{}',
      created_at: at,
      updated_at: at,
    };
    const sets = [await newSet(home, 'a'), await newSet(home, 'b')];
    await context.database.transaction((tx) =>
      inPortions(ids, async (some) => {
        await tx.run((db) => db.insertInto('workspaces').values(some.map((id) => ({ ...workspace, id, name: id }))));
        for (const policy_set_id of sets) {
          const target = { policy_set_id, project_id: null, is_exclusion: 0 };
          const rows = some.map((workspace_id) => ({ ...target, workspace_id }));
          await tx.run((db) => db.insertInto('policy_set_targets').values(rows));
        }
      }),
    );

    const { body } = await client.get(`/organizations/${name}/policy-sets`);
    const alone = await client.get(`/policy-sets/${sets[0]}`);
    const full = await client.post(`/policy-sets/${sets[0]}/relationships/workspaces`, {
      data: [{ type: 'workspaces', id: newId('ws') }],
    });

    for (const { relationships, links } of body.data) {
      const { data, meta, links: its } = relationships.workspaces;
      assert.deepEqual([data.length, meta, its], [100, { count: 10_000 }, { related: `${links.self}/workspaces` }]);
    }
    assert.equal(alone.body.data.relationships.workspaces.data.length, 10_000);
    assert.equal(full.status, 422);
  },
);
