import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { serversOf } from '../lib/network/postgres-address.ts';
import type { Database } from './database.ts';
import type { Wait } from './postgres/client.ts';
import type { StatementTimeouts } from './postgres/database.ts';
import { guardSchema } from './schema/guard.ts';
import type { MigrateOptions } from './schema/migrate.ts';

/** Location of the data: a PostgreSQL URL, or otherwise the data folder. */
export interface DatabaseLocation {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  /** Maximum number of connections to PostgreSQL. */
  readonly databaseConnections?: number;
  readonly databasePooler?: 'none' | 'pgbouncer';
}

export const sqlitePath = (dataDir: string): string => join(dataDir, 'tipstaff.db');

/** Returns the path of the head file, by which an older copy of a database is detected. */
export const headPath = ({ databaseUrl, dataDir }: DatabaseLocation): string =>
  databaseUrl === undefined ? `${sqlitePath(dataDir)}-head` : join(dataDir, 'postgres-head');

/** Whether the database exists. It is never created here. */
export const isMade = async ({ databaseUrl, dataDir }: DatabaseLocation): Promise<boolean> =>
  databaseUrl === undefined
    ? existsSync(sqlitePath(dataDir))
    : (await import('./postgres/migrate.ts')).isPostgresMigrated(databaseUrl);

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Whether an SQLite database is missing although its head file exists. A new database in its place would hide the loss.
 */
export const isLost = ({ databaseUrl, dataDir }: DatabaseLocation): boolean =>
  databaseUrl === undefined &&
  existsSync(headPath({ dataDir })) &&
  sizeOf(sqlitePath(dataDir)) + sizeOf(`${sqlitePath(dataDir)}-wal`) === 0;

/** Returns device and inode of the SQLite file, or undefined if there is none. */
export const identityOf = ({ databaseUrl, dataDir }: DatabaseLocation): string | undefined => {
  if (databaseUrl !== undefined) return undefined;
  const file = statSync(sqlitePath(dataDir), { throwIfNoEntry: false, bigint: true });
  return file && `${file.dev}:${file.ino}`;
};

/** Migrates the schema to the current version. Returns the names of the migrations that were missing. */
export const migrate = async (
  { databaseUrl, dataDir }: DatabaseLocation,
  options: MigrateOptions = {},
): Promise<readonly string[]> =>
  databaseUrl === undefined
    ? (await import('./sqlite/migrate.ts')).migrateSqlite(sqlitePath(dataDir), options)
    : (await import('./postgres/migrate.ts')).migratePostgres(databaseUrl, options);

/** Whether tables of a Citus cluster still have to be distributed. Always false for other databases. */
export const isDistributionDue = async ({ databaseUrl }: DatabaseLocation): Promise<boolean> =>
  databaseUrl !== undefined && (await (await import('./distribution/distribute.ts')).isDue(databaseUrl));

/** Throws if a certificate file in the PostgreSQL URL cannot be read. */
export const requireDatabaseFiles = async ({ databaseUrl }: DatabaseLocation): Promise<void> => {
  if (databaseUrl === undefined) return;
  const { configOf } = await import('./postgres/config.ts');
  for (const url of serversOf(databaseUrl).urls) configOf(url);
};

/**
 * Waits until PostgreSQL accepts a connection. After the time limit it returns as well, and the next use of the
 * database reports the error.
 */
export const waitForDatabase = async ({ databaseUrl }: DatabaseLocation, wait: Wait): Promise<void> => {
  if (databaseUrl === undefined) return;
  const { waitForServer } = await import('./postgres/client.ts');
  await waitForServer(databaseUrl, wait);
};

/**
 * Opens the database, whose schema must be current. Only the engine in use is loaded. `timeouts` overrides the defaults
 * for PostgreSQL.
 */
export const openDatabase = async (
  location: DatabaseLocation,
  timeouts: Partial<StatementTimeouts> = {},
): Promise<Database> => guardSchema(await openEngine(location, timeouts));

const openEngine = async (location: DatabaseLocation, timeouts: Partial<StatementTimeouts>): Promise<Database> => {
  const { databaseUrl, dataDir, databaseConnections: connections, databasePooler } = location;
  if (databaseUrl === undefined) {
    const { openSqlite } = await import('./sqlite/database.ts');
    return openSqlite(sqlitePath(dataDir));
  }
  const { openPostgres } = await import('./postgres/database.ts');
  const isPooled = databasePooler === 'pgbouncer';
  return openPostgres(databaseUrl, { isPooled, timeouts, ...(connections !== undefined && { connections }) });
};
