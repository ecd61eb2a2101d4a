import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPolicy } from '../../../../test/support/policies.ts';
import { type Home, onEachEngine, openWorld, system, type World } from '../../../../test/support/world.ts';
import type { Context } from '../../../context.ts';
import type { Database, Transaction } from '../../../db/database.ts';
import { query } from '../../../db/query.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { type Job, runOnce } from '../../../runtime/jobs/jobs.ts';
import { superseded } from '../../index.ts';
import { removeRetentionPolicy, setRetentionPolicy } from './data-retention.ts';
import * as retention from './purge.ts';

const day = 86_400_000;
const second = 1_000;
const mebibyte = 1_048_576;

const anyPolicy = () => true;
const keepFor = ({ context }: World, days: number) => setRetentionPolicy(context, system, { days, ifMatch: anyPolicy });
const purging = (context: Context): Job => retention.purging(context, superseded);
const previewPurge = (context: Context, days: number) => retention.previewPurge(context, superseded, days);
const purge = ({ context }: World): Promise<boolean> => runOnce(context, purging(context));

const revisions = query()((db) =>
  db.selectFrom('policy_revisions').select(['policy_id', 'number', 'size']).orderBy('policy_id').orderBy('number'),
);
const chunks = query()((db) => db.selectFrom('policy_chunks').select(['policy_id', 'number']));
const records = query()((db) =>
  db.selectFrom('audit_records').select(['change', 'actor']).where('action', '=', 'data-retention.purge').orderBy('id'),
);

const numbersOf = async ({ context }: World, policy: string): Promise<readonly number[]> => {
  const rows = await context.database.rows(revisions, {});
  return rows.filter(({ policy_id }) => policy_id === policy).map(({ number }) => number);
};

const purged = async ({ context }: World) =>
  (await context.database.rows(records, {})).map(({ change }) => JSON.parse(change).after);

const upload = async ({ client }: Home, policy: string, code: string): Promise<void> => {
  const { status } = await client.put(`/policies/${policy}/upload`, code);
  assert.equal(status, 200);
};

const codeOf = async ({ client }: Home, policy: string): Promise<string> => {
  const { status, bytes } = await client.get(`/policies/${policy}/download`);
  assert.equal(status, 200);
  return bytes.toString('utf8');
};

/** Creates a policy with `count` revisions of `size` bytes each. The last revision is the current one. */
const withRevisions = async (world: World, home: Home, count: number, size: number): Promise<string> => {
  const id = await newPolicy(home, `policy-${(await world.context.database.rows(revisions, {})).length}`);
  const bytes = new Uint8Array(size).fill(120);
  const at = timestamp(world.context.clock.now());
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  await world.context.database.transaction(async (tx) => {
    const rows = numbers.map((number) => ({
      id: newId('polrev'),
      policy_id: id,
      number,
      sha256: '',
      size,
      created_by: '{}',
      created_at: at,
    }));
    await tx.run((db) => db.insertInto('policy_revisions').values(rows));
    for (const number of numbers) {
      await tx.run((db) => db.insertInto('policy_chunks').values({ policy_id: id, number, position: 0, bytes }));
    }
    await tx.run((db) => db.updateTable('policies').set({ revision: count }).where('id', '=', id));
  });
  return id;
};

/** Runs a job once. `transaction` is used for the transactions that require the job's lease. */
const runWith = (job: Job, transaction: Database['transaction']): Promise<void> =>
  job.run({ transaction, signal: new AbortController().signal });

onEachEngine(
  'Superseded revisions that are older than the policy allows are deleted with their code, and nothing else',
  async (world) => {
    const home = await world.home();
    const [old, young, single] = [
      await newPolicy(home, 'old'),
      await newPolicy(home, 'young'),
      await newPolicy(home, 'single'),
    ];
    for (const code of ['one', 'two two', 'three']) await upload(home, old, code);
    await upload(home, single, 'only');
    world.advance(31 * day);
    for (const code of ['four', 'five']) await upload(home, young, code);
    await keepFor(world, 30);
    const expected = await previewPurge(world.context, 30);

    const did = await purge(world);
    const again = await purge(world);

    assert.deepEqual([did, again], [true, false]);
    assert.deepEqual(expected, [{ organization: home.name, revisions: 2, bytes: 10 }]);
    assert.deepEqual(await previewPurge(world.context, 30), []);
    assert.deepEqual(await numbersOf(world, old), [3]);
    assert.deepEqual(await numbersOf(world, young), [1, 2]);
    assert.deepEqual(await numbersOf(world, single), [1]);
    assert.equal((await world.context.database.rows(chunks, {})).length, 4);
    assert.deepEqual(await Promise.all([old, young, single].map((id) => codeOf(home, id))), ['three', 'five', 'only']);
    assert.deepEqual(await purged(world), [{ 'delete-older-than-n-days': 30, revisions: 2, bytes: 10 }]);
  },
);

onEachEngine(
  "A revision is deleted when it is older than the policy's days, no matter when it was superseded",
  async (world) => {
    const home = await world.home();
    const policy = await newPolicy(home, 'edge');
    await upload(home, policy, 'first');
    await keepFor(world, 10);
    world.advance(10 * day - 60 * second);
    await upload(home, policy, 'second');

    const early = await purge(world);
    const kept = await numbersOf(world, policy);
    world.advance(60 * second);
    await purge(world);
    await upload(home, policy, 'third');

    assert.equal(early, false);
    assert.deepEqual(kept, [1, 2]);
    assert.deepEqual(await numbersOf(world, policy), [2, 3]);
    assert.equal(await codeOf(home, policy), 'third');
  },
);

onEachEngine('Without a policy nothing is deleted', async (world) => {
  const home = await world.home();
  const policy = await withRevisions(world, home, 3, 10);
  world.advance(4_000 * day);
  await keepFor(world, 1);
  await removeRetentionPolicy(world.context, system, anyPolicy);

  const did = await purge(world);

  assert.equal(did, false);
  assert.deepEqual(await numbersOf(world, policy), [1, 2, 3]);
  assert.deepEqual(await purged(world), []);
});

onEachEngine('Large amounts are deleted in small batches, and one audit entry shows the total', async (world) => {
  const home = await world.home();
  const large = await withRevisions(world, home, 6, 3 * mebibyte);
  const many = await withRevisions(world, home, 251, 1);
  const others: Awaited<ReturnType<typeof newPolicy>>[] = [];
  for (let index = 0; index < 120; index += 1) others.push(await newPolicy(home, `other-${index}`));
  for (const policy of others.slice(0, 5)) for (const code of ['a', 'b']) await upload(home, policy, code);
  world.advance(2 * day);
  await keepFor(world, 1);
  const sizes: number[] = [];
  const total = async (tx: Transaction) => (await tx.rows(revisions, {})).reduce((sum, { size }) => sum + size, 0);
  const watched: Database['transaction'] = (work) =>
    world.context.database.transaction(async (tx) => {
      const before = await total(tx);
      const result = await work(tx);
      sizes.push(before - (await total(tx)));
      return result;
    });

  await runWith(purging(world.context), watched);

  const bytes = 15 * mebibyte + 250 + 5;
  assert.deepEqual(await numbersOf(world, large), [6]);
  assert.deepEqual(await numbersOf(world, many), [251]);
  assert.deepEqual(await purged(world), [{ 'delete-older-than-n-days': 1, revisions: 260, bytes }]);
  assert.ok(Math.max(...sizes) <= 4 * mebibyte);
  assert.ok(sizes.length > 7);
});

onEachEngine(
  'A purge that is interrupted by a crash is continued later, and its audit entry shows the total',
  async (world) => {
    const home = await world.home();
    const policy = await withRevisions(world, home, 5, 3 * mebibyte);
    world.advance(2 * day);
    await keepFor(world, 1);
    const { database } = world.context;
    const turns: number[] = [];
    const crashing: Database['transaction'] = (work) =>
      database.transaction(async (tx) => {
        const result = await work(tx);
        turns.push(turns.length);
        if (turns.length === 3) throw new Error('crash');
        return result;
      });

    await assert.rejects(runWith(purging(world.context), crashing), /crash/);
    const half = await numbersOf(world, policy);
    const records = await purged(world);
    await purge(world);

    assert.deepEqual(half, [3, 4, 5]);
    assert.deepEqual(records, []);
    assert.deepEqual(await numbersOf(world, policy), [5]);
    assert.deepEqual(await purged(world), [{ 'delete-older-than-n-days': 1, revisions: 4, bytes: 12 * mebibyte }]);
  },
);

onEachEngine('Removing the policy stops a running purge immediately', async (world) => {
  const home = await world.home();
  const policy = await withRevisions(world, home, 5, 3 * mebibyte);
  world.advance(2 * day);
  await keepFor(world, 1);
  const { database } = world.context;
  const removing: Database['transaction'] = async (work) => {
    const result = await database.transaction(work);
    await removeRetentionPolicy(world.context, system, anyPolicy).catch(() => undefined);
    return result;
  };

  await runWith(purging(world.context), removing);

  assert.deepEqual(await numbersOf(world, policy), [2, 3, 4, 5]);
  assert.deepEqual(await purged(world), [{ 'delete-older-than-n-days': null, revisions: 1, bytes: 3 * mebibyte }]);
});

onEachEngine('Code that is uploaded during purges is never lost', async (world) => {
  const home = await world.home();
  const policies = await Promise.all([1, 2, 3, 4].map((number) => newPolicy(home, `busy-${number}`)));
  for (const policy of policies) for (const code of ['a', 'b', 'c']) await upload(home, policy, code);
  // The job's clock is three days ahead, so that every upload is old enough to be deleted unless it is the current
  // revision.
  const late = { ...world.context, clock: { now: () => world.context.clock.now() + 3 * day } };
  await keepFor(world, 1);

  const uploading = policies.map(async (policy, index) => {
    for (let round = 0; round < 12; round += 1) await upload(home, policy, `code ${index} ${round}`);
  });
  const purgingOn = [1, 2].map(async () => {
    for (let round = 0; round < 12; round += 1) await runWith(purging(late), late.database.transaction);
  });
  await Promise.all([...uploading, ...purgingOn]);
  await runWith(purging(late), late.database.transaction);

  const codes = await Promise.all(policies.map((policy) => codeOf(home, policy)));
  assert.deepEqual(
    codes,
    policies.map((_, index) => `code ${index} 11`),
  );
  assert.deepEqual(
    await Promise.all(policies.map((policy) => numbersOf(world, policy))),
    policies.map(() => [15]),
  );
  const gone = (await purged(world)).reduce((sum, { revisions: each }) => sum + each, 0);
  assert.equal(gone, 4 * 14);
});

test('A purge skips a policy during an upload, and purges it in the next run', async () => {
  await using world = await openWorld('postgres');
  const home = await world.home();
  const [busy, free] = [await withRevisions(world, home, 3, 10), await withRevisions(world, home, 3, 10)];
  world.advance(2 * day);
  await keepFor(world, 1);
  const [locked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const locking = world.context.database.transaction(async (tx) => {
    await tx.run((db) => db.updateTable('policies').set({ description: 'x' }).where('id', '=', busy));
    locked.resolve();
    await gate.promise;
  });
  await locked.promise;

  await purge(world);
  const during = [await numbersOf(world, busy), await numbersOf(world, free)];
  gate.resolve();
  await locking;
  await purge(world);

  assert.deepEqual(during, [[1, 2, 3], [3]]);
  assert.deepEqual(await numbersOf(world, busy), [3]);
});
