import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { type Seed, seed } from '../../../../test/properties/seed.ts';
import { clientOf } from '../../../../test/support/client.ts';
import { declaredTables } from '../../../../test/support/declared-tables.ts';
import { insertPolicies, newPolicy } from '../../../../test/support/policies.ts';
import { removeDeleted } from '../../../../test/support/removal.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { openRemoval, type RowKey } from '../../../runtime/jobs/removal.ts';
import { removalProgress } from './store.ts';

const clientFor = ({ url }: World, { tokens }: Seed, caller: keyof Seed['tokens']) => clientOf(url, tokens[caller]);

/**
 * Tables that still contain rows after an organization has been deleted. These are accounts and their records, audit
 * records, module archives (which another job deletes) and settings (because locking the single sign-on settings
 * creates a row).
 */
const staying = [
  'users',
  'user_numbers',
  'tokens',
  'password_links',
  'audit_records',
  'audit_memberships',
  'module_archives',
  'module_chunks',
  'settings',
];

const settingsDocuments = query()((db) => db.selectFrom('settings').select('document'));

/** Returns the number of rows in each table that contains only data of organizations. */
const rowCounts = async ({ engine, context: { database } }: World): Promise<Readonly<Record<string, number>>> => {
  const tables = (await declaredTables()).map(({ table }) => table);
  const counts: Record<string, number> = {};
  for (const table of tables.filter((name) => !staying.includes(name))) {
    if (table === 'leases' || (table === 'policy_numbers' && engine === 'postgres')) continue;
    const count = query()((db) => ({
      compile: () => sql<{ total: number }>`select count(*) as total from ${sql.table(table)}`.compile(db),
    }));
    counts[table] = (await database.first(count, {}))?.total ?? 0;
  }
  return counts;
};

const policiesLeft = query()((db) => db.selectFrom('policies').select(({ fn }) => fn.countAll<number>().as('total')));

onEachEngine('A deleted organization disappears immediately, and the job removes all its rows', async (world) => {
  const before = await rowCounts(world);
  const seeded = await seed(world, 'gone');
  const owner = clientFor(world, seeded, 'owner');
  const full = await rowCounts(world);
  const paths = [
    '/organizations/gone',
    '/organizations/gone/policies',
    `/policies/${seeded.ids.policy}`,
    `/policies/${seeded.ids.policy}/download`,
    `/policy-sets/${seeded.ids['policy-set']}`,
    `/policy-set-versions/${seeded.ids['policy-set-version']}`,
    `/policy-evaluations/${seeded.ids['policy-evaluation']}`,
    `/policy-exemptions/${seeded.ids['policy-exemption']}`,
    `/policy-replays/${seeded.ids['policy-replay']}`,
    `/teams/${seeded.ids.team}`,
    `/workspaces/${seeded.ids.workspace}`,
    `/projects/${seeded.ids.project}`,
    `/organization-memberships/${seeded.ids.membership}`,
    `/subscriptions/${seeded.ids.subscription}`,
  ];
  for (const path of paths) assert.equal((await owner.get(path)).status, 200, path);

  const deleted = await owner.delete('/organizations/gone');

  assert.equal(deleted.status, 204);
  for (const path of paths) assert.equal((await owner.get(path)).status, 404, path);
  for (const caller of ['organization', 'team'] as const) {
    assert.equal((await clientFor(world, seeded, caller).get('/organizations')).status, 401);
  }
  assert.deepEqual((await owner.get('/organizations')).body.data, []);
  assert.deepEqual((await owner.get('/organization-memberships')).body.data, []);
  assert.equal((await owner.get(`/users/${seeded.ids.user}`)).status, 404, 'they have no organization in common');
  assert.notDeepEqual(await rowCounts(world), before, 'the rows are still there');
  assert.ok(Object.entries(full).filter(([table, rows]) => rows > (before[table] ?? 0)).length > 30);

  await removeDeleted(world);

  assert.deepEqual(await rowCounts(world), before);
  const settings = await world.context.database.rows(settingsDocuments, {});
  assert.ok(settings.every(({ document }) => !document.includes('gone')));
});

onEachEngine('The name of a deleted organization can be given again before its rows are removed', async (world) => {
  const home = await world.home();
  const policy = await newPolicy(home, 'same');
  await home.client.delete(`/organizations/${home.name}`);
  const again = { data: { type: 'organizations', attributes: { name: home.name, email: 'again@example.com' } } };
  const admin = await world.person({ isAdmin: true });

  const created = await admin.client.post('/organizations', again);
  const inIt = await newPolicy({ client: admin.client, name: home.name }, 'same');
  await removeDeleted(world);

  assert.equal(created.status, 201);
  assert.equal((await admin.client.get(`/policies/${inIt}`)).status, 200);
  assert.equal((await admin.client.get(`/policies/${policy}`)).status, 404);
});

onEachEngine(
  'A deleted policy, policy set or module is hidden immediately with its dependent records',
  async (world) => {
    const seeded = await seed(world, 'kept');
    const owner = clientFor(world, seeded, 'owner');
    const { ids } = seeded;
    const { policy } = ids;
    const module = `/organizations/kept/registry-modules/private/kept/${ids['module-name']}/${ids['module-provider']}`;
    const listed = async (list: string) => (await owner.get(`/organizations/kept/${list}`)).body.data.length;

    const policyGone = await owner.delete(`/policies/${policy}`);
    const set = await owner.get(`/policy-sets/${ids['policy-set']}`);
    const deleted = [policyGone, await owner.delete(`/policy-sets/${ids['policy-set']}`), await owner.delete(module)];

    assert.deepEqual(
      deleted.map(({ status }) => status),
      [204, 204, 204],
    );
    assert.equal(set.body.data.attributes['policy-count'], 0);
    assert.deepEqual(
      [await listed('policies'), await listed('policy-sets'), await listed('policy-exemptions')],
      [0, 0, 0],
    );
    const gone = [
      `/policies/${policy}`,
      `/policies/${policy}/revisions`,
      `/policy-exemptions/${ids['policy-exemption']}`,
      `/policy-sets/${ids['policy-set']}`,
      `/policy-set-versions/${ids['policy-set-version']}`,
      `/policy-replays/${ids['policy-replay']}`,
      module,
    ];
    for (const path of gone) assert.equal((await owner.get(path)).status, 404, path);
    const evaluation = await owner.get(`/policy-evaluations/${ids['policy-evaluation']}`);
    assert.equal(evaluation.body.data.relationships['policy-set'].data, null);
    await newPolicy({ client: owner, name: 'kept' }, 'policy');
    assert.equal((await world.context.database.first(policiesLeft, {}))?.total, 2, 'the row is still there');
    await removeDeleted(world);
    const counts = await rowCounts(world);
    assert.deepEqual([counts.policies, counts.policy_sets, counts.policy_set_versions, counts.tenants], [1, 0, 0, 1]);
  },
);

onEachEngine('Rows are removed in batches, and an interrupted removal continues', async (world) => {
  const home = await world.home();
  await insertPolicies(world, home, 3_000);
  const { database } = world.context;
  await home.client.delete(`/organizations/${home.name}`);
  const portions: number[] = [];
  const untilCrash = await openRemoval({
    database,
    signal: new AbortController().signal,
    portion: async (work) => {
      if (portions.length === 6) throw new Error('crash');
      const rows = await database.transaction(work);
      portions.push(rows);
      return rows;
    },
  });
  const keys: readonly RowKey[] = [{ id: home.organization.id }];

  await assert.rejects(untilCrash('tenants', keys), /crash/);
  const left = (await database.first(policiesLeft, {}))?.total ?? 0;
  const progress = await database.first(removalProgress, {});
  await removeDeleted(world);

  assert.ok(left > 0 && left < 3_000, `${left} policies are left`);
  assert.ok(
    portions.every((rows) => rows <= 500),
    `${portions}`,
  );
  assert.equal(progress?.tenants, 1);
  assert.equal((await database.first(policiesLeft, {}))?.total, 0);
  assert.equal((await database.first(removalProgress, {}))?.tenants, 0);
});

onEachEngine('A stopping removal does not start another batch', async (world) => {
  const home = await world.home();
  await insertPolicies(world, home, 100);
  await home.client.delete(`/organizations/${home.name}`);
  const stopping = new AbortController();
  const { database } = world.context;
  const removeUnder = await openRemoval({
    database,
    signal: stopping.signal,
    portion: async (work) => {
      const rows = await database.transaction(work);
      stopping.abort();
      return rows;
    },
  });

  await assert.rejects(removeUnder('tenants', [{ id: home.organization.id }]), { name: 'AbortError' });

  assert.ok(((await database.first(policiesLeft, {}))?.total ?? 0) > 0);
});
