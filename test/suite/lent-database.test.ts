import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../support/database.ts';
import { type Connection, connect, urlOf } from '../support/postgres-connection.ts';
import { serverUrl } from '../support/postgres-databases.ts';
import { relationsOf, template } from '../support/postgres-template.ts';
import { openWorld } from '../support/world.ts';

/** Returns every row of every table, and the value of every sequence. */
const contentsOf = async (url: string): Promise<Readonly<Record<string, unknown>>> => {
  await using connection: Connection = await connect(url);
  const ofKind = await relationsOf(connection.run);
  const contents: Record<string, unknown> = {};
  for (const name of ofKind('r')) {
    const [row] = await connection.run(
      `select coalesce(json_agg(t order by t::text), '[]')::text as rows from ${name} t`,
    );
    contents[name] = JSON.parse(row?.rows ?? '');
  }
  for (const name of ofKind('S')) contents[name] = await connection.run(`select last_value, is_called from ${name}`);
  return contents;
};

const contentsOfTemplate = async (): Promise<Readonly<Record<string, unknown>>> => {
  await using administration = await connect(serverUrl());
  await administration.run(`create database untouched template ${template}`);
  try {
    return await contentsOf(urlOf(serverUrl(), 'untouched'));
  } finally {
    await administration.run('drop database untouched');
  }
};

const urlOfWorld = ({ context }: Awaited<ReturnType<typeof openWorld>>): string => context.config.databaseUrl ?? '';

/** Returns the server process ids of the connections that tests share. */
const sharedProcesses = async (url: string): Promise<readonly (string | undefined)[]> => {
  await using connection = await connect(url);
  const rows = await connection.run(
    "select pid::text from pg_stat_activity where datname = current_database() and application_name = 'shared-by-tests'",
  );
  return rows.map(({ pid }) => pid).sort();
};

/** Opens and uses a test environment. Returns the state of its database after the environment is closed. */
const useWorld = async () => {
  await using world = await openWorld('postgres');
  const { client, name } = await world.home();
  await client.post(`/organizations/${name}/teams`, { data: { type: 'teams', attributes: { name: 'used' } } });
  const url = urlOfWorld(world);
  return { url, contents: await contentsOf(url), processes: await sharedProcesses(url) };
};

test('A used database is reset and reused with its connections', async () => {
  const used = await useWorld();

  await using again = await freshDatabase('postgres');

  assert.equal(again.databaseUrl, used.url);
  const untouched = await contentsOfTemplate();
  assert.notDeepEqual(used.contents, untouched);
  assert.deepEqual(await contentsOf(used.url), untouched);
  // Some of the shared connections may be closed, because a job may have been using them when the environment closed.
  const kept = await sharedProcesses(used.url);
  assert.ok(kept.length > 0);
  assert.deepEqual(
    kept.filter((pid) => !used.processes.includes(pid)),
    [],
  );
});

test('A shared connection with an open transaction is closed before the next test environment', async () => {
  const { url } = await useWorld();
  await using connection = await connect(`${url}?application_name=shared-by-tests`);
  await connection.run('begin');

  await using again = await freshDatabase('postgres');

  assert.equal(again.databaseUrl, url);
  await assert.rejects(connection.run('select 1'));
});

test('A database whose schema a test environment has changed is not reused', async () => {
  const { url } = await useWorld();
  await using connection = await connect(url);
  await connection.run('create table left_behind (id integer)');

  await using next = await openWorld('postgres');

  assert.notEqual(urlOfWorld(next), url);
});

test('A closing test environment waits for pending calls and accepts no more', async () => {
  const [entered, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const world = await openWorld('postgres');
  const { database } = world.context;
  const change = database.transaction(async (tx) => {
    entered.resolve();
    await proceed.promise;
    return await tx.run((db) => db.deleteFrom('audit_records'));
  });
  await entered.promise;

  const end = world[Symbol.asyncDispose]();
  proceed.resolve();
  await end;

  assert.equal(typeof (await change), 'number');
  await assert.rejects(
    database.transaction(async () => undefined),
    { message: /closed/ },
  );
});
