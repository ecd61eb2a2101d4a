import { Unavailable } from '../lib/errors/unavailable.ts';
import type { Engine } from './engine.ts';
import type { Query, Statement } from './query.ts';

/**
 * Runs queries, either on the database or in a transaction. In a transaction, queries that are started without awaiting
 * each other are sent together and executed in the order of their calls.
 */
export interface Reader {
  readonly engine: Engine;
  rows<Arguments, Row>(query: Query<Arguments, Row>, values: Arguments): Promise<readonly Row[]>;
  first<Arguments, Row>(query: Query<Arguments, Row>, values: Arguments): Promise<Row | undefined>;
}

/**
 * Thrown if a statement is executed after its transaction has ended, for example because another statement that was
 * sent at the same time failed. The statement had no effect.
 */
export class TransactionOver extends Error {
  override readonly name = 'TransactionOver';

  constructor() {
    super('the transaction has ended');
  }
}

/**
 * Thrown if a transaction conflicted with another one or lost its connection, and therefore had no effect.
 * `Database.transaction` then runs the transaction again, up to a maximum number of attempts.
 */
export class Repeatable extends Unavailable {}

export interface Transaction extends Reader {
  /** Executes one statement. Returns the number of affected rows. */
  run(statement: Statement): Promise<number>;
  /**
   * Executes a statement together with the commit, after all other statements. This saves a round trip to the database.
   */
  runAtCommit(statement: Statement): void;
  /**
   * Assigns this transaction to the queue of a key, such as an organization. Must be called before any rows that belong
   * to the key are locked. If too many transactions with the same key have a connection already, this one is rolled
   * back, waits in the queue, and is restarted. Has no effect on SQLite.
   */
  queueFor(key: string): void;
  /** Runs an effect after the commit, and never if the transaction fails. The effect must not throw. */
  afterCommit(effect: () => void): void;
}

/** Numbers of connections to PostgreSQL. */
export interface ConnectionCounts {
  readonly open: number;
  readonly maximum: number;
  /** Number of reads and transactions that are waiting for a connection. */
  readonly waiting: number;
}

export interface Database extends Reader, AsyncDisposable {
  /** Returns the numbers of connections to PostgreSQL. Undefined on SQLite. */
  connections(): ConnectionCounts | undefined;
  /**
   * Describes the damage to a database that can still execute some queries. Undefined until a query has failed because
   * of damage.
   */
  damage(): string | undefined;
  /** Checks the database server on a separate connection. Throws while the server does not answer. */
  probe(): Promise<void>;
  /**
   * Writes the write-ahead log of SQLite back into the database file (a checkpoint). With `due`, this happens a moment
   * after the last change and at least once a minute; with `now`, immediately. Has no effect on PostgreSQL.
   */
  fold(when: 'due' | 'now'): Promise<void>;
  /**
   * Same as `rows`, for queries that may read many rows. It never runs on the main thread, except in a transaction
   * whose own changes it must see.
   */
  scan<Arguments, Row>(query: Query<Arguments, Row>, values: Arguments): Promise<readonly Row[]>;
  /**
   * Runs `work` in one write transaction, which is applied completely or not at all. The transaction is restarted after
   * a conflict with another transaction, or if the connection is lost before the commit. So `work` may run several
   * times.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}
