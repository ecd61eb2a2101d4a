import { createHash } from 'node:crypto';
import type { Engine } from '../../engine.ts';

/** Parts of a table definition that differ between SQLite and PostgreSQL. */
export interface ColumnTypes {
  /** Database engine, for statements that only one engine needs. */
  readonly engine: Engine;
  /** Type of a text column that is compared byte by byte, so that both engines sort equally. */
  readonly text: string;
  readonly bytes: string;
  /** Type of a primary key that the database numbers automatically. */
  readonly serial: string;
  /** Start of the `create table` statement for a table whose rows may be lost in a crash. */
  readonly createScratchTable: string;
}

/** Migration that creates the first version of a domain's tables. It must never change after its release. */
interface FirstStep {
  readonly name: string;
  readonly statements: (types: ColumnTypes) => readonly string[];
}

/** New index on an existing table. It is created while other programs write to the table. */
interface NewIndex {
  readonly name: string;
  readonly isUnique?: boolean;
  /**
   * SQL after `on`, such as `users (email) where email is not null`. If the SQL differs between the engines, it is
   * given for each engine.
   */
  readonly on: string | Readonly<Record<Engine, string>>;
}

/** New index with the SQL for one engine. */
export interface IndexOfEngine extends NewIndex {
  readonly on: string;
}

/**
 * Update of existing rows, or insertion of rows that are computed from them, in several transactions. Doing this twice
 * for a row must have the same result as doing it once.
 */
export type Backfill = {
  readonly table: string;
  /** Name of an indexed column, in whose order the rows are read. Rows with the same value are read together. */
  readonly key: string;
} & (
  | {
      /** SQL after `set`. */
      readonly set: string;
      /** SQL condition for the rows to update. */
      readonly where: string;
    }
  | {
      /** SQL after `insert`. It contains `:portion`, which is replaced by the condition for the rows to read. */
      readonly insert: string;
    }
);

/**
 * Migration that changes existing tables. It must never change after its release. One release expands the schema
 * without affecting running programs of the previous release. The next release contracts the schema, when no running
 * program needs the removed parts any more.
 */
export interface SchemaChange extends FirstStep {
  /** Schema version after the migration. It is the schema version of the previous release plus one. */
  readonly version: number;
  readonly phase: 'expand' | 'contract';
  readonly indexes?: readonly NewIndex[];
  readonly backfills?: readonly Backfill[];
}

export type Migration = FirstStep | SchemaChange;

/** Version of the schema that the first migrations create. */
const firstVersion = 1;

export const isChange = (step: Migration): step is SchemaChange => 'version' in step;
export const versionOf = (step: Migration): number => (isChange(step) ? step.version : firstVersion);

/** Returns the version of the oldest program that may use a database with this migration. */
export const oldestProgramOf = (step: Migration): number => Math.max(firstVersion, versionOf(step) - 1);

/** Part of a migration: statements in one transaction, a new index, or a backfill. */
export type Part = { readonly statements: readonly string[] } | { readonly index: IndexOfEngine } | Backfill;

/**
 * Returns the parts of a migration in their order. An expansion first executes its statements, which add columns, and
 * then fills the columns. A contraction first updates the rows and then removes columns.
 */
export const partsOf = (step: Migration, engine: Engine): readonly Part[] => {
  const statements = { statements: step.statements(columnTypes[engine]) };
  if (!isChange(step)) return [statements];
  const { phase, indexes = [], backfills = [] } = step;
  const made = indexes.map(({ on, ...index }) => ({
    index: { ...index, on: typeof on === 'string' ? on : on[engine] },
  }));
  return phase === 'expand' ? [statements, ...made, ...backfills] : [...backfills, ...made, statements];
};

export const columnTypes: Readonly<Record<Engine, ColumnTypes>> = {
  sqlite: {
    engine: 'sqlite',
    text: 'text',
    bytes: 'blob',
    serial: 'integer primary key autoincrement',
    createScratchTable: 'create table',
  },
  postgres: {
    engine: 'postgres',
    text: 'text collate "C"',
    bytes: 'bytea',
    serial: 'bigint generated always as identity primary key',
    createScratchTable: 'create unlogged table',
  },
};

/**
 * Returns the SHA-256 of a migration's statements for one engine, in hexadecimal. Differences in white space do not
 * affect it.
 */
export function digestOf(step: Migration, engine: Engine): string {
  const texts = partsOf(step, engine).flatMap((part) =>
    'statements' in part ? part.statements : JSON.stringify(part),
  );
  return createHash('sha256').update(texts.join(';\n').replaceAll(/\s+/g, ' ')).digest('hex');
}
