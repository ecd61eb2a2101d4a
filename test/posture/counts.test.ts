// After random changes and the repair job, the figures that the service reports equal a full count of all rows.
// `POSTURE_CHANGES` is the number of changes.
import assert from 'node:assert/strict';
import { countRepairJob, recountJob } from '../../src/domains/policies/posture/repair.ts';
import { runOnce } from '../../src/runtime/jobs/jobs.ts';
import { rawStatement } from '../support/raw-statement.ts';
import { onEachEngine } from '../support/world.ts';
import { randomChanges, randomNumbers } from './changes.ts';
import { recount, shownFigures } from './recount.ts';

// biome-ignore lint/style/noProcessEnv: a test run is configured by its environment.
const { POSTURE_CHANGES = '150', POSTURE_SEED = '1' } = process.env;
const [changes, seed] = [Number(POSTURE_CHANGES), Number(POSTURE_SEED)];
/** Number of changes between two comparisons of all figures. */
const portion = 50;

onEachEngine('The figures of an organization equal a full count, whatever has changed', async (world) => {
  const home = await world.home();
  const change = await randomChanges(world, home, randomNumbers(seed));
  const compare = async (what: string) => {
    await runOnce(world.context, countRepairJob(world.context));
    assert.deepEqual(await shownFigures(home), await recount(world, home), what);
  };

  for (let made = 1; made <= changes; made += 1) {
    await change();
    if (made % portion === 0) await compare(`seed ${seed}, after ${made} changes`);
  }
});

onEachEngine('Wrong counts are repaired after a day', async (world) => {
  const home = await world.home();
  const change = await randomChanges(world, home, randomNumbers(7));
  for (let made = 0; made < 60; made += 1) await change();
  await runOnce(world.context, countRepairJob(world.context));
  const right = await recount(world, home);
  for (const statement of [
    'update policy_evaluation_days set failed = failed + 3, passed = 0',
    'update policy_outcome_days set errored = errored + 2',
    "delete from policy_outcome_days where policy_name like '%1'",
  ]) {
    await world.context.database.transaction((tx) => tx.run(rawStatement(statement)));
  }

  const broken = await shownFigures(home);
  world.advance(26 * 3_600_000);
  await runOnce(world.context, recountJob(world.context));
  const mended = await shownFigures(home);

  assert.notDeepEqual(broken, right);
  assert.deepEqual(mended, await recount(world, home));
});
