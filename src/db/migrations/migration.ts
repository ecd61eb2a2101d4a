import { createHash } from 'node:crypto';
import type { Engine } from '../database.ts';

/** What the two engines spell differently in a table definition. */
export interface ColumnTypes {
  /** For what one engine alone has. */
  readonly engine: Engine;
  /** Text compared byte by byte, so that both engines sort alike. */
  readonly text: string;
  readonly bytes: string;
  /** A primary key that the database counts up. */
  readonly serial: string;
  /** How a table begins whose rows may be lost in a crash. */
  readonly createScratchTable: string;
}

/** One forward step of the schema; its name, once released, never changes. */
export interface Migration {
  readonly name: string;
  readonly statements: (types: ColumnTypes) => readonly string[];
}

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

/** A SHA-256 of the statements of a step on an engine; how they are broken into lines makes no difference. */
export function digestOf({ statements }: Migration, engine: Engine): string {
  const text = statements(columnTypes[engine]).join(';\n').replaceAll(/\s+/g, ' ');
  return createHash('sha256').update(text).digest('hex');
}
