import { createHash } from 'node:crypto';
import type { Engine } from '../../engine.ts';

/** Parts of a table definition that the two engines spell differently. */
export interface ColumnTypes {
  /** For what one engine alone has. */
  readonly engine: Engine;
  /** Text compared byte by byte, so that both engines sort alike. */
  readonly text: string;
  readonly bytes: string;
  /** A primary key that the database counts up. */
  readonly serial: string;
  /** Beginning of the definition of a table whose rows may be lost in a crash. */
  readonly createScratchTable: string;
}

/** A step that leads from nothing to the first version of the schema, one a domain; it never changes. */
interface FirstStep {
  readonly name: string;
  readonly statements: (types: ColumnTypes) => readonly string[];
}

/** An index of a table that has rows: made while others write. */
interface NewIndex {
  readonly name: string;
  readonly isUnique?: boolean;
  /** Text after `on`, such as `users (email) where email is not null`; one for each engine where they spell it differently. */
  readonly on: string | Readonly<Record<Engine, string>>;
}

/** An index as one engine makes it. */
export interface IndexOfEngine extends NewIndex {
  readonly on: string;
}

/** A change of the rows that a table has, made in portions; repeated for a row, it changes nothing more. */
export interface Backfill {
  readonly table: string;
  /** A column with an index whose values differ in every row. */
  readonly key: string;
  /** Text after `set`. */
  readonly set: string;
  /** Which rows need it. */
  readonly where: string;
}

/**
 * A step after the first version; it never changes. A step expands the schema in one release, so that the
 * programs of the release before do not notice, and contracts it in the next, when none of them needs what goes.
 */
export interface SchemaChange extends FirstStep {
  /** The version of the schema that it belongs to: that of the release before, and one. */
  readonly version: number;
  readonly phase: 'expand' | 'contract';
  readonly indexes?: readonly NewIndex[];
  readonly backfills?: readonly Backfill[];
}

export type Migration = FirstStep | SchemaChange;

/** The version of the schema that the first steps lead to. */
const firstVersion = 1;

export const isChange = (step: Migration): step is SchemaChange => 'version' in step;
export const versionOf = (step: Migration): number => (isChange(step) ? step.version : firstVersion);

/** The version of the oldest program that may serve a database with this step. */
export const oldestProgramOf = (step: Migration): number => Math.max(firstVersion, versionOf(step) - 1);

/** Unit of work of a step: a transaction, an index, or the portions of a backfill. */
export type Part = { readonly statements: readonly string[] } | { readonly index: IndexOfEngine } | Backfill;

/** The parts of a step in their order: what is new is there before it is filled, what goes is empty before. */
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

/** A SHA-256 of what a step does on an engine; how its statements are broken into lines makes no difference. */
export function digestOf(step: Migration, engine: Engine): string {
  const texts = partsOf(step, engine).flatMap((part) =>
    'statements' in part ? part.statements : JSON.stringify(part),
  );
  return createHash('sha256').update(texts.join(';\n').replaceAll(/\s+/g, ' ')).digest('hex');
}
