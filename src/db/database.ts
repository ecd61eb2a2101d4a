import type { Query, QueryBuilder } from './query.ts';

export type Engine = 'sqlite' | 'postgres';

/** What runs queries: the database itself, or a transaction. */
export interface Reader {
  readonly engine: Engine;
  rows<Arguments, Row>(query: Query<Arguments, Row>, values: Arguments): Promise<readonly Row[]>;
  first<Arguments, Row>(query: Query<Arguments, Row>, values: Arguments): Promise<Row | undefined>;
}

export interface Transaction extends Reader {
  /** Carries out one statement and answers how many rows it touched. */
  run(statement: QueryBuilder): Promise<number>;
  /** Does something once all of it has happened, and never where it has not; it must not throw. */
  afterCommit(effect: () => void): void;
}

export interface Database extends Reader, AsyncDisposable {
  /** What is damaged in a database that otherwise answers, once a request has met it. */
  damage(): string | undefined;
  /** Like `rows`, for what may look at many rows: never on the thread that serves requests. */
  scan<Arguments, Row>(query: Query<Arguments, Row>, values: Arguments): Promise<readonly Row[]>;
  /** Runs `work` in one write transaction: all of it happens, or none. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}
