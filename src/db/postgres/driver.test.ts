// Checks members of the `pg` driver that `query.ts` and `pools.ts` use although its types lack them. If a new version
// of the driver renames such a member, this test fails and names it.
import assert from 'node:assert/strict';
import { Duplex } from 'node:stream';
import { test } from 'node:test';
import pg from 'pg';
import { freshDatabase } from '../../../test/support/database.ts';

const handlers = ['handleRowDescription', 'handleDataRow', 'handleCommandComplete', 'handleReadyForQuery'] as const;

test('A query has the methods that a statement replaces, and the fields that it sets', () => {
  const query = new pg.Query({ text: 'select $1', values: ['a'], name: 'one' }, () => undefined);

  for (const name of ['prepare', ...handlers]) assert.equal(typeof Reflect.get(query, name), 'function', name);
  assert.deepEqual(
    ['text', 'values', 'name'].map((name) => Reflect.get(query, name)),
    ['select $1', ['a'], 'one'],
  );
  assert.equal(typeof Reflect.get(query, 'callback'), 'function');
  assert.ok(Reflect.has(query, '_canceledDueToError'));
});

test('A client passes the messages of a response to its query, on a stream that collects what is written', async () => {
  await using location = await freshDatabase('postgres');
  const client = new pg.Client({ connectionString: location.databaseUrl });
  await client.connect();
  const calls: string[] = [];
  class Watched extends pg.Query {}
  for (const name of ['prepare', ...handlers]) {
    const own: unknown = Reflect.get(pg.Query.prototype, name);
    assert.ok(typeof own === 'function', name);
    Reflect.set(Watched.prototype, name, function (this: unknown, ...values: unknown[]) {
      calls.push(name);
      return Reflect.apply(own, this, values);
    });
  }

  const ended = Promise.withResolvers<unknown>();
  const query = new Watched({ text: 'select $1::text as a', values: ['b'] }, (error: unknown) => ended.resolve(error));
  client.query(query);
  const failure = await ended.promise;
  const stream: unknown = Reflect.get(Object(Reflect.get(client, 'connection')), 'stream');
  await client.end();

  assert.ok(!failure);
  assert.deepEqual(calls, ['prepare', ...handlers]);
  assert.ok(stream instanceof Duplex);
});

test('A pool creates its connections with our class, and passes each one to `onConnect` first', async () => {
  await using location = await freshDatabase('postgres');
  const made: unknown[] = [];
  class Own extends pg.Client {
    constructor(config: pg.ClientConfig) {
      super(config);
      made.push(this);
    }
  }
  const shown: unknown[] = [];
  const pool = new pg.Pool({
    connectionString: location.databaseUrl,
    Client: Own as unknown as new () => pg.ClientBase,
    onConnect: async (client) => void shown.push(client),
  });

  await pool.query('select 1');
  await pool.end();

  assert.equal(made.length, 1);
  assert.deepEqual(shown, made);
});
