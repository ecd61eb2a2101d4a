import type { Reader } from './database.ts';

/** Value that is read from the database, either by a running service or while no service has the database open. */
export interface Fact<Value> {
  /** Table that must exist before the value is read. Absent if the value describes the server. */
  readonly table?: string;
  /** Progress message for a read that may take long. */
  readonly progress?: string;
  /**
   * Whether the read is expensive. A running service then reads it with `Database.scan`, which does not delay requests.
   */
  readonly isCostly?: true;
  /** Time in ms for which a running service caches the value. */
  readonly keptFor?: number;
  readonly read: (reader: Reader) => Promise<Value>;
}

/** Value with a `read` function of any arguments. */
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
