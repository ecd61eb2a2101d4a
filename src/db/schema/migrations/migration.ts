import { createHash } from 'node:crypto';
import type { Engine } from '../../engine.ts';

/** Parts of a table definition that differ between the engines. */
export interface ColumnTypes {
  /** Engine, for statements that only one engine needs. */
  readonly engine: Engine;
  /** Text column that is compared byte by byte, so that both engines sort equally. */
  readonly text: string;
  readonly bytes: string;
  /** Primary key that the database numbers automatically. */
  readonly serial: string;
  /** Start of the definition of a table whose rows may be lost in a crash. */
  readonly createScratchTable: string;
}

/** Migration that creates the first version of a domain's tables. It must never change. */
interface FirstStep {
  readonly name: string;
  readonly statements: (types: ColumnTypes) => readonly string[];
}

/** Index of an existing table, which is created while other programs write. */
interface NewIndex {
  readonly name: string;
  readonly isUnique?: boolean;
  /** Text after `on`, such as `users (email) where email is not null`. One text for each engine if they differ. */
  readonly on: string | Readonly<Record<Engine, string>>;
}

/** Index in the form of one engine. */
export interface IndexOfEngine extends NewIndex {
  readonly on: string;
}

/** Update of existing rows, which is done in portions. It must be idempotent for each row. */
export interface Backfill {
  readonly table: string;
  /** Unique column with an index. */
  readonly key: string;
  /** Text after `set`. */
  readonly set: string;
  /** Condition for the rows to update. */
  readonly where: string;
}

/**
 * Migration after the first version. It must never change. A migration expands the schema in one release, without
 * affecting programs of the previous release, and contracts it in the next release, when no running program needs the
 * removed parts.
 */
export interface SchemaChange extends FirstStep {
  /** Schema version of the migration: the previous release's version plus one. */
  readonly version: number;
  readonly phase: 'expand' | 'contract';
  readonly indexes?: readonly NewIndex[];
  readonly backfills?: readonly Backfill[];
}

export type Migration = FirstStep | SchemaChange;

/** Schema version that the first migrations result in. */
const firstVersion = 1;

export const isChange = (step: Migration): step is SchemaChange => 'version' in step;
export const versionOf = (step: Migration): number => (isChange(step) ? step.version : firstVersion);

/** Returns the version of the oldest program that may use a database with this migration. */
export const oldestProgramOf = (step: Migration): number => Math.max(firstVersion, versionOf(step) - 1);

/** Part of a migration: statements in one transaction, an index, or a backfill. */
export type Part = { readonly statements: readonly string[] } | { readonly index: IndexOfEngine } | Backfill;

/**
 * Returns the parts of a migration in order: an expansion first adds columns and then fills them, and a contraction
 * first updates the rows and then removes columns.
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

/** Returns the SHA-256 of a migration's statements on an engine, independent of their line breaks. */
export function digestOf(step: Migration, engine: Engine): string {
  const texts = partsOf(step, engine).flatMap((part) =>
    'statements' in part ? part.statements : JSON.stringify(part),
  );
  return createHash('sha256').update(texts.join(';\n').replaceAll(/\s+/g, ' ')).digest('hex');
}
