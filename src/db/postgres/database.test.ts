import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { freshDatabase } from '../../../test/support/database.ts';
import { openProxy } from '../../../test/support/proxy.ts';
import { ConstraintViolation } from '../../lib/errors/constraint-violation.ts';
import { Busy, OutcomeUnknown, Unavailable } from '../../lib/errors/unavailable.ts';
import type { Transaction } from '../database.ts';
import { bound, query, type Statement } from '../query.ts';
import { openPostgres } from './database.ts';

const facts = query()((db) => db.selectFrom('instance').select('name'));

const breakConnections = async (connectionString: string): Promise<void> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
};

const store = (name: string) => (tx: Transaction) =>
  tx.run((db) => db.insertInto('instance').values({ name, value: '' }));

test('A transaction whose connection is lost is restarted and applied once', async () => {
  await using location = await freshDatabase('postgres');
  const url = location.databaseUrl ?? '';
  await using database = openPostgres(url);
  let attempts = 0;

  await database.transaction(async (tx) => {
    attempts += 1;
    await store('made')(tx);
    if (attempts === 1) await breakConnections(url);
    await tx.rows(facts, {});
  });

  assert.equal(attempts, 2);
  assert.deepEqual(await database.rows(facts, {}), [{ name: 'made' }]);
});

test('A transaction whose connection is lost each time fails and changes nothing', async () => {
  await using location = await freshDatabase('postgres');
  const url = location.databaseUrl ?? '';
  await using database = openPostgres(url);
  let attempts = 0;

  const broken = database.transaction(async (tx) => {
    attempts += 1;
    await store('made')(tx);
    await breakConnections(url);
    await tx.rows(facts, {});
  });

  await assert.rejects(broken, Unavailable);
  assert.equal(attempts, 4);
  assert.deepEqual(await database.rows(facts, {}), []);
});

test('Reads continue after all connections were lost', async () => {
  await using location = await freshDatabase('postgres');
  const url = location.databaseUrl ?? '';
  await using database = openPostgres(url);
  await Promise.all([database.rows(facts, {}), database.rows(facts, {}), database.probe()]);

  await breakConnections(url);

  assert.deepEqual(await database.rows(facts, {}), []);
  await database.probe();
});

test('A read skips all connections that were lost unnoticed', async () => {
  await using location = await freshDatabase('postgres');
  await using proxy = await openProxy(location.databaseUrl ?? '');
  await using database = openPostgres(proxy.url);
  const readAtOnce = () => Promise.all(Array.from({ length: 7 }, () => database.rows(facts, {})));
  await Promise.all([readAtOnce(), database.scan(facts, {}), database.scan(facts, {})]);

  proxy.breakAtUse();
  const [read, scanned] = [await database.rows(facts, {}), await database.scan(facts, {})];

  assert.deepEqual([read, scanned], [[], []]);
});

test('Two transactions that deadlock are both applied', async () => {
  await using location = await freshDatabase('postgres');
  await using database = openPostgres(location.databaseUrl ?? '');
  for (const name of ['one', 'other']) await database.transaction(store(name));
  const first = { one: Promise.withResolvers<void>(), other: Promise.withResolvers<void>() };
  const change = (name: string, value: string) => (tx: Transaction) =>
    tx.run((db) => db.updateTable('instance').set({ value }).where('name', '=', name));

  const attempts: string[] = [];
  const both = (['one', 'other'] as const).map((mine) => {
    const theirs = mine === 'one' ? 'other' : 'one';
    return database.transaction(async (tx) => {
      attempts.push(mine);
      await change(mine, `first of ${mine}`)(tx);
      first[mine].resolve();
      await first[theirs].promise;
      await change(theirs, `second of ${mine}`)(tx);
    });
  });
  await Promise.all(both);

  assert.equal(attempts.length, 3);
  const values = query()((db) => db.selectFrom('instance').select('value').orderBy('name'));
  const rows = await database.rows(values, {});
  const last = attempts[2];
  assert.deepEqual(
    rows.map(({ value }) => value),
    last === 'one' ? ['first of one', 'second of one'] : ['second of other', 'first of other'],
  );
});

test('The outcome is unknown if the connection is lost during the commit', async () => {
  await using location = await freshDatabase('postgres');
  await using proxy = await openProxy(location.databaseUrl ?? '');
  await using database = openPostgres(proxy.url, impatience);
  let attempts = 0;

  const written = database.transaction(async (tx) => {
    attempts += 1;
    await store('made')(tx);
    proxy.swallow();
  });

  await assert.rejects(written, OutcomeUnknown);
  assert.equal(attempts, 1);
});

test('Waiting for a lock has a time limit, and the error says to try again', async () => {
  await using location = await freshDatabase('postgres');
  await using database = openPostgres(location.databaseUrl ?? '', { timeouts: { lock: 50 } });
  await database.transaction(store('locked'));
  const gate = Promise.withResolvers<void>();
  const isLocked = Promise.withResolvers<void>();
  const change = (tx: Transaction) => tx.run((db) => db.updateTable('instance').set({ value: 'changed' }));
  const first = database.transaction(async (tx) => {
    await change(tx);
    isLocked.resolve();
    await gate.promise;
  });
  await isLocked.promise;

  const second = database.transaction(change);

  await assert.rejects(second, Busy);
  gate.resolve();
  await first;
});

test('Transactions with the same key leave connections for others, and all are applied', async () => {
  await using location = await freshDatabase('postgres');
  await using database = openPostgres(location.databaseUrl ?? '', { connections: 6 });
  const gate = Promise.withResolvers<void>();
  const [ended, inside] = [[] as string[], { now: 0, max: 0 }];
  const about = (key: string, name: string) =>
    database
      .transaction(async (tx) => {
        tx.queueFor(key);
        inside.now += key === 'large' ? 1 : 0;
        inside.max = Math.max(inside.max, inside.now);
        if (key === 'large') await gate.promise;
        inside.now -= key === 'large' ? 1 : 0;
      })
      .then(() => void ended.push(name));

  const large = Array.from({ length: 8 }, (_, index) => about('large', `large ${index}`));
  await about('small', 'small');
  gate.resolve();
  await Promise.all(large);

  assert.equal(inside.max, 2);
  assert.deepEqual([ended[0], ended.length], ['small', 9]);
});

/** Timeouts in ms that are longer than any statement of these tests, and short enough for tests that wait for them. */
const impatience = { timeouts: { statement: 3_000, answer: 500 } };

test('On a network that drops all packets, a query fails and the next one is answered', async () => {
  await using location = await freshDatabase('postgres');
  await using proxy = await openProxy(location.databaseUrl ?? '');
  await using database = openPostgres(proxy.url, impatience);
  await database.rows(facts, {});

  proxy.swallow();
  const read = database.rows(facts, {});
  await assert.rejects(read, Unavailable);
  const written = database.transaction(async (tx) => {
    await tx.rows(facts, {});
    proxy.swallow();
    await tx.rows(facts, {});
  });
  await assert.rejects(written, Unavailable);

  assert.deepEqual(await database.rows(facts, {}), []);
});

test('Many concurrent long reads leave connections for everything else', async () => {
  await using location = await freshDatabase('postgres');
  await using database = openPostgres(location.databaseUrl ?? '', { timeouts: { lock: 60_000 } });
  const lock = new pg.Client({ connectionString: location.databaseUrl });
  await lock.connect();
  await lock.query('select pg_advisory_lock(1)');
  const long = query()((db) => db.selectNoFrom(sql<string>`pg_advisory_lock_shared(1)::text`.as('lock')));

  const ended: string[] = [];
  const scans = Array.from({ length: 12 }, () => database.scan(long, {}).then(() => ended.push('long')));
  await database.rows(facts, {}).then(() => ended.push('short'));
  await lock.end();
  await Promise.all(scans);

  assert.equal(ended[0], 'short');
  assert.equal(ended.length, 13);
});

test('A statement gives the same result with and without a prepared statement, whatever its values', async () => {
  await using location = await freshDatabase('postgres');
  const url = location.databaseUrl ?? '';
  await using named = openPostgres(url);
  await using unnamed = openPostgres(url, { isPooled: true });
  const values = query<{ text: string | null; number: number | null }>()((db, { text, number }) =>
    db.selectNoFrom([sql<string | null>`${text}::text`.as('text'), sql<number | null>`${number}::int8`.as('number')]),
  );
  const inputs = [
    { text: 'plain', number: 7 },
    { text: 'zwölf € 😀', number: -9_007_199_254_740_991 },
    { text: '', number: 0 },
    { text: null, number: null },
    { text: 'x'.repeat(100_000), number: 1 },
  ];

  for (const database of [named, unnamed]) {
    const answers = [];
    for (const each of inputs) answers.push(await database.first(values, each));
    assert.deepEqual(answers, inputs);
  }
});

test('A prepared change returns the number of affected rows, and the connection stays usable after a failed one', async () => {
  await using location = await freshDatabase('postgres');
  await using database = openPostgres(location.databaseUrl ?? '');
  const insert = query<{ name: string }>()((db, { name }) => db.insertInto('instance').values({ name, value: '' }));
  const clear = query<{ value: string }>()((db, { value }) => db.deleteFrom('instance').where('value', '=', value));
  const run = (...changes: readonly Statement[]) =>
    database.transaction(async (tx) => {
      const counts = [];
      for (const change of changes) counts.push(await tx.run(change));
      return counts;
    });
  const insertion = (name: string) => bound(insert, { name });
  const removal = bound(clear, { value: '' });

  assert.deepEqual(await run(insertion('one'), insertion('other')), [1, 1]);
  await assert.rejects(run(insertion('third'), insertion('one')), ConstraintViolation);
  assert.deepEqual(await run(removal, removal), [2, 0]);
  assert.deepEqual(await database.rows(facts, {}), []);
});
