// Tests that a failure during a deprecation rolls back the whole change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { auditOf } from '../../../../test/support/audit.ts';
import { rawStatement } from '../../../../test/support/raw-statement.ts';
import { deprecating, reinstating, seedModule } from '../../../../test/support/seeded-modules.ts';
import { onEachEngine, openWorld, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';

const reason = 'It opens port 22 to everybody.';

const deprecations = query()((db) => db.selectFrom('module_deprecations').select(['version_id', 'reason']));

const deprecated = ({ context }: World) => context.database.rows(deprecations, {});

/**
 * SQL statements that make all later inserts of audit records fail. The insert of the audit record is the last
 * statement of a change.
 */
const faults = {
  sqlite: ["create trigger fault before insert on audit_records begin select raise(abort, 'injected'); end"],
  postgres: [
    "create function fault() returns trigger language plpgsql as $$ begin raise exception 'injected'; end $$",
    'create trigger fault before insert on audit_records for each row execute function fault()',
  ],
} as const;

const repairs = { sqlite: ['drop trigger fault'], postgres: ['drop trigger fault on audit_records'] } as const;

const run = ({ context, engine }: World, statements: Record<World['engine'], readonly string[]>): Promise<void> =>
  context.database.transaction(async (tx) => {
    for (const text of statements[engine]) await tx.run(rawStatement(text));
  });

onEachEngine('A failure halfway returns 500, changes nothing, and is described only in the log', async (world) => {
  const home = await world.home();
  const { path, versions } = await seedModule(world, home, { versions: ['1.0.0', '2.0.0'] });
  await home.client.patch(`${path}/2.0.0`, deprecating({ reason }));
  const before = await deprecated(world);

  await run(world, faults);
  const set = await home.client.patch(`${path}/1.0.0`, deprecating({ reason }));
  const replaced = await home.client.patch(`${path}/2.0.0`, deprecating({ reason: 'Another.' }));
  const taken = await home.client.patch(`${path}/2.0.0`, reinstating);
  const during = await deprecated(world);
  await run(world, repairs);
  const later = await home.client.patch(`${path}/1.0.0`, deprecating({ reason }));

  for (const { status, body } of [set, replaced, taken]) {
    assert.deepEqual(
      [status, body],
      [500, { errors: [{ status: '500', code: 'internal-server-error', title: 'internal server error' }] }],
    );
  }
  assert.deepEqual(during, before);
  assert.equal(later.status, 200);
  assert.equal((await auditOf(world, versions.get('1.0.0') ?? '')).length, 1);
});

/**
 * Opens a separate connection to the database of a test environment. The connection is closed at the end of the test.
 */
const connected = async (url: string): Promise<AsyncDisposable & { readonly client: pg.Client }> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return { client, [Symbol.asyncDispose]: () => client.end() };
};

const waiting = "select pid from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'";

/** Waits until a lock blocks a server process in the database, and returns the identifier of that process. */
const waitingProcess = async (client: pg.Client, database: string): Promise<number> => {
  for (;;) {
    const { rows } = await client.query<{ pid: number }>(waiting, [database]);
    const [row] = rows;
    if (row !== undefined) return row.pid;
    await pause(5);
  }
};

test('Losing the database during a deprecation returns 503 and changes nothing; the same request succeeds later', async () => {
  await using world = await openWorld('postgres');
  const home = await world.home();
  const { path, versions } = await seedModule(world, home);
  const url = world.context.config.databaseUrl ?? '';
  const database = new URL(url).pathname.slice(1);
  const outside = new URL(url);
  outside.pathname = '/postgres';
  await using blocker = await connected(url);
  await using operator = await connected(outside.href);
  // The deprecation has been written, and the insert of the audit record waits for the table lock.
  await blocker.client.query('begin; lock table audit_records in access exclusive mode');

  const pending = home.client.patch(`${path}/1.0.0`, deprecating({ reason }));
  const pid = await waitingProcess(operator.client, database);
  await operator.client.query(`alter database ${database} with allow_connections false`);
  await operator.client.query('select pg_terminate_backend($1)', [pid]);
  const cut = await pending;
  await blocker.client.query('rollback');
  await operator.client.query(`alter database ${database} with allow_connections true`);
  const between = await deprecated(world);
  const later = await home.client.patch(`${path}/1.0.0`, deprecating({ reason }));

  assert.equal(cut.status, 503);
  assert.match(cut.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  assert.doesNotMatch(JSON.stringify(cut.body), /postgres|terminat|connection|database/i);
  assert.deepEqual(between, []);
  assert.equal(later.status, 200);
  assert.deepEqual(await deprecated(world), [{ version_id: versions.get('1.0.0'), reason }]);
  assert.equal((await auditOf(world, versions.get('1.0.0') ?? '')).length, 1);
});
