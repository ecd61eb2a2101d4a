import { Unavailable } from './unavailable.ts';

/** Runs at most `width` pieces of work at once; the others wait their turn in order. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** Where `mostWaiting` wait already, who comes next is told so at once: `Unavailable`. */
export const limiter = (concurrency: number, maxWaiting = Number.POSITIVE_INFINITY): Limiter => {
  const waiting: Array<() => void> = [];
  let running = 0;

  const acquire = (): Promise<void> | undefined => {
    if (running < concurrency) {
      running += 1;
      return undefined;
    }
    if (waiting.length >= maxWaiting) throw new Unavailable('too many wait already');
    return new Promise((resolve) => waiting.push(resolve));
  };
  // A place is handed straight to the next in line, so nobody slips in between. What happens meanwhile has its turn
  // before: a long line of short work would hold up everything else.
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

/** Runs work under the limiter of a key. */
export type KeyedLimiter = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** A limiter for each key, as long as something of it is under way. */
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
