import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { errorCode } from '../../lib/errors/error-code.ts';
import { ExtensionRefused } from '../schema/errors.ts';
import { bringUpToDate, type MigrateOptions, type MigrationSession, patiently } from '../schema/migrate.ts';
import { type AppliedStep, appliedStep, readApplied } from '../schema/migrations/index.ts';
import type { IndexOfEngine } from '../schema/migrations/migration.ts';
import { connectedClient } from './client.ts';
import { analyzeTables } from './statistics.ts';

const extensionName = /^create extension if not exists (\w+)/;
/** SQLSTATE (insufficient privilege) of the error if the role may not create an extension. */
const noRight = '42501';
/** SQLSTATEs of a lock timeout, a deadlock and a serialization failure. */
const lockedCodes = new Set(['55P03', '40P01', '40001']);

/**
 * SQLSTATE of an undefined object, for example an operator class that does not exist or is in a schema that the role
 * may not use.
 */
const unknownObject = '42704';

/**
 * Adds the extension's schema to the end of the search path. Managed databases may install extensions in a separate
 * schema. It must come last, because tables are created in the first schema of the path.
 */
const findExtension = `select set_config('search_path', concat_ws(', ', nullif(current_setting('search_path'), ''), quote_ident(nspname)), true)
  from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
  where extname = 'pg_trgm' and nspname <> all (current_schemas(true))`;

/** Replaces the error about a refused extension by one that says what to do. Returns other errors unchanged. */
const explained = (sql: string, cause: unknown): unknown => {
  if (errorCode(cause) === unknownObject && sql.includes('gin_trgm_ops')) {
    const sentence =
      'The extension pg_trgm is in a schema that the database role of Tipstaff has no permission to use: grant the role "usage" on that schema, and start again.';
    return new ExtensionRefused(sentence, { cause });
  }
  const [, extension] = extensionName.exec(sql) ?? [];
  if (extension === undefined) return cause;
  const isForbidden = errorCode(cause) === noRight;
  const sentence = isForbidden
    ? `PostgreSQL does not let this role create the extension ${extension}: have a superuser run "create extension ${extension}" in the database, and start again.`
    : `PostgreSQL cannot create the extension ${extension}: install PostgreSQL's additional modules on the server (often the package postgresql-contrib), and start again.`;
  return new ExtensionRefused(sentence, { cause });
};

const isLocked = (error: unknown): boolean => error instanceof pg.DatabaseError && lockedCodes.has(error.code ?? '');

/** Arbitrary advisory lock number, which other programs that use the same database are unlikely to use. */
const migrationLock = 7_333_833;
const pauseBetweenLooks = 250;

const isThere = async (client: pg.Client): Promise<boolean> =>
  (await client.query("select 1 where to_regclass('migrations') is not null")).rows.length > 0;

/** Whether migrations have been applied to a PostgreSQL database. Changes nothing. */
export const isPostgresMigrated = async (url: string): Promise<boolean> => {
  const client = await connectedClient(url);
  try {
    return await isThere(client);
  } finally {
    await client.end();
  }
};

/**
 * Runs `work` while holding a lock, so that no other program runs such work at the same time. A separate transaction
 * holds the lock, as PgBouncer requires. A program without the lock polls instead of waiting in a statement: a waiting
 * statement would hold a snapshot, and creating an index waits for all older snapshots.
 */
export const alone = async <T>(url: string, work: () => Promise<T>): Promise<T> => {
  const client = await connectedClient(url);
  try {
    for (;;) {
      await client.query('begin; set local idle_in_transaction_session_timeout = 0');
      const { rows } = await client.query<{ isFree: boolean }>(
        `select pg_try_advisory_xact_lock(${migrationLock}) as "isFree"`,
      );
      if (rows[0]?.isFree === true) return await work();
      await client.query('rollback');
      await pause(pauseBetweenLooks);
    }
  } finally {
    await client.end();
  }
};

export const runTransaction: (client: pg.Client) => MigrationSession['transaction'] = (client) => (work) =>
  patiently(isLocked, async () => {
    // An `alter table` statement waits for running statements on the table, and blocks all later ones while it waits.
    // So it uses a short lock timeout.
    await client.query("begin; set local lock_timeout = '2s'");
    try {
      await client.query(findExtension);
      const result = await work(async (sql) => {
        const { rows } = await client.query<Record<string, unknown>>(sql).catch((error: unknown) => {
          throw explained(sql, error);
        });
        return rows;
      });
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    }
  });

/** Creates an index. If a program ended while it was creating this index, the invalid index is dropped first. */
const makeIndex = async (client: pg.Client, { name, isUnique = false, on }: IndexOfEngine): Promise<void> => {
  const { rows } = await client.query(
    `select 1 from pg_index where indexrelid = to_regclass('${name}') and not indisvalid`,
  );
  if (rows.length > 0) await client.query(`drop index concurrently if exists ${name}`);
  await client.query(`create ${isUnique ? 'unique ' : ''}index concurrently if not exists ${name} on ${on}`);
};

const appliedTo = async (client: pg.Client): Promise<readonly AppliedStep[] | undefined> =>
  (await isThere(client))
    ? (await client.query<Record<string, unknown>>(readApplied)).rows.map(appliedStep)
    : undefined;

/**
 * Migrates a PostgreSQL database. If several instances start at the same time, one migrates the database while the
 * others wait.
 */
export const migratePostgres = async (url: string, options: MigrateOptions = {}): Promise<readonly string[]> => {
  const client = await connectedClient(url);
  const session: MigrationSession = {
    engine: 'postgres',
    applied: () => appliedTo(client),
    exclusively: (work) => alone(url, work),
    transaction: runTransaction(client),
    makeIndex: (index) => patiently(isLocked, () => makeIndex(client, index)),
  };
  try {
    const isUpgrade = await isThere(client);
    const done = await bringUpToDate(session, options);
    if (isUpgrade && done.length > 0) await analyzeTables(client);
    return done;
  } finally {
    await client.end();
  }
};
