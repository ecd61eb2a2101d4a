import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { serversOf } from '../lib/network/postgres-address.ts';
import type { Database } from './database.ts';
import type { Wait } from './postgres/client.ts';
import type { StatementTimeouts } from './postgres/database.ts';
import { guardSchema } from './schema/guard.ts';
import type { MigrateOptions } from './schema/migrate.ts';

/** Location of the data: a PostgreSQL URL or, without one, the data folder. */
export interface DatabaseLocation {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  /** Maximum number of connections to PostgreSQL. */
  readonly databaseConnections?: number;
  readonly databasePooler?: 'none' | 'pgbouncer';
}

export const sqlitePath = (dataDir: string): string => join(dataDir, 'tipstaff.db');

/**
 * Returns the path of the file that stores the latest head of the audit log's hash chain. If the database's own head is
 * older, the database is an older copy.
 */
export const headPath = ({ databaseUrl, dataDir }: DatabaseLocation): string =>
  databaseUrl === undefined ? `${sqlitePath(dataDir)}-head` : join(dataDir, 'postgres-head');

/** Whether the database exists. The check does not create it. */
export const isMade = async ({ databaseUrl, dataDir }: DatabaseLocation): Promise<boolean> =>
  databaseUrl === undefined
    ? existsSync(sqlitePath(dataDir))
    : (await import('./postgres/migrate.ts')).isPostgresMigrated(databaseUrl);

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/**
 * Whether an SQLite database is missing although `headPath` names an existing file, so that there must have been a
 * database. The service must not create a new database then, because that would hide the loss.
 */
export const isLost = ({ databaseUrl, dataDir }: DatabaseLocation): boolean =>
  databaseUrl === undefined &&
  existsSync(headPath({ dataDir })) &&
  sizeOf(sqlitePath(dataDir)) + sizeOf(`${sqlitePath(dataDir)}-wal`) === 0;

/** Returns the device and inode numbers of the SQLite file as one text, or undefined if the file does not exist. */
export const identityOf = ({ databaseUrl, dataDir }: DatabaseLocation): string | undefined => {
  if (databaseUrl !== undefined) return undefined;
  const file = statSync(sqlitePath(dataDir), { throwIfNoEntry: false, bigint: true });
  return file && `${file.dev}:${file.ino}`;
};

/** Migrates the schema to the version of this program. Returns the names of the migrations that were missing. */
export const migrate = async (
  { databaseUrl, dataDir }: DatabaseLocation,
  options: MigrateOptions = {},
): Promise<readonly string[]> =>
  databaseUrl === undefined
    ? (await import('./sqlite/migrate.ts')).migrateSqlite(sqlitePath(dataDir), options)
    : (await import('./postgres/migrate.ts')).migratePostgres(databaseUrl, options);

/** Whether a Citus cluster has tables that are not distributed yet. Always false for other databases. */
export const isDistributionDue = async ({ databaseUrl }: DatabaseLocation): Promise<boolean> =>
  databaseUrl !== undefined && (await (await import('./distribution/distribute.ts')).isDue(databaseUrl));

/** Throws if a certificate file in the PostgreSQL URL cannot be read. */
export const requireDatabaseFiles = async ({ databaseUrl }: DatabaseLocation): Promise<void> => {
  if (databaseUrl === undefined) return;
  const { configOf } = await import('./postgres/config.ts');
  for (const url of serversOf(databaseUrl).urls) configOf(url);
};

/**
 * Waits until PostgreSQL accepts a connection. Returns normally after the time limit, so that the next use of the
 * database reports the error.
 */
export const waitForDatabase = async ({ databaseUrl }: DatabaseLocation, wait: Wait): Promise<void> => {
  if (databaseUrl === undefined) return;
  const { waitForServer } = await import('./postgres/client.ts');
  await waitForServer(databaseUrl, wait);
};

/**
 * Opens the database, whose schema must be current. Loads only the code of the engine in use. `timeouts` overrides the
 * default timeouts for PostgreSQL.
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
