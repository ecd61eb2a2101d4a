// PostgreSQL becomes unavailable and returns: the service reports the outage and needs no restart.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { openWorld, type World } from '../support/world.ts';

/** Runs a query on the test environment's database server, connected to another database. */
const onServerOf = async (
  { context }: World,
  statementsFor: (database: string) => readonly string[],
): Promise<void> => {
  const url = new URL(context.config.databaseUrl ?? '');
  const database = url.pathname.slice(1);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  for (const statement of statementsFor(database)) await client.query(statement);
  await client.end();
};

const hangUp = (database: string): string =>
  `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`;
const refuse = (database: string): string => `alter database ${database} with allow_connections false`;
const admit = (database: string): string => `alter database ${database} with allow_connections true`;

test('While PostgreSQL is unavailable, responses are 503 with a retry time, and afterwards the service works as before', async () => {
  await using world = await openWorld('postgres');
  const { client, name } = await world.home();
  const attributes = { name: 'policy', 'enforcement-level': 'advisory' };
  const create = () => client.post(`/organizations/${name}/policies`, { data: { type: 'policies', attributes } });

  await onServerOf(world, (database) => [refuse(database), hangUp(database)]);
  const read = await client.get(`/organizations/${name}`);
  const written = await create();
  const alive = await world.anonymous.get('//healthz');
  const ready = await world.anonymous.get('//readyz');
  await onServerOf(world, (database) => [admit(database)]);
  const after = await create();

  for (const { status, headers, body } of [read, written]) {
    assert.equal(status, 503);
    assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    assert.equal(body.errors[0].title, 'service unavailable');
    assert.doesNotMatch(JSON.stringify(body), /postgres|ECONN|connection|database/i);
  }
  assert.equal(alive.status, 200);
  assert.equal(ready.status, 503);
  assert.equal(after.status, 200);
});

test('Connections that PostgreSQL closes cause at most one retry while they are closed', async () => {
  await using world = await openWorld('postgres');
  const { client, name } = await world.home();

  for (let round = 0; round < 3; round += 1) {
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => client.get(`/organizations/${name}`))),
      onServerOf(world, (database) => [hangUp(database)]),
    ]);
    assert.deepEqual(
      answers.filter(({ status }) => status !== 200 && status !== 503),
      [],
    );
  }

  assert.equal((await client.get(`/organizations/${name}`)).status, 200);
});
