// Tests of SQLite changes that are committed together.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { rawStatement } from '../../../test/support/raw-statement.ts';
import { ConstraintViolation } from '../../lib/errors/constraint-violation.ts';
import { TransactionOver } from '../database.ts';
import { query } from '../query.ts';
import { inSavepoint } from '../savepoint.ts';
import { openSqlite } from './database.ts';

const openIn = async (t: TestContext) => {
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-changes-'));
  const path = join(folder, 'tipstaff.db');
  const database = openSqlite(path);
  t.after(async () => {
    await database[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  const change = (...statements: readonly string[]) =>
    database.transaction(async (tx) => {
      for (const statement of statements) await tx.run(rawStatement(statement));
    });
  await change('create table counters (id integer primary key, value integer)', 'insert into counters values (1, 0)');
  return { path, database, change };
};

const value = query()((db) => ({ compile: () => sql<{ value: number }>`select value from counters`.compile(db) }));
const count = 'update counters set value = value + 1 where id = 1';

test('Changes that wait for each other share one write to the disk', async (t) => {
  const { path, change } = await openIn(t);
  const written = (): number => statSync(`${path}-wal`).size;
  const start = written();
  await change(count);
  const alone = written() - start;

  await Promise.all(Array.from({ length: 20 }, () => change(count)));

  const together = written() - start - alone;
  assert.ok(together <= 4 * alone, `20 changes wrote ${together} bytes, where one writes ${alone}`);
});

test('If a commit fails, none of its changes is acknowledged, and later changes succeed', async (t) => {
  const { database, change } = await openIn(t);
  await change('create table parts (counter integer references counters)');
  const effects: string[] = [];
  const counted = () =>
    database.transaction(async (tx) => {
      tx.afterCommit(() => void effects.push('counted'));
      await tx.run(rawStatement(count));
    });

  // Violates a foreign key that is checked only at the commit.
  const orphan = change('pragma defer_foreign_keys = on', 'insert into parts values (2)');
  const results = await Promise.allSettled([counted(), orphan, counted()]);
  await counted();

  assert.deepEqual(
    results.map((each) => each.status === 'rejected' && each.reason instanceof ConstraintViolation),
    [true, true, true],
  );
  assert.deepEqual(effects, ['counted']);
});

test('If a statement ends the transaction, no later statement has an effect, even if the error is ignored', async (t) => {
  const { database } = await openIn(t);
  const add = rawStatement('insert into counters (value) values (1)');
  // Fails and rolls back the whole transaction, as SQLite does when the disk is full.
  const ending = rawStatement('insert or rollback into counters values (1, 0)');
  let isRecovered = false;

  const later = database.transaction(async (tx) => {
    await tx.run(add);
    await tx.run(ending).catch(() => undefined);
    await tx.run(add);
  });
  await assert.rejects(later, TransactionOver);
  const last = database.transaction(async (tx) => {
    tx.runAtCommit(add);
    await tx.run(ending).catch(() => undefined);
  });
  await assert.rejects(last, TransactionOver);
  const part = database.transaction((tx) =>
    inSavepoint(
      tx,
      (own) => own.run(ending),
      () => {
        isRecovered = true;
        return 0;
      },
    ),
  );
  await assert.rejects(part, ConstraintViolation);

  assert.equal(isRecovered, false);
  assert.deepEqual(await database.rows(value, {}), [{ value: 0 }]);
});

test('During a long change, other events run between its statements', async (t) => {
  const { database } = await openIn(t);
  const long =
    rawStatement(`insert into counters (value) with recursive n (i) as (select 1 union all select i + 1 from n
    where i < 1000000) select max(i) from n`);
  const seen: string[] = [];

  await database.transaction(async (tx) => {
    setImmediate(() => seen.push('another event'));
    await tx.run(long);
    seen.push('the next statement');
    await tx.run(rawStatement(count));
  });

  assert.deepEqual(seen, ['another event', 'the next statement']);
});

test('A failing effect only affects the caller of its change', async (t) => {
  const { database, change } = await openIn(t);
  const failing = database.transaction(async (tx) => {
    tx.afterCommit(() => assert.fail('no effect'));
    await tx.run(rawStatement(count));
  });

  const results = await Promise.allSettled([failing, change(count), change(count)]);
  await change(count);

  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled'],
  );
});

test('Changes of another process become visible after the snapshot time, even if timers are late', async (t) => {
  const { path, database } = await openIn(t);
  using other = new DatabaseSync(path);
  const valueNow = async () => (await database.rows(value, {}))[0]?.value;
  assert.equal(await valueNow(), 0);

  other.exec(count);
  for (const start = performance.now(); performance.now() - start < 5; );

  assert.equal(await valueNow(), 1);
});

test('Running changes are committed before the database is closed, and later ones are refused', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'tipstaff-changes-'));
  t.after(() => rm(folder, { recursive: true }));
  const database = openSqlite(join(folder, 'tipstaff.db'));
  const change = () =>
    database.transaction((tx) => tx.run(rawStatement('create table if not exists counters (id integer)')));

  const underWay = change();
  await database[Symbol.asyncDispose]();

  await underWay;
  await assert.rejects(change(), /database is not open/);
});
