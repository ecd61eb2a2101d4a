import { Busy } from './unavailable.ts';

/** Runs at most `width` tasks at once; the others wait in order. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** A limiter of `width` tasks at once. Rejects a task with `Busy` where `maxWaiting` tasks wait already. */
export const limiter = (concurrency: number, maxWaiting = Number.POSITIVE_INFINITY): Limiter => {
  const waiting: Array<() => void> = [];
  let running = 0;

  const acquire = (): Promise<void> | undefined => {
    if (running < concurrency) {
      running += 1;
      return undefined;
    }
    if (waiting.length >= maxWaiting) throw new Busy('too many wait already');
    return new Promise((resolve) => waiting.push(resolve));
  };
  // The place goes directly to the next task in the queue. Other events run first, so that a long queue of short tasks
  // does not delay them.
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else setImmediate(next);
  };

  return async (work) => {
    await acquire();
    try {
      return await work();
    } finally {
      release();
    }
  };
};

/** Runs a task under the limiter of a key. */
export type KeyedLimiter = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** A limiter for each key, kept while a task of that key runs or waits. */
export const limiterByKey = (concurrency: number, maxWaiting?: number): KeyedLimiter => {
  const limiters = new Map<string, { readonly limited: Limiter; count: number }>();

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const entry = limiters.get(key) ?? { limited: limiter(concurrency, maxWaiting), count: 0 };
    limiters.set(key, entry);
    entry.count += 1;
    try {
      return await entry.limited(work);
    } finally {
      entry.count -= 1;
      if (entry.count === 0) limiters.delete(key);
    }
  };
};
