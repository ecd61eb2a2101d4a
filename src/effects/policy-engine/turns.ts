// Schedules turns at a process, which does one thing at a time: it evaluates one policy or checks some code.
import { compareRanks } from '../../lib/functions/compare-ranks.ts';
import type { UsageMeter } from './usage.ts';

/**
 * Account and organization that work is done for. Accounts share the engine equally, and organizations share the part
 * of their account.
 */
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
 * Runs work when its turn comes. The next turn goes to the account with the least recent usage (any usage above
 * `budget` counts as equal), then to the account whose last turn was longest ago, then to the organization whose last
 * turn was longest ago.
 */
export type Turns = <T>(waiting: Waiting, work: () => Promise<T>) => Promise<T>;

/** CPU time of an account, in ms per minute, above which all accounts rank equally behind the others. */
export const budget = 10_000;

interface Queued extends Waiting {
  readonly start: () => void;
}

/** Creates turns. `worked` returns the CPU time in ms that the process has used so far. */
export function newTurns(usage: UsageMeter, worked: () => number): Turns {
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
      // By then, the next task of the same evaluation has entered the queue. Other events are also handled first, so
      // many short tasks do not delay them.
      setImmediate(startNext);
    }
  };
}

/** Queue ordered by rank, lowest first. */
function newQueue(rank: (waiting: Waiting) => readonly number[]) {
  const queue: Queued[] = [];
  return {
    /** Starts the first task. Returns whether there was one. */
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

/** Records the order of turns: the number of the last turn of each key, or 0. */
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
