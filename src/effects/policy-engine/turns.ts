// Schedules the work of an engine process. The process performs one task at a time, such as evaluating one policy or
// checking some code.
import { compareRanks } from '../../lib/functions/compare-ranks.ts';
import type { UsageMeter } from './usage.ts';

/**
 * Account and organization for which work is done. Accounts get equal shares of the engine's time. The organizations of
 * an account get equal parts of the account's share.
 */
export interface Tenant {
  readonly account: string;
  readonly organization: string;
}

/** Work that waits until the engine process is free. */
export interface Waiting {
  readonly tenant: Tenant;
  /**
   * Cancels the wait. The work is not started, and the promise that `Turns` returned rejects with the signal's reason.
   */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs work when its turn has come. The account that has used least CPU time recently is first, and all usage above
 * `budget` counts as equal. Among equal accounts, the account whose last turn was longest ago is first. Within the
 * account, the same applies to its organizations.
 */
export type Turns = <T>(waiting: Waiting, work: () => Promise<T>) => Promise<T>;

/** CPU time budget of an account, in ms per minute. All accounts above it rank equally, behind the other accounts. */
export const budget = 10_000;

interface Queued extends Waiting {
  readonly start: () => void;
}

/** Creates a scheduler. `worked` returns the CPU time in ms that the process has used so far. */
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
      // The next work starts in a later iteration of the event loop. Then the next task of the same evaluation is in
      // the queue already, and many short tasks do not delay other events.
      setImmediate(startNext);
    }
  };
}

/** Queue that is ordered by rank, the lowest rank first. */
function newQueue(rank: (waiting: Waiting) => readonly number[]) {
  const queue: Queued[] = [];
  return {
    /** Starts the first task in the queue. Returns false if the queue is empty. */
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

/** Maximum number of keys whose last turn is remembered. */
const maxKeys = 1_000;

/** Remembers the order in which keys had their last turns. `of` returns the number of the key's last turn, or 0. */
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
