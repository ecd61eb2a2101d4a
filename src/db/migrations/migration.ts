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
