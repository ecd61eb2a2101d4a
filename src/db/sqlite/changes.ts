// Runs changes of SQLite one after another. Changes that are waiting are committed together with the previous ones, so
// that they share one disk sync. No change is acknowledged before the commit.
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as otherEvents, setTimeout as wait } from 'node:timers/promises';
import type { Run } from '../../lib/concurrency/semaphore.ts';
import { type Database, type Transaction, TransactionOver } from '../database.ts';
import type { Statement } from '../query.ts';
import { busyTimeout } from './connection.ts';
import { type Errors, isBusy } from './errors.ts';

/** Queries and statements of a transaction, which has the connection to itself. */
export type OpenTransaction = Omit<Transaction, 'afterCommit' | 'runAtCommit'>;

interface ChangesParts {
  readonly writer: DatabaseSync;
  readonly tx: OpenTransaction;
  readonly errors: Errors;
  /** Grants the connection to one caller at a time. */
  readonly oneAtATime: Run;
  readonly onCommit: () => void;
}

/** Interval in ms between attempts to get the write lock while another process has it. */
const retryDelay = 5;

/**
 * Maximum number of changes that are committed together, and maximum time in ms during which further changes can join.
 */
const [maxTogether, maxOpen] = [50, 10];

/** Maximum time in ms that one change with short statements may block all other requests. */
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

/** Rolls back one change. The changes before it stay in the transaction, unless the whole transaction has ended. */
const undo = (writer: DatabaseSync, isFirst: boolean): void => {
  if (!writer.isTransaction) return;
  try {
    writer.exec(isFirst ? 'rollback' : 'rollback to change; release change');
  } catch {
    if (writer.isTransaction) writer.exec('rollback');
  }
};

/** Executes one change. `effects` run after the commit. A failed change is rolled back. */
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
    if (isOver) throw new TransactionOver();
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
    for (const statement of last) await tx.run(statement);
    // A disk error ends the transaction, even if `work` has ignored the error.
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
 * Executed or failed change. `finish` notifies its caller after the shared commit, with the error if the commit failed.
 */
interface Carried {
  readonly error?: unknown;
  readonly finish: (failure: unknown) => void;
}

/** Change that waits for its turn. The first change begins the transaction. */
type Waiting = (isFirst: boolean) => Promise<Carried>;

/** Commits. Returns the error if the commit failed. */
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
 * Commits the change that has waited longest, together with those that arrived during its execution or in the next turn
 * of the event loop. A commit blocks the thread until the disk has synced, so fewer commits delay other requests less.
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
  // The transaction has ended before its commit, because a change failed or the database was closed.
  const failure = isOpen() ? commit(parts) : (carried.at(-1)?.error ?? new TransactionOver());
  for (const { finish } of carried) finish(failure);
};

/** Returns the function that runs transactions on the connection for writing. */
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
            // The effects run before the caller continues.
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

/** If the effects of a change throw, only the caller of this change gets the error. */
const orReject =
  (finish: Carried['finish'], reject: (error: unknown) => void): Carried['finish'] =>
  (failure) => {
    try {
      finish(failure);
    } catch (error) {
      reject(error);
    }
  };
