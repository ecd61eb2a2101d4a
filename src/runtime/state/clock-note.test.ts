import assert from 'node:assert/strict';
import { onEachEngine, system, type World } from '../../../test/support/world.ts';
import { jobsOf } from '../../domains/index.ts';
import { confirmTheClock } from '../../domains/instance/index.ts';
import { timestamp } from '../../kernel/clock.ts';
import { type Job, runOnce } from '../jobs/jobs.ts';
import { clockNote } from './clock-note.ts';

const [second, minute, hour] = [1_000, 60_000, 3_600_000];

const job: Job = { name: 'test', intervalMilliseconds: 1, run: async () => undefined };

/** Runs a job that depends on the current time, at the time `now`. Returns whether it ran. */
const runAt = ({ context }: World, now: number, others: Partial<Job> = { needsClock: true }) =>
  runOnce({ ...context, clock: { now: () => now } }, { ...job, ...others });

onEachEngine(
  'While the clock is behind the recorded time, jobs that delete or renew by time do not run',
  async (world) => {
    const right = world.context.clock.now();
    await runAt(world, right);

    const behind = [await runAt(world, right - hour), await runAt(world, right - hour, {})];
    const note = await clockNote.read(world.context.database);
    const nearlyRight = await runAt(world, right - 30 * second);

    assert.deepEqual(behind, [false, true]);
    assert.equal(note, timestamp(right));
    assert.equal(nearlyRight, true);
    const waiting = jobsOf(world.context).filter(({ needsClock }) => needsClock);
    assert.deepEqual(waiting.map(({ name }) => name).toSorted(), [
      'data-retention',
      'housekeeping',
      'module-archives',
      'oidc-keys',
    ]);
  },
);

onEachEngine('The time is recorded every ten minutes', async (world) => {
  const start = world.context.clock.now();
  const notes = [];

  for (const passed of [0, 9 * minute, 10 * minute]) {
    await runAt(world, start + passed);
    notes.push(await clockNote.read(world.context.database));
  }

  assert.deepEqual(notes, [timestamp(start), timestamp(start), timestamp(start + 10 * minute)]);
});

onEachEngine('After a clock was ahead, jobs continue when an operator confirms the correct time', async (world) => {
  const right = world.context.clock.now();
  await runAt(world, right + 365 * 24 * hour);

  const corrected = await runAt(world, right);
  const confirmation = await confirmTheClock({ ...world.context, clock: { now: () => right } }, system);
  const confirmed = await runAt(world, right);

  assert.deepEqual([corrected, confirmed], [false, true]);
  assert.deepEqual(confirmation, { note: timestamp(right + 365 * 24 * hour), at: timestamp(right) });
});
