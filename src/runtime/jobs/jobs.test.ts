import assert from 'node:assert/strict';
import { longTimeouts } from '../../../test/support/postgres-databases.ts';
import { onEachEngine, type World } from '../../../test/support/world.ts';
import { openDatabase } from '../../db/open.ts';
import { query } from '../../db/query.ts';
import { systemClock } from '../../kernel/clock.ts';
import { type Job, type JobParts, runOnce, startJobs, type Turn } from './jobs.ts';
import { LeaseLost, takeLease } from './leases.ts';

interface LogEntry {
  readonly details: object;
  readonly message: string;
}

/** Returns the components that one instance of the service needs to run jobs, and its log. */
const instance = ({ context }: World, database = context.database) => {
  const logged: LogEntry[] = [];
  const note = (details: object, message: string) => void logged.push({ details, message });
  const parts: JobParts = { database, clock: systemClock, log: { info: note, error: note } };
  return { parts, logged };
};

const jobOf = (run: Job['run'], others: Partial<Job> = {}): Job => ({
  name: 'test',
  intervalMilliseconds: 1,
  run,
  ...others,
});

const fact = query<{ name: string }>()((db, { name }) =>
  db.selectFrom('instance').select('value').where('name', '=', name),
);

const factOf = async ({ context }: World, name: string) => (await context.database.first(fact, { name }))?.value;

const setFact = (name: string, value: string) => (tx: Parameters<Parameters<Turn['transaction']>[0]>[0]) =>
  tx.run((db) =>
    db
      .insertInto('instance')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value })),
  );

/** Sets the expiry time of all leases. By default, this makes all of them expire. */
const endLeases = ({ context }: World, expires_at = '2000-01-01T00:00:00.000Z') =>
  context.database.transaction((tx) => tx.run((db) => db.updateTable('leases').set({ expires_at })));

const leases = query()((db) => db.selectFrom('leases').selectAll());

onEachEngine('A job that one instance is running is not started by others', async (world) => {
  await using second = await openDatabase(world.context.config, longTimeouts);
  const [one, other] = [instance(world), instance(world, second)];
  const [started, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow = jobOf(async () => {
    started.resolve();
    await gate.promise;
  });

  const first = runOnce(one.parts, slow);
  await started.promise;
  const didSecond = await runOnce(
    other.parts,
    jobOf(async () => assert.fail('done twice')),
  );
  gate.resolve();

  assert.equal(didSecond, false);
  assert.equal(await first, true);
});

onEachEngine('If many instances request a free lease at the same time, one gets it', async (world) => {
  await using second = await openDatabase(world.context.config, longTimeouts);
  const { database } = world.context;
  const wanting = Array.from({ length: 10 }, (_, index) =>
    takeLease(
      { database: index % 2 === 0 ? database : second },
      { name: 'test', owner: String(index), milliseconds: 1_000 },
    ),
  );

  const taken = await Promise.all(wanting);

  assert.equal(taken.filter((lease) => lease !== undefined).length, 1);
});

onEachEngine('When an instance has died, another takes over its job after the lease has expired', async (world) => {
  const { parts } = instance(world);
  const job = jobOf(async () => undefined);
  await takeLease(parts, { name: job.name, owner: 'the dead one', milliseconds: 10_000 });

  const before = await runOnce(parts, job);
  await endLeases(world);
  const after = await runOnce(parts, job);

  assert.equal(before, false);
  assert.equal(after, true);
});

onEachEngine('A lease that ends implausibly late because of a wrong clock does not block others', async (world) => {
  const { parts } = instance(world);
  const job = jobOf(async () => undefined);
  await takeLease(parts, { name: job.name, owner: 'of another time', milliseconds: 10_000 });
  await endLeases(world, '2099-01-01T00:00:00.000Z');

  const did = await runOnce(parts, job);

  assert.equal(did, true);
});

onEachEngine('An instance with a wrong clock does not get a longer lease', async (world) => {
  const { parts } = instance(world);
  const before = Date.now();
  world.advance(365 * 86_400_000);

  await takeLease(parts, { name: 'test', owner: 'of another time', milliseconds: 10_000 });

  const [lease] = await world.context.database.rows(leases, {});
  const end = Date.parse(lease?.expires_at ?? '');
  assert.ok(end >= before + 9_000 && end <= Date.now() + 11_000, lease?.expires_at);
});

onEachEngine(
  'An instance that was paused beyond its lease writes nothing after another has taken over',
  async (world) => {
    const { parts } = instance(world);
    const late = await takeLease(parts, { name: 'test', owner: 'late', milliseconds: 10_000 });
    await endLeases(world);
    const next = await takeLease(parts, { name: 'test', owner: 'next', milliseconds: 10_000 });

    const writing = late?.transaction(setFact('written by', 'late'));
    await assert.rejects(async () => writing, LeaseLost);
    await next?.transaction(setFact('written by', 'next'));
    await late?.release();
    const third = await takeLease(parts, { name: 'test', owner: 'third', milliseconds: 10_000 });

    assert.equal(await factOf(world, 'written by'), 'next');
    assert.equal(third, undefined);
  },
);

onEachEngine('An instance that was paused beyond its lease continues if no other has taken over', async (world) => {
  const { parts } = instance(world);
  const lease = await takeLease(parts, { name: 'test', owner: 'only', milliseconds: 10_000 });
  await endLeases(world);

  await lease?.transaction(setFact('written by', 'only'));
  const other = await takeLease(parts, { name: 'test', owner: 'other', milliseconds: 10_000 });

  assert.equal(await factOf(world, 'written by'), 'only');
  assert.equal(other, undefined);
});

onEachEngine('A lease is not taken over during a transaction under it', async (world) => {
  await using second = await openDatabase(world.context.config, longTimeouts);
  const [one, other] = [instance(world), instance(world, second)];
  const lease = await takeLease(one.parts, { name: 'test', owner: 'one', milliseconds: 10_000 });
  await endLeases(world);
  const [started, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];

  const writing = lease?.transaction(async (tx) => {
    started.resolve();
    await gate.promise;
    await setFact('written by', 'one')(tx);
  });
  await started.promise;
  const taking = takeLease(other.parts, { name: 'test', owner: 'other', milliseconds: 10_000 });
  gate.resolve();
  await writing;

  assert.equal(await taking, undefined);
  assert.equal(await factOf(world, 'written by'), 'one');
});

onEachEngine('A job without work writes nothing, not even a lease', async (world) => {
  const { parts } = instance(world);
  const job = jobOf(async () => assert.fail('done'), { isDue: async () => false });

  const did = await runOnce(parts, job);

  assert.equal(did, false);
  assert.deepEqual(await world.context.database.rows(leases, {}), []);
});

onEachEngine('A failed job is logged and runs again at its next interval', async (world) => {
  const { parts, logged } = instance(world);
  const done = Promise.withResolvers<void>();
  const failure = new Error('not yet');
  const attempts: number[] = [];
  const job = jobOf(async () => {
    attempts.push(attempts.length);
    if (attempts.length === 1) throw failure;
    done.resolve();
  });

  await using _jobs = startJobs(parts, [job]);
  await done.promise;

  assert.deepEqual(logged[0]?.details, { job: 'test', error: failure });
});

onEachEngine('An instance keeps a lease between runs and releases it when it stops', async (world) => {
  const [one, other] = [instance(world), instance(world)];
  const [ranTwice, turns]: [PromiseWithResolvers<void>, number[]] = [Promise.withResolvers(), []];
  const job = jobOf(async () => {
    turns.push(turns.length);
    if (turns.length === 2) ranTwice.resolve();
  });
  const jobs = startJobs(one.parts, [job]);

  await ranTwice.promise;
  const [lease] = await world.context.database.rows(leases, {});
  const whileItRuns = await runOnce(other.parts, job);
  await jobs[Symbol.asyncDispose]();
  const afterItsEnd = await runOnce(other.parts, job);

  assert.equal(lease?.epoch, 1);
  assert.equal(whileItRuns, false);
  assert.equal(afterItsEnd, true);
});

onEachEngine('Disposing aborts a running job and waits for it, and does not wait for idle jobs', async (world) => {
  const { parts } = instance(world);
  const started = Promise.withResolvers<void>();
  const stopped: string[] = [];
  const busy = jobOf(async ({ signal }) => {
    started.resolve();
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    stopped.push('busy');
  });
  const resting = jobOf(async () => undefined, { name: 'resting', intervalMilliseconds: 3_600_000 });
  const jobs = startJobs(parts, [busy, resting]);

  await started.promise;
  await jobs[Symbol.asyncDispose]();

  assert.deepEqual(stopped, ['busy']);
});
