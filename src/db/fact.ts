import type { Reader } from './database.ts';

/** A fact in the database, for a running service and for a database that no service has open. */
export interface Fact<Value> {
  /** Nothing is read while the schema does not have this table. Absent if the fact is about the server. */
  readonly table?: string;
  /** Sentence about its progress, where it may take long. */
  readonly progress?: string;
  /** True if its read costs much: a running service reads it with `Database.scan`, which delays no request. */
  readonly isCostly?: true;
  /** Time in ms for which a running service uses a result again. */
  readonly keptFor?: number;
  readonly read: (reader: Reader) => Promise<Value>;
}

/** Anything that is read without arguments that matter here. */
interface Readable<Value> {
  readonly read: (...given: never) => Promise<Value>;
}

/** Values of facts that were read together. */
export interface FactValues {
  has(fact: object): boolean;
  /** Undefined if the fact could not be read. */
  of<Value>(fact: Readable<Value>): Value | undefined;
}

export const factValues = (values: ReadonlyMap<object, unknown>): FactValues => ({
  has: (fact) => values.has(fact),
  of: <Value>(fact: Readable<Value>) => values.get(fact) as Value | undefined,
});
