import type { Reader } from './database.ts';

/** Value that is read from the database, either by a running service or by a command that inspects the database. */
export interface Fact<Value> {
  /** Table that must exist before the value is read. Absent if the value describes the database server. */
  readonly table?: string;
  /** Progress message for a read that may take long. */
  readonly progress?: string;
  /**
   * Whether the read is expensive. A running service then uses `Database.scan`, so that the read does not delay
   * requests.
   */
  readonly isCostly?: true;
  /** Time in ms for which a running service caches the value. */
  readonly keptFor?: number;
  readonly read: (reader: Reader) => Promise<Value>;
}

/** Any fact, whatever arguments its `read` function takes. */
interface Readable<Value> {
  readonly read: (...given: never) => Promise<Value>;
}

/** Values of facts that were read together. */
export interface FactValues {
  has(fact: object): boolean;
  /** Returns the value of a fact. Undefined if the fact could not be read. */
  of<Value>(fact: Readable<Value>): Value | undefined;
}

export const factValues = (values: ReadonlyMap<object, unknown>): FactValues => ({
  has: (fact) => values.has(fact),
  of: <Value>(fact: Readable<Value>) => values.get(fact) as Value | undefined,
});
