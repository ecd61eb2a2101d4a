import type { Engine } from './engine.ts';
import type { Query, Statement } from './query.ts';

/**
 * Runner of queries: the database itself, or a transaction. In a transaction, queries that do not wait for each other are sent
 * together and carried out in their order.
 */
export interface Reader {
  readonly engine: Engine;
  rows<Arguments, Row>(query: Query<Arguments, Row>, values: Arguments): Promise<readonly Row[]>;
  first<Arguments, Row>(query: Query<Arguments, Row>, values: Arguments): Promise<Row | undefined>;
}

/** A statement came after the end of its transaction: it was sent beside another one that failed. Nothing happened. */
export class TransactionOver extends Error {
  override readonly name = 'TransactionOver';

  constructor() {
    super('the transaction is over');
  }
}

export interface Transaction extends Reader {
  /** Carries out one statement and answers how many rows it touched. */
  run(statement: Statement): Promise<number>;
  /** Carries out a statement after all others, and together with the commit: one way to the database and back for both. */
  runAtCommit(statement: Statement): void;
  /**
   * Counts this transaction among those about one thing, such as an organization, before it locks that. Where too many
   * have a connection already, it is rolled back, and begins again when its turn has come; nothing at all in the
   * embedded database.
   */
  queueFor(key: string): void;
  /** Does something once all of it has happened, and never where it has not; it must not throw. */
  afterCommit(effect: () => void): void;
}

/** Connections to PostgreSQL. */
export interface ConnectionCounts {
  readonly open: number;
  readonly maximum: number;
  /** Number of reads and changes that wait for one. */
  readonly waiting: number;
}

export interface Database extends Reader, AsyncDisposable {
  /** Undefined for the embedded database. */
  connections(): ConnectionCounts | undefined;
  /** Description of the damage to a database that otherwise answers, once a request has met it. */
  damage(): string | undefined;
  /** Asks the server on a connection that nothing else uses; throws while it does not answer. */
  probe(): Promise<void>;
  /**
   * Folds the write-ahead file of the embedded database into it: when nothing has been changed for a moment, at least each
   * minute, or now. Nothing on PostgreSQL.
   */
  fold(when: 'due' | 'now'): Promise<void>;
  /**
   * Like `rows`, for what may look at many rows: never on the thread that serves requests, unless it must see what a
   * transaction has written.
   */
  scan<Arguments, Row>(query: Query<Arguments, Row>, values: Arguments): Promise<readonly Row[]>;
  /**
   * Runs `work` in one write transaction: all of it happens, or none. A transaction that met another one, or lost its
   * connection before the commit, begins again, so that `work` may run several times.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
}
