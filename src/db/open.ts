import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { serversOf } from '../lib/network/postgres-address.ts';
import type { Database } from './database.ts';
import type { Wait } from './postgres/client.ts';
import type { Timeouts } from './postgres/database.ts';
import { guardSchema } from './schema/guard.ts';
import type { MigrateOptions } from './schema/migrate.ts';

/** Location of the data: a PostgreSQL address, or else the data folder. */
export interface DatabaseLocation {
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  /** Maximum number of connections to PostgreSQL. */
  readonly databaseConnections?: number;
  readonly databasePooler?: 'none' | 'pgbouncer';
}

export const sqlitePath = (dataDir: string): string => join(dataDir, 'tipstaff.db');

/** The file of the head, which tells a database that was set back from the one that was written to last. */
export const headPath = ({ databaseUrl, dataDir }: DatabaseLocation): string =>
  databaseUrl === undefined ? `${sqlitePath(dataDir)}-head` : join(dataDir, 'postgres-head');

/** True if the database has been made; makes nothing. */
export const isMade = async ({ databaseUrl, dataDir }: DatabaseLocation): Promise<boolean> =>
  databaseUrl === undefined
    ? existsSync(sqlitePath(dataDir))
    : (await import('./postgres/migrate.ts')).isPostgresMigrated(databaseUrl);

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** True if the embedded database is gone and its head is there: a database made in its place would hide that. */
export const isLost = ({ databaseUrl, dataDir }: DatabaseLocation): boolean =>
  databaseUrl === undefined &&
  existsSync(headPath({ dataDir })) &&
  sizeOf(sqlitePath(dataDir)) + sizeOf(`${sqlitePath(dataDir)}-wal`) === 0;

/** Device and inode of the SQLite file; undefined if there is none. */
export const identityOf = ({ databaseUrl, dataDir }: DatabaseLocation): string | undefined => {
  if (databaseUrl !== undefined) return undefined;
  const file = statSync(sqlitePath(dataDir), { throwIfNoEntry: false, bigint: true });
  return file && `${file.dev}:${file.ino}`;
};

/** Brings the schema up to date; answers the names of the steps that were missing. */
export const migrate = async (
  { databaseUrl, dataDir }: DatabaseLocation,
  options: MigrateOptions = {},
): Promise<readonly string[]> =>
  databaseUrl === undefined
    ? (await import('./sqlite/migrate.ts')).migrateSqlite(sqlitePath(dataDir), options)
    : (await import('./postgres/migrate.ts')).migratePostgres(databaseUrl, options);

/** True if tables of a Citus cluster are not where they should be; always false for other databases. */
export const isDistributionDue = async ({ databaseUrl }: DatabaseLocation): Promise<boolean> =>
  databaseUrl !== undefined && (await (await import('./distribution/distribute.ts')).isDue(databaseUrl));

/** Throws where a certificate that the address of PostgreSQL names cannot be read. */
export const requireDatabaseFiles = async ({ databaseUrl }: DatabaseLocation): Promise<void> => {
  if (databaseUrl === undefined) return;
  const { configOf } = await import('./postgres/config.ts');
  for (const url of serversOf(databaseUrl).urls) configOf(url);
};

/** Waits until PostgreSQL takes a connection; the next use of the database reports that it does not. */
export const waitForDatabase = async ({ databaseUrl }: DatabaseLocation, wait: Wait): Promise<void> => {
  if (databaseUrl === undefined) return;
  const { waitForServer } = await import('./postgres/client.ts');
  await waitForServer(databaseUrl, wait);
};

/**
 * Opens the database, whose schema must be up to date. Only the engine in use is loaded. `timeouts` are of PostgreSQL, where
 * they differ from the usual ones.
 */
export const openDatabase = async (location: DatabaseLocation, timeouts: Partial<Timeouts> = {}): Promise<Database> =>
  guardSchema(await openEngine(location, timeouts));

const openEngine = async (location: DatabaseLocation, timeouts: Partial<Timeouts>): Promise<Database> => {
  const { databaseUrl, dataDir, databaseConnections: connections, databasePooler } = location;
  if (databaseUrl === undefined) {
    const { openSqlite } = await import('./sqlite/database.ts');
    return openSqlite(sqlitePath(dataDir));
  }
  const { openPostgres } = await import('./postgres/database.ts');
  const isPooled = databasePooler === 'pgbouncer';
  return openPostgres(databaseUrl, { isPooled, timeouts, ...(connections !== undefined && { connections }) });
};
