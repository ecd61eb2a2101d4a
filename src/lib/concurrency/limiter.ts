import { Busy } from '../errors/unavailable.ts';

/** Runs at most `concurrency` tasks at once; the others wait in order. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * A limiter of `concurrency` tasks at once. Rejects a task with `Busy` where `maxWaiting` tasks wait already; `detail` is what
 * its client is answered.
 */
export const limiter = (concurrency: number, maxWaiting = Number.POSITIVE_INFINITY, detail?: string): Limiter => {
  const waiting: Array<() => void> = [];
  let running = 0;

  const acquire = (): Promise<void> | undefined => {
    if (running < concurrency) {
      running += 1;
      return undefined;
    }
    if (waiting.length >= maxWaiting) throw new Busy('too many wait already', detail);
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
export const limiterByKey = (concurrency: number, maxWaiting?: number, detail?: string): KeyedLimiter => {
  const limiters = new Map<string, { readonly limited: Limiter; count: number }>();

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const entry = limiters.get(key) ?? { limited: limiter(concurrency, maxWaiting, detail), count: 0 };
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

/** Maximum number of waiting tasks: of one key, and of all keys together. */
interface MaxWaiting {
  readonly ofKey: number;
  readonly ofAll: number;
}

/**
 * A limiter of `concurrency` tasks at once, whatever their keys. Keys take turns, so that one with very many tasks delays
 * another by a single one; it rejects with `Busy` the task of a key that has too many waiting.
 */
export const fairLimiter = (concurrency: number, max: MaxWaiting): KeyedLimiter => {
  const queues = new Map<string, Array<() => void>>();
  let running = 0;
  let waiting = 0;

  const acquire = (key: string): Promise<void> | undefined => {
    if (running < concurrency) {
      running += 1;
      return undefined;
    }
    const queue = queues.get(key) ?? [];
    if (queue.length >= max.ofKey || waiting >= max.ofAll) throw new Busy('too many wait already');
    queues.set(key, queue);
    waiting += 1;
    return new Promise((resolve) => queue.push(resolve));
  };
  // A key whose turn it was goes to the end of the line.
  const release = (): void => {
    const [key, queue] = queues.entries().next().value ?? ['', []];
    const next = queue.shift();
    queues.delete(key);
    if (queue.length > 0) queues.set(key, queue);
    if (next === undefined) {
      running -= 1;
      return;
    }
    waiting -= 1;
    setImmediate(next);
  };

  return async (key, work) => {
    await acquire(key);
    try {
      return await work();
    } finally {
      release();
    }
  };
};
