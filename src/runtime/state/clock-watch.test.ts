import assert from 'node:assert/strict';
import { onEachEngine, system, type World } from '../../../test/support/world.ts';
import { jobsOf } from '../../domains/index.ts';
import { confirmTheClock } from '../../domains/instance/index.ts';
import { timestamp } from '../../kernel/clock.ts';
import { type Job, runOnce } from '../jobs/jobs.ts';
import { openClockWatch, storedDoubt } from './clock-watch.ts';

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

/** A machine whose clock the test sets, on a world's database. */
const machine = (world: World) => {
  const now = { wall: world.context.clock.now(), elapsed: 0 };
  const warnings: string[] = [];
  const log = { info: () => undefined, warn: (_details: object, message: string) => void warnings.push(message) };
  const { database } = world.context;
  const start = () => openClockWatch({ database, log, clock: { now: () => now.wall }, elapsed: () => now.elapsed });
  return {
    now,
    warnings,
    start,
    /** Lets time pass, checked every ten seconds. */
    pass: async (watch: Awaited<ReturnType<typeof start>>, time: number) => {
      for (let passed = 0; passed < time; passed += 10 * second) {
        now.wall += 10 * second;
        now.elapsed += 10 * second;
        await watch.check();
      }
    },
  };
};

onEachEngine(
  'A clock that jumps ahead is not relied upon until it has been right again for ten minutes',
  async (world) => {
    const { now, pass, start, warnings } = machine(world);
    const watch = await start();
    await pass(watch, minute);
    const before = watch.doubt();
    const right = now.wall;

    now.wall += 365 * day;
    await pass(watch, 20 * minute);
    const ahead = watch.doubt();
    const stored = await storedDoubt(world.context.database);
    now.wall -= 365 * day;
    await pass(watch, 9 * minute);
    const early = watch.doubt();
    await pass(watch, 2 * minute);

    assert.equal(before, undefined);
    assert.deepEqual(ahead, {
      expected: timestamp(right + 10 * second),
      seen: timestamp(right + 365 * day + 10 * second),
    });
    assert.deepEqual(stored, ahead);
    assert.deepEqual(early, ahead);
    assert.equal(watch.doubt(), undefined);
    assert.equal(await storedDoubt(world.context.database), undefined);
    assert.equal(warnings.length, 1);
  },
);

onEachEngine('A machine that slept for some hours is relied upon after ten minutes', async (world) => {
  const { now, pass, start } = machine(world);
  const watch = await start();
  await pass(watch, minute);

  now.wall += 8 * hour;
  await watch.check();
  const awake = watch.doubt();
  await pass(watch, 11 * minute);

  assert.notEqual(awake, undefined);
  assert.equal(watch.doubt(), undefined);
});

for (const { what, moved, isDoubted } of [
  { what: 'two days later', moved: 2 * day, isDoubted: false },
  { what: 'two months later', moved: 60 * day, isDoubted: true },
  { what: 'an hour earlier', moved: -hour, isDoubted: true },
]) {
  onEachEngine(`A start ${what} than the last note ${isDoubted ? 'waits' : 'relies upon the clock'}`, async (world) => {
    const { now, pass, start } = machine(world);
    await pass(await start(), minute);

    now.wall += moved;
    now.elapsed = 0;
    const watch = await start();
    await watch.check();

    assert.equal(watch.doubt() !== undefined, isDoubted);
  });
}

onEachEngine('A doubt outlives a restart, and ends with the confirmation of an operator', async (world) => {
  const { now, pass, start } = machine(world);
  const first = await start();
  await pass(first, minute);
  now.wall += 3 * day;
  await first.check();

  now.elapsed = 0;
  const second = await start();
  const restarted = second.doubt();
  await confirmTheClock(world.context, system);
  await Promise.all([first.check(), second.check()]);

  assert.deepEqual(restarted, (await first.doubt()) ?? restarted);
  assert.notEqual(restarted, undefined);
  assert.deepEqual([first.doubt(), second.doubt()], [undefined, undefined]);
  assert.equal(await storedDoubt(world.context.database), undefined);
});

onEachEngine(
  'While the clock is not relied upon, jobs that delete or renew by it wait, and the others run',
  async (world) => {
    const doubt = { expected: timestamp(0), seen: timestamp(1) };
    const parts = { ...world.context, clockWatch: { doubt: () => doubt } };
    const job: Job = { name: 'test', intervalMilliseconds: 1, run: async () => undefined };

    const [careful, other] = [await runOnce(parts, { ...job, needsClock: true }), await runOnce(parts, job)];

    assert.deepEqual([careful, other], [false, true]);
    const waiting = jobsOf(world.context).filter(({ needsClock }) => needsClock);
    assert.deepEqual(waiting.map(({ name }) => name).toSorted(), [
      'data-retention',
      'housekeeping',
      'module-archives',
      'oidc-keys',
    ]);
  },
);
