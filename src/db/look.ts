import type { Reader } from './database.ts';

/** A fact in one table, for a running service and for a database that no service has open. */
export interface Look<Fact> {
  /** Nothing is read while the schema does not have it. */
  readonly table: string;
  /** Sentence about its progress, where it may take long. */
  readonly progress?: string;
  readonly read: (reader: Reader) => Promise<Fact>;
}

export type Looks = Readonly<Record<string, Look<unknown>>>;

/** The facts of several looks; undefined where the table has not been made. */
export type Facts<Of extends Looks> = {
  readonly [Name in keyof Of]: Of[Name] extends Look<infer Fact> ? Fact | undefined : never;
};
