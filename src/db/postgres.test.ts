import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { freshDatabase } from '../../test/support/database.ts';
import { openProxy } from '../../test/support/proxy.ts';
import { Unavailable } from '../lib/unavailable.ts';
import { openPostgres } from './postgres.ts';
import { query } from './query.ts';

const facts = query()((db) => db.selectFrom('instance').select('name'));

const breakConnections = async (connectionString: string): Promise<void> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  await client.end();
};

test('a connection that breaks within a transaction fails that transaction and nothing else', async () => {
  await using location = await freshDatabase('postgres');
  const url = location.databaseUrl ?? '';
  await using database = openPostgres(url);

  const broken = database.transaction(async (tx) => {
    await tx.rows(facts, {});
    await breakConnections(url);
    await tx.rows(facts, {});
  });

  await assert.rejects(broken, Unavailable);
  assert.deepEqual(await database.rows(facts, {}), []);
});

const impatience = { statement: 500, answer: 500 };

test('On a network that swallows everything a query fails, and the next one is answered', async () => {
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

test('Very many long reads at once leave connections for everything else', async () => {
  await using location = await freshDatabase('postgres');
  await using database = openPostgres(location.databaseUrl ?? '');
  const long = query()((db) => db.selectNoFrom(sql<string>`pg_sleep(0.3)`.as('slept')));

  const ended: string[] = [];
  const scans = Array.from({ length: 12 }, () => database.scan(long, {}).then(() => ended.push('long')));
  await database.rows(facts, {}).then(() => ended.push('short'));
  await Promise.all(scans);

  assert.equal(ended[0], 'short');
  assert.equal(ended.length, 13);
});
