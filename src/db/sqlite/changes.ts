// Runs SQLite changes one after another. Changes that are waiting are committed together with those before them, so
// that several changes need one disk sync. No change is acknowledged before it is committed.
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as otherEvents, setTimeout as wait } from 'node:timers/promises';
import type { Run } from '../../lib/concurrency/semaphore.ts';
import { type Database, type Transaction, TransactionOver } from '../database.ts';
import type { Statement } from '../query.ts';
import { busyTimeout } from './connection.ts';
import { type Errors, isBusy } from './errors.ts';

/** Queries and statements of a transaction that has exclusive use of the connection. */
export type OpenTransaction = Omit<Transaction, 'afterCommit' | 'runAtCommit'>;

interface ChangesParts {
  readonly writer: DatabaseSync;
  readonly tx: OpenTransaction;
  readonly errors: Errors;
  /** Runs functions with exclusive use of the connection, one at a time. */
  readonly oneAtATime: Run;
  readonly onCommit: () => void;
}

/** Pause in ms between two attempts to get the write lock while another process holds it. */
const retryDelay = 5;

/**
 * Maximum number of changes that are committed together, and maximum time in ms during which a shared transaction
 * accepts further changes.
 */
const [maxTogether, maxOpen] = [50, 10];

/** Maximum time in ms for which a change may block other requests between two turns of the event loop. */
const maxTurn = 5;

/** Begins a transaction as soon as no other process has the write lock. */
const begin = async ({ writer, errors }: ChangesParts): Promise<void> => {
  const until = performance.now() + busyTimeout;
  for (;;) {
    try {
      writer.exec('begin immediate');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw errors.translated(error);
    }
    await wait(retryDelay);
  }
};

/**
 * Rolls back one change. Earlier changes stay in the shared transaction, unless the database has ended the transaction.
 */
const undo = (writer: DatabaseSync, isFirst: boolean): void => {
  if (!writer.isTransaction) return;
  try {
    writer.exec(isFirst ? 'rollback' : 'rollback to change; release change');
  } catch {
    if (writer.isTransaction) writer.exec('rollback');
  }
};

/** Executes one change, or rolls it back if it fails. The returned `effects` must run after the commit. */
const carryOut = async <T>(
  { writer, tx }: ChangesParts,
  isFirst: boolean,
  work: (tx: Transaction) => Promise<T>,
): Promise<{ readonly result: T; readonly effects: readonly (() => void)[] }> => {
  const effects: (() => void)[] = [];
  const last: Statement[] = [];
  let isOver = false;
  let turnEnd = performance.now() + maxTurn;
  const during = async <Answer>(statement: () => Promise<Answer>): Promise<Answer> => {
    // After a disk error, SQLite has ended the transaction, even if `work` has ignored the error.
    if (isOver || !writer.isTransaction) throw new TransactionOver();
    const answer = await statement();
    if (performance.now() > turnEnd) {
      await otherEvents();
      turnEnd = performance.now() + maxTurn;
    }
    return answer;
  };
  try {
    if (!isFirst) writer.exec('savepoint change');
    const result = await work({
      ...tx,
      rows: (query, values) => during(() => tx.rows(query, values)),
      first: (query, values) => during(() => tx.first(query, values)),
      run: (statement) => during(() => tx.run(statement)),
      runAtCommit: (statement) => void last.push(statement),
      afterCommit: (effect) => void effects.push(effect),
    });
    for (const statement of last) await during(() => tx.run(statement));
    if (!writer.isTransaction) throw new TransactionOver();
    if (!isFirst) writer.exec('release change');
    return { result, effects };
  } catch (error) {
    undo(writer, isFirst);
    throw error;
  } finally {
    isOver = true;
  }
};

/**
 * Change that was executed or has failed. After the shared commit, `finish` reports the result to the change's caller.
 * Its argument is the error of a failed commit.
 */
interface Carried {
  readonly error?: unknown;
  readonly finish: (failure: unknown) => void;
}

/** Executes a waiting change. The first change of a shared transaction begins the transaction. */
type Waiting = (isFirst: boolean) => Promise<Carried>;

/** Commits the shared transaction. Returns the error if this fails. */
const commit = ({ writer, errors, onCommit }: ChangesParts): unknown => {
  try {
    errors.translating(() => writer.exec('commit'));
    onCommit();
    return undefined;
  } catch (error) {
    if (writer.isTransaction) writer.exec('rollback');
    return error;
  }
};

/**
 * Executes the change that has waited longest and commits it, together with changes that arrive while it is executed or
 * in the next turn of the event loop. A commit blocks the thread until the disk has synced, so fewer commits delay
 * other requests less.
 */
const commitTogether = async (parts: ChangesParts, waiting: Waiting[]): Promise<void> => {
  const until = performance.now() + maxOpen;
  const carried: Carried[] = [];
  const isOpen = (): boolean => parts.writer.isOpen && parts.writer.isTransaction;
  for (let next = waiting.shift(); next !== undefined; ) {
    carried.push(await next(carried.length === 0));
    await otherEvents();
    next = isOpen() && carried.length < maxTogether && performance.now() < until ? waiting.shift() : undefined;
  }
  // If the transaction is no longer open, a change has failed or the database was closed, so there is nothing to
  // commit.
  const failure = isOpen() ? commit(parts) : (carried.at(-1)?.error ?? new TransactionOver());
  for (const { finish } of carried) finish(failure);
};

/** Returns the function that runs transactions on the connection that can write. */
export const newChanges = (parts: ChangesParts): Database['transaction'] => {
  const waiting: Waiting[] = [];
  let isScheduled = false;
  const schedule = async (): Promise<void> => {
    if (isScheduled) return;
    isScheduled = true;
    try {
      while (waiting.length > 0) await parts.oneAtATime(() => commitTogether(parts, waiting));
    } finally {
      isScheduled = false;
    }
  };

  return <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.push(async (isFirst) => {
        try {
          if (isFirst) await begin(parts);
          const { result, effects } = await carryOut(parts, isFirst, work);
          const finish = (failure: unknown): void => {
            if (failure !== undefined) throw failure;
            // The effects run before the caller receives the result.
            for (const effect of effects) effect();
            resolve(result);
          };
          return { finish: orReject(finish, reject) };
        } catch (error) {
          return { error, finish: (failure) => reject(failure ?? error) };
        }
      });
      void schedule();
    });
};

/** Returns a callback that rejects the promise of one change if the effects of that change throw an error. */
const orReject =
  (finish: Carried['finish'], reject: (error: unknown) => void): Carried['finish'] =>
  (failure) => {
    try {
      finish(failure);
    } catch (error) {
      reject(error);
    }
  };
