import { existsSync } from 'node:fs';
import { type DatabaseLocation, sqlitePath } from '../open.ts';
import { connect } from '../sqlite/connection.ts';
import type { Filling, Snapshot } from './tables.ts';

/** Opens a database, which must have been made, as it is now. Only the engine in use is loaded. */
export async function openSnapshot({ databaseUrl, dataDir }: DatabaseLocation): Promise<Snapshot> {
  if (databaseUrl === undefined) return (await import('./sqlite-copy.ts')).openSqliteSnapshot(sqlitePath(dataDir));
  return (await import('./postgres-copy.ts')).openPostgresSnapshot(databaseUrl);
}

/** Opens a database with its tables and no instance of Tipstaff in it, to fill it. */
export async function fill({ databaseUrl, dataDir }: DatabaseLocation): Promise<Filling> {
  if (databaseUrl === undefined) return (await import('./sqlite-copy.ts')).fillSqlite(sqlitePath(dataDir));
  return (await import('./postgres-copy.ts')).fillPostgres(databaseUrl);
}

/** True if a database has no instance of Tipstaff. */
export async function isUnused({ databaseUrl, dataDir }: DatabaseLocation): Promise<boolean> {
  if (databaseUrl === undefined)
    return [sqlitePath(dataDir), `${sqlitePath(dataDir)}-wal`].every((path) => !existsSync(path));
  return (await import('./postgres-copy.ts')).isEmptyPostgres(databaseUrl);
}

/** Brings all of an embedded database that nobody has open into its one file. */
export function foldLog({ dataDir }: DatabaseLocation): void {
  const connection = connect(sqlitePath(dataDir), false);
  connection.exec('pragma wal_checkpoint(truncate)');
  connection.close();
}
