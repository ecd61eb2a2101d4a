// Decides which tables a backup contains: all except those whose rows have no meaning in another installation.

import { RefusedBackup } from '../../lib/errors/refused-backup.ts';
import { indexNumbers } from '../schema/migrations/trigram-index.ts';

/** Values of a row in column order, with types that both SQLite and PostgreSQL can store. */
export type BackupRow = readonly (string | number | null | Uint8Array)[];

export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Number of rows in the table. */
  readonly rows: number;
}

/**
 * Tables that are not copied: the table of applied migrations, short-lived state of running instances, and the tables
 * of the SQLite search index, which triggers fill.
 */
const leftOut = new Set(['migrations', 'leases', 'presences', 'rate_limits', 'failed_attempts', ...indexNumbers]);

export const isCopied = (table: string): boolean => !leftOut.has(table);

/** Snapshot of a database. Later changes are not visible in it. */
export interface Snapshot extends AsyncDisposable {
  /** Names of the migrations that were applied to the database. */
  readonly steps: readonly string[];
  readonly tables: readonly CopiedTable[];
  /** Yields the rows of a table in batches. Only one table is read at a time. */
  rows(table: CopiedTable): AsyncIterable<readonly BackupRow[]>;
}

/** Restore of a backup into an empty database. Nothing is stored unless `finish` succeeds. */
export interface Filling extends AsyncDisposable {
  /** Tables into which rows can be restored, with their column names. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  insert(table: Pick<CopiedTable, 'name' | 'columns'>, rows: readonly BackupRow[]): Promise<void>;
  /** Checks all foreign keys and commits the transaction. */
  finish(): Promise<void>;
}

/**
 * Returns the names of the finished migrations. Throws if a migration is unfinished, because some of its rows may still
 * have the old form.
 */
export const finishedSteps = (rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] => {
  const unfinished = rows.filter(({ position }) => position !== null).map(({ name }) => String(name));
  if (unfinished.length === 0) return rows.map(({ name }) => String(name));
  throw new RefusedBackup(
    `The schema is being migrated (${unfinished.join(', ')}): make the backup when the migration is complete. If no program is migrating it, start the service or run "tipstaff migrate".`,
  );
};

/** Number of rows that are read at a time. */
export const batchSize = 500;

/** Returns an SQL identifier in quotation marks. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const namesIn = (names: readonly string[]): string => names.map(quoted).join(', ');
