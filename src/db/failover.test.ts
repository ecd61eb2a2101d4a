// Tests of PostgreSQL failover: the primary server becomes unresponsive or read-only, and another server takes over.
import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { freshDatabase } from '../../test/support/database.ts';
import { openProxy } from '../../test/support/proxy.ts';
import { refuseConnections } from '../../test/support/refused-connections.ts';
import { ReadOnly, Unavailable } from '../lib/errors/unavailable.ts';
import type { Transaction } from './database.ts';
import { waitForServer } from './postgres/client.ts';
import { openPostgres } from './postgres/database.ts';
import { query } from './query.ts';

const facts = query()((db) => db.selectFrom('instance').select('name').orderBy('name'));

const store = (name: string) => (tx: Transaction) =>
  tx.run((db) => db.insertInto('instance').values({ name, value: '' }));

/**
 * Makes a database read-only for the role of the tests, like a standby server. Disposing of the result makes it
 * writable again.
 */
const readOnly = async (url: string): Promise<AsyncDisposable> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const name = new URL(url).pathname.slice(1);
  await client.query(`alter database ${name} set default_transaction_read_only = on`);
  await client.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  return {
    [Symbol.asyncDispose]: async () => {
      await client.query('set transaction_read_only = off');
      await client.query(`alter database ${name} reset default_transaction_read_only`).catch(() => undefined);
      await client.end();
    },
  };
};

test('A read-only server is not ready, and changes are tried again later', async () => {
  await using location = await freshDatabase('postgres');
  const url = location.databaseUrl ?? '';
  await using database = openPostgres(url);
  {
    await using _copy = await readOnly(url);

    await assert.rejects(database.transaction(store('made')), Unavailable);
    await assert.rejects(database.probe(), ReadOnly);
    assert.deepEqual(await database.rows(facts, {}), []);
    await assert.rejects(database.transaction(store('made')), Unavailable);
  }

  await database.probe();
  await database.transaction(store('made'));
  assert.deepEqual(await database.rows(facts, {}), [{ name: 'made' }]);
});

/** Returns a connection URL with two hosts. */
const both = (one: string, other: string, rest = ''): string => {
  const [first, second] = [new URL(one), new URL(other)];
  return `${first.href.replace(first.host, `${first.host},${second.host}`)}${rest}`;
};

test('Of two servers, the one that answers is used, and the other one after the first becomes unreachable', async () => {
  await using location = await freshDatabase('postgres');
  const url = location.databaseUrl ?? '';
  const first = await openProxy(url);
  await using second = await openProxy(url);
  await using database = openPostgres(both(first.url, second.url, '?target_session_attrs=read-write'));
  await database.transaction(store('before'));

  await first[Symbol.asyncDispose]();
  await database.transaction(store('after'));
  const read = await database.rows(facts, {});
  await database.probe();

  assert.deepEqual(read, [{ name: 'after' }, { name: 'before' }]);
});

test('Unresponsive connections are dropped together, and their waiting statements are tried again', async () => {
  await using location = await freshDatabase('postgres');
  await using proxy = await openProxy(location.databaseUrl ?? '');
  await using database = openPostgres(proxy.url, { timeouts: { silence: 500 } });
  await database.probe();
  let attempts = 0;

  await database.transaction(async (tx) => {
    attempts += 1;
    await tx.rows(facts, {});
    if (attempts === 1) proxy.swallow();
    await store('made')(tx);
  });

  // On a busy machine, the server may seem unresponsive more than once, which causes further attempts.
  assert.ok(attempts >= 2);
  assert.deepEqual(await database.rows(facts, {}), [{ name: 'made' }]);
});

test('The locks of a transaction whose connection became unresponsive are released', async () => {
  await using location = await freshDatabase('postgres');
  await using proxy = await openProxy(location.databaseUrl ?? '');
  await using database = openPostgres(proxy.url, { timeouts: { silence: 1_000, statement: 1_000 } });
  await database.probe();
  let attempts = 0;

  await database.transaction(async (tx) => {
    attempts += 1;
    await store('made')(tx);
    if (attempts === 1) proxy.swallow();
    await tx.rows(facts, {});
  });

  assert.ok(attempts >= 2);
  assert.deepEqual(await database.rows(facts, {}), [{ name: 'made' }]);
});

const waitForLock = query()((db) =>
  db.selectNoFrom(sql<number>`pg_backend_pid()`.as('pid')).select(sql<string>`pg_advisory_lock(1)::text`.as('lock')),
);

/** `silence` is longer than a local server ever takes to answer. `lock` is longer than the test holds the lock. */
const timeouts = { silence: 2_000, lock: 10 * 60_000 };

/** Takes the lock of `waitForLock` on a connection that bypasses the proxy. */
const takeLock = async (url: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('select pg_advisory_lock(1)');
  const waiting = "select pid from pg_stat_activity where datname = current_database() and wait_event = 'advisory'";
  return {
    client,
    /** Returns the identifier of the server process that waits for the lock. */
    waiter: async (): Promise<number> => {
      for (;;) {
        const { rows } = await client.query<{ pid: number }>(waiting);
        if (rows[0] !== undefined) return rows[0].pid;
        await pause(10);
      }
    },
    release: () => client.query('select pg_advisory_unlock(1)'),
    [Symbol.asyncDispose]: () => client.end(),
  };
};

test('A long statement is not interrupted while the server answers', async () => {
  await using location = await freshDatabase('postgres');
  await using proxy = await openProxy(location.databaseUrl ?? '');
  await using lock = await takeLock(location.databaseUrl ?? '');
  await using database = openPostgres(proxy.url, { timeouts });
  await database.probe();

  const reading = database.rows(waitForLock, {});
  const pid = await lock.waiter();
  // From now on, only probes are sent. The second probe is sent after the first one is answered.
  await proxy.sent(2);
  await lock.release();

  assert.deepEqual(
    (await reading).map((row) => row.pid),
    [pid],
  );
});

test('A server that refuses another connection does not count as unresponsive', async () => {
  await using location = await freshDatabase('postgres');
  const url = location.databaseUrl ?? '';
  await using proxy = await openProxy(url);
  await using lock = await takeLock(url);
  await using database = openPostgres(proxy.url, { timeouts });
  await database.probe();
  const reading = database.rows(waitForLock, {});
  const pid = await lock.waiter();
  await using _refused = await refuseConnections(url);
  // Ends all other connections, so that the probe must open a new one.
  await lock.client.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid not in (pg_backend_pid(), $1)',
    [pid],
  );

  // A refused probe sends at most two messages, so four messages are at least two probes.
  await proxy.sent(4);
  await lock.release();

  assert.deepEqual(
    (await reading).map((row) => row.pid),
    [pid],
  );
});

test('The start waits for a server that does not answer yet, up to the configured time', async () => {
  await using location = await freshDatabase('postgres');
  const url = location.databaseUrl ?? '';
  const waits: string[] = [];
  const gone = await openProxy(url);
  await gone[Symbol.asyncDispose]();

  await waitForServer(url, { milliseconds: 60_000, onWait: () => waits.push('there') });
  await waitForServer(gone.url, { milliseconds: 1_000, onWait: () => waits.push('gone') });
  const later = waitForServer(gone.url, { milliseconds: 60_000, onWait: () => waits.push('later') });
  const server = createServer((near) => {
    const far = connect(Number(new URL(url).port), '127.0.0.1');
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.pipe(far).pipe(near);
  });
  server.listen(Number(new URL(gone.url).port), '127.0.0.1');
  await later;
  server.close();

  assert.deepEqual(waits.slice(0, 1), ['gone']);
  assert.ok(!waits.includes('there'));
});
