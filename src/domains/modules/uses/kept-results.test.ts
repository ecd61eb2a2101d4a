// Tests of evaluations if the modules of their workspace cannot be read or stored, or if an instance of the previous
// release has stored them.
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { created, evaluatedIn, evaluationIn, pathOf } from '../../../../test/support/evaluations.ts';
import { planCalling } from '../../../../test/support/plans-with-modules.ts';
import { rawStatement } from '../../../../test/support/raw-statement.ts';
import { seedModule } from '../../../../test/support/seeded-modules.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { onEachEngine, openWorld, type World } from '../../../../test/support/world.ts';
import { type Query, query } from '../../../db/query.ts';
import { newPlanReader } from '../../../effects/plan-reading/plan-reader.ts';
import { Unavailable } from '../../../lib/errors/unavailable.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { evaluationJob } from '../../policies/evaluations/job.ts';
import { chunkAt } from '../../policies/evaluations/store.ts';
import { planReader } from '../../policies/services.ts';

const rows = query()((db) =>
  db.selectFrom('workspace_modules').select(['workspace_id', 'organization_id', 'requested']).orderBy('workspace_id'),
);

/** Returns the stored versions and constraints of the modules that workspaces use. */
const requestedIn = async ({ context: { database } }: World): Promise<readonly string[]> =>
  (await database.rows(rows, {})).map(({ requested }) => requested);

const change = ({ context: { database } }: World, text: string): Promise<unknown> =>
  database.transaction((tx) => tx.run(rawStatement(text)));

const timeout = () => Promise.reject(new Unavailable('canceling statement due to statement timeout'));

/** Provides a plan reader that cannot read plans while `isSlow` of the returned value is true. */
function slowReader({ context: { core } }: World): { isSlow: boolean } {
  const state = { isSlow: true };
  const reader = core.use(newPlanReader());
  const read: typeof reader = Object.assign(
    (...task: Parameters<typeof reader>) => (state.isSlow ? timeout() : reader(...task)),
    { [Symbol.dispose]: () => undefined },
  );
  planReader.provide(core, read);
  return state;
}

const notStored = /^The modules that the workspace uses were not stored, because/m;

onEachEngine('An evaluation keeps its result if the modules cannot be written', async (world) => {
  const home = await world.home();
  const { address } = await seedModule(world, home);
  const [billing, shop] = [await newWorkspace(home, 'billing'), await newWorkspace(home, 'shop')];
  const plan = planCalling(world, [{ address, version: '1.0.0' }]);
  await evaluatedIn(world, home, billing, plan);

  await change(world, 'create unique index one_workspace on workspace_modules (requested)');
  const { attributes } = await evaluatedIn(world, home, shop, plan);
  await change(world, 'drop index one_workspace');
  const before = await requestedIn(world);
  const repeated = await evaluatedIn(world, home, shop, plan);

  assert.equal(attributes.status, 'passed');
  assert.match(attributes.notices.join('\n'), notStored);
  assert.deepEqual(before, ['1.0.0']);
  assert.doesNotMatch(repeated.attributes.notices.join('\n'), notStored);
  assert.deepEqual(await requestedIn(world), ['1.0.0', '1.0.0']);
  const stored = await world.context.database.rows(rows, {});
  assert.deepEqual(
    stored.map(({ organization_id }) => organization_id),
    [home.organization.id, home.organization.id],
  );
});

test('If storing the modules causes a deadlock, the transaction that stores the result of the evaluation is repeated', async () => {
  await using world = await openWorld('postgres');
  const home = await world.home();
  const { address } = await seedModule(world, home);
  const workspace = await newWorkspace(home, 'shop');
  // The sequence also counts attempts that are rolled back.
  await change(world, 'create sequence attempts');
  await change(
    world,
    `create function conflict_once() returns trigger language plpgsql as $$ begin
      if nextval('attempts') = 1 then raise exception 'a deadlock' using errcode = '40P01'; end if;
      return new;
    end $$`,
  );
  await change(
    world,
    'create trigger conflict before insert on workspace_modules for each row execute function conflict_once()',
  );

  const { attributes } = await evaluatedIn(world, home, workspace, planCalling(world, [{ address, version: '1.0.0' }]));

  assert.equal(attributes.status, 'passed');
  assert.doesNotMatch(attributes.notices.join('\n'), notStored);
  assert.deepEqual(await requestedIn(world), ['1.0.0']);
});

onEachEngine('An evaluation is not repeated if only the modules of its plan cannot be read in time', async (world) => {
  const home = await world.home();
  const { address } = await seedModule(world, home);
  const workspace = await newWorkspace(home, 'shop');
  const plan = planCalling(world, [{ address, version: '1.0.0' }]);
  const { database } = world.context;
  const first = database.first.bind(database);
  const reader = slowReader(world);
  reader.isSlow = false;
  // The engine reads the plan first, and then the plan is searched for the hosts of the registry. Each of them reads the
  // first piece twice.
  const readings = [() => undefined, () => undefined, timeout];
  const failOnce = <Arguments, Row>(wanted: Query<Arguments, Row>, values: Arguments): Promise<Row | undefined> => {
    const isStart = Object.is(wanted, chunkAt) && Reflect.get(Object(values), 'position') === 0;
    return (isStart && readings.shift()?.()) || first(wanted, values);
  };

  const mocked = mock.method(database, 'first', failOnce);
  const searched = await evaluatedIn(world, home, workspace, plan);
  mocked.mock.restore();
  const afterSearch = await requestedIn(world);
  reader.isSlow = true;
  const read = await evaluatedIn(world, home, workspace, planCalling(world, [{ address }]));

  assert.deepEqual([readings.length, searched.attributes.status, afterSearch], [0, 'passed', ['1.0.0']]);
  assert.equal(read.attributes.status, 'passed');
  assert.match(read.attributes.notices.join('\n'), notStored);
  assert.deepEqual(await requestedIn(world), ['1.0.0']);
});

onEachEngine(
  'A newer evaluation that stored no modules does not keep an older one from storing them',
  async (world) => {
    const home = await world.home();
    const { address } = await seedModule(world, home);
    const workspace = await newWorkspace(home, 'shop');
    const path = `/organizations/${home.name}/evaluations`;
    const older = await created({ by: home, path, document: evaluationIn(workspace) });
    const plan = planCalling(world, [{ address, version: '1.0.0' }]);
    world.advance(1_000);
    const reader = slowReader(world);
    const newer = await evaluatedIn(world, home, workspace, plan);
    reader.isSlow = false;

    assert.equal((await home.client.put(pathOf(older.links.upload), plan)).status, 202);
    await runOnce(world.context, evaluationJob(world.context));

    assert.match(newer.attributes.notices.join('\n'), notStored);
    assert.deepEqual(await requestedIn(world), ['1.0.0']);
  },
);

onEachEngine('An evaluation completes modules that an instance of the previous release has stored', async (world) => {
  const home = await world.home();
  const { address } = await seedModule(world, home, { versions: ['1.0.0', '2.0.0'] });
  const workspace = await newWorkspace(home, 'shop');
  const plan = planCalling(world, [{ address, version: '1.0.0' }, { address }]);
  await evaluatedIn(world, home, workspace, plan);
  await change(world, "update workspace_modules set organization_id = null where requested = '1.0.0'");
  world.advance(1_000);

  await evaluatedIn(world, home, workspace, plan);

  assert.deepEqual(
    (await world.context.database.rows(rows, {})).map(({ organization_id }) => organization_id),
    [home.organization.id, home.organization.id],
  );
});
