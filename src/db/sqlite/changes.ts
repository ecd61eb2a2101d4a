// Changes of the embedded database, one after the other. Those that wait for their turn are committed together with the one
// before them, so that they share one sync of the disk; none is acknowledged before it.
import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as otherEvents, setTimeout as wait } from 'node:timers/promises';
import type { Run } from '../../lib/concurrency/semaphore.ts';
import { type Database, type Transaction, TransactionOver } from '../database.ts';
import type { Statement } from '../query.ts';
import { busyTimeout } from './connection.ts';
import { type Errors, isBusy } from './errors.ts';

/** Queries and statements of a transaction, on a connection that is its own meanwhile. */
export type OpenTransaction = Omit<Transaction, 'afterCommit' | 'runAtCommit'>;

interface ChangesParts {
  readonly writer: DatabaseSync;
  readonly tx: OpenTransaction;
  readonly errors: Errors;
  /** Gives the connection to one at a time, whatever it does with it. */
  readonly oneAtATime: Run;
  readonly onCommit: () => void;
}

/** Interval in ms between attempts to get the write lock while another process has it. */
const retryDelay = 5;

/** Maximum number of changes that are committed together, and maximum time in ms that others can join them. */
const [maxTogether, maxOpen] = [50, 10];

/** Maximum time in ms that one change may keep all other requests waiting with short statements. */
const maxTurn = 5;

/** Begins a transaction as soon as no other process is in the middle of one. */
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

/** Undoes a change, and leaves those before it in the transaction, if that has not ended with all of them. */
const undo = (writer: DatabaseSync, isFirst: boolean): void => {
  if (!writer.isTransaction) return;
  try {
    writer.exec(isFirst ? 'rollback' : 'rollback to change; release change');
  } catch {
    if (writer.isTransaction) writer.exec('rollback');
  }
};

/** Carries out one change; `effects` are to happen once it is committed. One that fails leaves nothing behind. */
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
    // A disk that fails ends it, whether or not `work` took notice.
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

/** A change that was carried out, or failed: tells its caller, once the others are committed, or why they are not. */
interface Carried {
  readonly error?: unknown;
  readonly finish: (failure: unknown) => void;
}

/** A change that waits for its turn. The first one begins the transaction. */
type Waiting = (isFirst: boolean) => Promise<Carried>;

/** Commits; answers why that failed. */
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
 * Commits the change that has waited longest, and those that came while it was carried out, or in the turn of the event loop
 * after it: a commit keeps the thread until the disk has it, and other requests could not begin.
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
  // It has ended before its commit: by a change that failed, or since the database was closed.
  const failure = isOpen() ? commit(parts) : (carried.at(-1)?.error ?? new TransactionOver());
  for (const { finish } of carried) finish(failure);
};

/** Runs transactions on the connection for writing. */
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
            // Before the caller goes on.
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

/** A change whose effects fail concerns its own caller, and none of the others. */
const orReject =
  (finish: Carried['finish'], reject: (error: unknown) => void): Carried['finish'] =>
  (failure) => {
    try {
      finish(failure);
    } catch (error) {
      reject(error);
    }
  };
