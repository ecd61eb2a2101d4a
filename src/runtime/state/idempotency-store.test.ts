import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientOf } from '../../../test/support/client.ts';
import { freshDatabase } from '../../../test/support/database.ts';
import { policyDocument } from '../../../test/support/policies.ts';
import { openProxy } from '../../../test/support/proxy.ts';
import { secondInstance } from '../../../test/support/second-instance.ts';
import { onEachEngine, openWorld } from '../../../test/support/world.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { openPostgres } from '../../db/postgres/database.ts';
import { query } from '../../db/query.ts';
import { systemClock } from '../../kernel/clock.ts';
import { OutcomeUnknown } from '../../lib/errors/unavailable.ts';
import { newIdempotencyStore } from './idempotency-store.ts';

const request = { caller: 'user user-1', key: 'key', fingerprint: 'a' };
const names = query()((db) => db.selectFrom('instance').select('name'));

const store = (name: string) => (tx: Transaction) =>
  tx.run((db) => db.insertInto('instance').values({ name, value: '' }));

const answerIn = async (database: Database) => {
  await database.transaction(store('made'));
  return { status: 201, headers: {}, body: '{"data":{"type":"things","id":"thing-1"}}' };
};

test('If it is unknown whether a change happened, repeating it with its key applies it once', async () => {
  await using location = await freshDatabase('postgres');
  const url = location.databaseUrl ?? '';
  await using proxy = await openProxy(url);
  await using distant = openPostgres(proxy.url, { timeouts: { statement: 3_000, answer: 200 } });
  await using database = openPostgres(url);

  proxy.loseAnswerTo('commit');
  const lost = newIdempotencyStore(distant, systemClock).once(request, answerIn);
  await assert.rejects(
    lost,
    (error) =>
      error instanceof OutcomeUnknown &&
      /Send the request again with the same Idempotency-Key/.test(error.detail ?? ''),
  );
  const again = await newIdempotencyStore(database, systemClock).once(request, async () => assert.fail('done twice'));

  assert.equal(again.status, 201);
  assert.deepEqual(await database.rows(names, {}), [{ name: 'made' }]);
});

onEachEngine(
  'A long read in a request sees the changes of the same request',
  async ({ context: { database, clock } }) => {
    const { body } = await newIdempotencyStore(database, clock).once(request, async (own) => {
      const answer = await answerIn(own);
      const rows = await own.scan(names, {});
      return { ...answer, body: JSON.stringify({ data: rows }) };
    });

    const rows = await database.scan(names, {});
    assert.ok(rows.some(({ name }) => name === 'made'));
    assert.deepEqual(JSON.parse(String(body)).data, rows);
  },
);

test('Concurrent requests with the same key at two instances create one record', async () => {
  await using world = await openWorld('postgres');
  await using second = await secondInstance(world);
  const home = await world.home();
  const clients = [home.client, clientOf(second.url, home.owner.token)];
  const json = policyDocument({ name: 'policy', 'enforcement-level': 'advisory' });
  const path = `/organizations/${home.name}/policies`;

  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      clients[index % 2]?.request('POST', path, { json, headers: { 'idempotency-key': 'key' } }),
    ),
  );
  const { body } = await home.client.get(path);

  const statuses = answers.map((answer) => answer?.status ?? 0);
  assert.ok(statuses.includes(200));
  assert.deepEqual(
    statuses.filter((status) => ![200, 503].includes(status)),
    [],
  );
  assert.equal(body.data.length, 1);
});
