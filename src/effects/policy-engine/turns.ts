// Turns at a process. It does one thing at a time: a policy of an evaluation, or the check of some code.
import { compareRanks } from '../../lib/functions/compare-ranks.ts';
import type { Usage } from './usage.ts';

/** For whom something is done. Accounts share the engine, and organizations share the part of their account. */
export interface Tenant {
  readonly account: string;
  readonly organization: string;
}

/** Call that waits for its turn. */
export interface Waiting {
  readonly tenant: Tenant;
  /** Ends the wait with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs work when it is its turn. The turn goes to the account that has used least of late, where `budget` counts as much as
 * more; among those, to the one that has waited longest since its last turn, and in it to an organization likewise.
 */
export type Turns = <T>(waiting: Waiting, work: () => Promise<T>) => Promise<T>;

/** Processor time of an account in ms a minute, after which others go first. */
export const budget = 10_000;

interface Queued extends Waiting {
  readonly start: () => void;
}

/** `worked` tells how long the process has worked until now, in milliseconds. */
export function newTurns(usage: Usage, worked: () => number): Turns {
  const lastTurns = newLastTurns();
  const queue = newQueue(({ tenant: { account, organization } }) => [
    Math.min(usage.of(account), budget),
    lastTurns.of(account),
    lastTurns.of(`${account} ${organization}`),
  ]);
  let isBusy = false;
  const startNext = (): void => {
    isBusy = queue.startFirst();
  };

  return async (waiting, work) => {
    waiting.signal?.throwIfAborted();
    if (isBusy) await queue.wait(waiting);
    isBusy = true;
    const { account, organization } = waiting.tenant;
    lastTurns.take(account);
    lastTurns.take(`${account} ${organization}`);
    const before = worked();
    try {
      return await work();
    } finally {
      usage.add(account, worked() - before);
      // Its next task is in the queue by then. Other events run first, too, so that many short tasks do not delay them.
      setImmediate(startNext);
    }
  };
}

/** Queue in the order of ranks, the least first. */
function newQueue(rank: (waiting: Waiting) => readonly number[]) {
  const queue: Queued[] = [];
  return {
    /** Starts what is first, and tells whether anything is. */
    startFirst: (): boolean => {
      const [first] = queue
        .map((queued) => ({ queued, rank: rank(queued) }))
        .toSorted((one, other) => compareRanks(one.rank, other.rank));
      if (first === undefined) return false;
      queue.splice(queue.indexOf(first.queued), 1);
      first.queued.start();
      return true;
    },
    wait: (waiting: Waiting): Promise<void> =>
      new Promise((resolve, reject) => {
        const leave = (): void => {
          queue.splice(queue.indexOf(queued), 1);
          reject(waiting.signal?.reason);
        };
        const start = (): void => {
          waiting.signal?.removeEventListener('abort', leave);
          resolve();
        };
        const queued = { ...waiting, start };
        waiting.signal?.addEventListener('abort', leave, { once: true });
        queue.push(queued);
      }),
  };
}

/** Maximum number of keys whose last turn is kept. */
const maxKeys = 1_000;

/** The order of turns: the number of the last one of a key, or 0. */
function newLastTurns() {
  const turns = new Map<string, number>();
  let count = 0;
  return {
    of: (key: string): number => turns.get(key) ?? 0,
    take: (key: string): void => {
      count += 1;
      turns.delete(key);
      turns.set(key, count);
      if (turns.size > maxKeys) turns.delete(turns.keys().next().value ?? '');
    },
  };
}
