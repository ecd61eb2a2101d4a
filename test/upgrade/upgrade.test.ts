// Rolling upgrade: the next release migrates the schema while programs of the previous release serve requests.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Engine } from '../../src/db/engine.ts';
import { inspectDatabase } from '../../src/db/inspect.ts';
import { type DatabaseLocation, migrate, openDatabase, sqlitePath } from '../../src/db/open.ts';
import { query } from '../../src/db/query.ts';
import { startTraffic } from '../faults/traffic.ts';
import { commandsOnEachEngine, type Environment, environmentOf, startService, tipstaff } from '../support/command.ts';
import { freshDatabase } from '../support/database.ts';
import { startPgBouncer } from '../support/pgbouncer.ts';
import { freePort } from '../support/postgres.ts';
import { connect } from '../support/postgres-connection.ts';
import { killed, prepare } from '../support/process.ts';
import { rawStatement } from '../support/raw-statement.ts';
import { engines } from '../support/world.ts';
import { lastSteps, nextSteps, present } from './next.ts';

const manyRows = 12_000;

const fillRows = `insert into failed_attempts (key, count, expires_at)
  with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${manyRows})
  select 'key-' || number, 0, '2999-01-01T00:00:00.000Z' from numbers`;

const run = async (location: DatabaseLocation, statement: string): Promise<void> => {
  await using database = await openDatabase(location);
  await database.transaction((tx) => tx.run(rawStatement(statement)));
};

/** Returns the number of rows that the migration has filled, and the number of rows that it has not filled yet. */
const filledIn = async (location: DatabaseLocation, table: 'policies' | 'failed_attempts') => {
  const counts = query()((db) =>
    db
      .selectFrom(table)
      .select([sql<number>`count(summary)`.as('filled'), sql<number>`count(*) - count(summary)`.as('empty')]),
  );
  await using database = await openDatabase(location);
  return (await database.first(counts, {})) ?? { filled: 0, empty: 0 };
};

const program = fileURLToPath(new URL('migrate-next.ts', import.meta.url));

/**
 * Starts the migration in a child process, and kills it with SIGKILL after it has printed the given number of lines.
 */
const killAfterLines = async (environment: Environment, lines: number): Promise<void> => {
  const child = spawn(process.execPath, [program], {
    env: { ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  let seen = 0;
  for await (const _line of createInterface({ input: child.stdout })) {
    seen += 1;
    if (seen === lines) child.kill('SIGKILL');
  }
  await closed;
  assert.equal(child.signalCode, 'SIGKILL', `the upgrade ended after ${seen} lines`);
};

const isIndexUsable = async (location: DatabaseLocation, engine: Engine): Promise<boolean> => {
  if (engine === 'sqlite') {
    using connection = new DatabaseSync(sqlitePath(location.dataDir), { readOnly: true });
    return connection.prepare("select 1 from sqlite_master where name = 'policies_by_summary'").all().length === 1;
  }
  await using server = await connect(location.databaseUrl ?? '');
  return (
    (await server.run("select 1 from pg_index where indexrelid = to_regclass('policies_by_summary') and indisvalid"))
      .length === 1
  );
};

for (const engine of engines) {
  test(`A program serves and restarts while the next release migrates the schema (${engine})`, async () => {
    await using location = await freshDatabase(engine);
    const environment = { ...environmentOf(location), TIPSTAFF_PORT: `${await freePort()}` };
    const { name: organization, token } = await prepare(environment);
    await run(location, fillRows);
    let service = await startService(environment);
    const restart = async () => {
      await killed(service);
      service = await startService(environment);
    };
    await using traffic = startTraffic({ urls: () => [service.url], organization, token });

    await killAfterLines(environment, 6);
    const halfway = await filledIn(location, 'failed_attempts');
    await restart();
    const backup = await tipstaff(['backup', `${location.dataDir}/half.backup`], environment);
    const lines: string[] = [];
    await migrate(location, { steps: nextSteps, progress: (line) => lines.push(line) });
    const before = traffic.figures.acknowledged;
    await restart();
    while (traffic.figures.acknowledged < before + 5) await pause(20);
    const examined = await tipstaff(['doctor', '--json'], { ...environment, TIPSTAFF_PORT: '0' });
    await traffic.end();
    await service.stop();

    assert.ok(halfway.filled > 0 && halfway.empty > 0, JSON.stringify(halfway));
    assert.equal(backup.code, 1);
    assert.match(backup.stderr, /^The schema is being migrated \(summaries\)/);
    assert.deepEqual(await filledIn(location, 'failed_attempts'), { filled: manyRows, empty: 0 });
    assert.ok(lines.length < manyRows / 1_000, `it began again: ${lines.join('\n')}`);
    assert.ok(await isIndexUsable(location, engine));
    assert.ok((await filledIn(location, 'policies')).empty > 0, 'the older program wrote no row after the upgrade');
    assert.equal(examined.code, 0, examined.stdout);
    assert.match(
      examined.stdout,
      new RegExp(`A newer version of Tipstaff has migrated its schema to version ${present + 1} \\(summaries\\)`),
    );
  });
}

commandsOnEachEngine(
  'A program that is two migration steps behind is refused and changes nothing',
  async (environment) => {
    const { TIPSTAFF_DATA_DIR: dataDir = '', TIPSTAFF_DATABASE_URL: databaseUrl } = environment;
    const location = { dataDir, databaseUrl };
    const applied = await migrate(location, { steps: lastSteps });

    const migrated = await tipstaff(['migrate'], environment);
    const examined = await tipstaff(['doctor', '--json'], { ...environment, TIPSTAFF_PORT: '0' });
    const state = await inspectDatabase(location, []);

    const sentence = `The database was created by a newer version of Tipstaff (no-counts, summaries): the database has schema version ${present + 2} and requires a program with schema version ${present + 1} or later, but this program has schema version ${present}. Start that version.\n`;
    assert.deepEqual(applied, ['summaries', 'no-counts']);
    assert.deepEqual([migrated.code, migrated.stderr], [1, sentence]);
    assert.equal(examined.code, 1);
    assert.ok(
      examined.stdout.includes(
        'A newer version of Tipstaff has migrated the database (no-counts, summaries): start that version.',
      ),
    );
    assert.deepEqual([state?.version, state?.oldest, state?.isTooNew], [present + 2, present + 1, true]);
    assert.deepEqual(await migrate(location, { steps: lastSteps }), []);
  },
);

test('A table that a long transaction reads is changed after it ends, and others can use the table until then', async () => {
  await using location = await freshDatabase('postgres');
  const url = location.databaseUrl ?? '';
  await using reader = await connect(url);
  await using other = await connect(url);
  await reader.run('begin');
  await reader.run('select count(*) from policies');

  let isDone = false;
  const upgrade = migrate(location, { steps: nextSteps }).then(() => {
    isDone = true;
  });
  const waits: number[] = [];
  const slow = (): number => waits.findIndex((wait) => wait > 1_000);
  /**
   * Whether one read waited for the migration and a later read did not. This means that the migration released its
   * lock.
   */
  const gaveWay = (): boolean => slow() >= 0 && waits.slice(slow()).some((wait) => wait < 500);
  while (!gaveWay() && !isDone) {
    const begun = performance.now();
    await other.run('select count(*) from policies');
    waits.push(performance.now() - begun);
    await pause(50);
  }
  const wasDone = isDone;
  await reader.run('commit');
  await upgrade;

  assert.equal(wasDone, false);
  assert.ok(gaveWay(), waits.join());
});

test('An unfinished index is created again', async () => {
  await using location = await freshDatabase('postgres');
  await using server = await connect(location.databaseUrl ?? '');
  await server.run("insert into instance (name, value) values ('one', 'same'), ('two', 'same')");
  const planted = nextSteps.slice(0, -1);
  const step = {
    name: 'once',
    version: present + 1,
    phase: 'contract' as const,
    statements: () => [],
    indexes: [{ name: 'instance_once', isUnique: true, on: "instance (value) where name in ('one', 'two')" }],
  };

  await assert.rejects(migrate(location, { steps: [...planted, step] }), /instance_once/);
  await server.run("update instance set value = name where name in ('one', 'two')");
  const applied = await migrate(location, { steps: [...planted, step] });

  assert.deepEqual(applied, ['once']);
  const [index] = await server.run(
    "select indisvalid::text as valid from pg_index where indexrelid = to_regclass('instance_once')",
  );
  assert.equal(index?.valid, 'true');
  const known = await server.run("select 1 from pg_stats where tablename = 'instance' and attname = 'name'");
  assert.equal(known.length, 1, 'the tables are analyzed');
});

test('Several programs that start at once migrate the schema once, also through PgBouncer', async (t) => {
  await using location = await freshDatabase('postgres');
  await using pooler = await startPgBouncer(location.databaseUrl ?? '', 'transaction');
  if (pooler === undefined) return t.skip('PgBouncer is not installed');
  await run(location, fillRows);
  const through = { ...location, databaseUrl: pooler.url };

  const applied = await Promise.all([through, through, location].map((each) => migrate(each, { steps: nextSteps })));

  assert.ok(applied.some((names) => names.join() === 'summaries'));
  assert.deepEqual(await filledIn(location, 'failed_attempts'), { filled: manyRows, empty: 0 });
  assert.ok(await isIndexUsable(location, 'postgres'));
});
