import { existsSync } from 'node:fs';
import { type DatabaseLocation, sqlitePath } from '../open.ts';
import { connect } from '../sqlite/connection.ts';
import type { Filling, Snapshot } from './tables.ts';

/** Opens a read-only snapshot of an existing database. Loads only the code of the database engine in use. */
export async function openSnapshot({ databaseUrl, dataDir }: DatabaseLocation): Promise<Snapshot> {
  if (databaseUrl === undefined) return (await import('./sqlite-copy.ts')).openSqliteSnapshot(sqlitePath(dataDir));
  return (await import('./postgres-copy.ts')).openPostgresSnapshot(databaseUrl);
}

/**
 * Opens a database in order to restore a backup into it. Its tables must exist, and it must not belong to an instance
 * yet.
 */
export async function fill({ databaseUrl, dataDir }: DatabaseLocation): Promise<Filling> {
  if (databaseUrl === undefined) return (await import('./sqlite-copy.ts')).fillSqlite(sqlitePath(dataDir));
  return (await import('./postgres-copy.ts')).fillPostgres(databaseUrl);
}

/** Whether a database belongs to no Tipstaff instance yet. */
export async function isUnused({ databaseUrl, dataDir }: DatabaseLocation): Promise<boolean> {
  if (databaseUrl === undefined)
    return [sqlitePath(dataDir), `${sqlitePath(dataDir)}-wal`].every((path) => !existsSync(path));
  return (await import('./postgres-copy.ts')).isEmptyPostgres(databaseUrl);
}

/**
 * Moves all changes from an SQLite database's write-ahead log into its main file. No other process may have the
 * database open.
 */
export function foldLog({ dataDir }: DatabaseLocation): void {
  const connection = connect(sqlitePath(dataDir), false);
  connection.exec('pragma wal_checkpoint(truncate)');
  connection.close();
}
