// Contents of a backup: the rows of every table of a database, except tables whose rows mean nothing elsewhere.

import { RefusedBackup } from '../../lib/errors/refused-backup.ts';
import { indexNumbers } from '../schema/migrations/trigram-index.ts';

/** Values as both engines keep them, in the order of the columns. */
export type Row = readonly (string | number | null | Uint8Array)[];

export interface CopiedTable {
  readonly name: string;
  readonly columns: readonly string[];
  /** Number of rows. */
  readonly rows: number;
}

/**
 * Tables that are not copied: the schema's own, what the running instances know of each other and of the last minutes, and
 * the search index of the embedded database, which triggers fill.
 */
const leftOut = new Set(['migrations', 'leases', 'presences', 'rate_limits', 'failed_attempts', ...indexNumbers]);

export const isCopied = (table: string): boolean => !leftOut.has(table);

/** A database at one moment: what is changed meanwhile is not seen. */
export interface Snapshot extends AsyncDisposable {
  /** The steps of its schema. */
  readonly steps: readonly string[];
  readonly tables: readonly CopiedTable[];
  /** The rows of one table in batches; one table after the other. */
  rows(table: CopiedTable): AsyncIterable<readonly Row[]>;
}

/** An empty database that is being filled: all of it, or, if it is not finished, nothing. */
export interface Filling extends AsyncDisposable {
  /** The columns of each table that can be filled. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  insert(table: Pick<CopiedTable, 'name' | 'columns'>, rows: readonly Row[]): Promise<void>;
  /** Checks that every reference leads to a row, and commits. */
  finish(): Promise<void>;
}

/** The steps of a schema; while one is unfinished, its rows are neither of the old nor of the new kind. */
export const finishedSteps = (rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] => {
  const unfinished = rows.filter(({ position }) => position !== null).map(({ name }) => String(name));
  if (unfinished.length === 0) return rows.map(({ name }) => String(name));
  throw new RefusedBackup(
    `The schema is being brought up to date (${unfinished.join(', ')}): make the backup when that is done. Where no program does it, start the service or run "tipstaff migrate".`,
  );
};

/** Number of rows per read. */
export const batchSize = 500;

/** A name in SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const namesIn = (names: readonly string[]): string => names.map(quoted).join(', ');
