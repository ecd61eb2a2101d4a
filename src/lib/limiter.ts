import { Unavailable } from './unavailable.ts';

/** Runs at most `width` pieces of work at once; the others wait their turn in order. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>;

/** Where `mostWaiting` wait already, who comes next is told so at once: `Unavailable`. */
export const limiter = (width: number, mostWaiting = Number.POSITIVE_INFINITY): Limiter => {
  const waiting: Array<() => void> = [];
  let running = 0;

  const enter = (): Promise<void> | undefined => {
    if (running < width) {
      running += 1;
      return undefined;
    }
    if (waiting.length >= mostWaiting) throw new Unavailable('too many wait already');
    return new Promise((resolve) => waiting.push(resolve));
  };
  // A place is handed straight to the next in line, so nobody slips in between. What happens meanwhile has its turn
  // before: a long line of short work would hold up everything else.
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else setImmediate(next);
  };

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
};

/** Runs work under the limiter of a key. */
export type KeyedLimiter = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** A limiter for each key, as long as something of it is under way. */
export const limiterByKey = (width: number, mostWaiting?: number): KeyedLimiter => {
  const known = new Map<string, { readonly limited: Limiter; count: number }>();

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const line = known.get(key) ?? { limited: limiter(width, mostWaiting), count: 0 };
    known.set(key, line);
    line.count += 1;
    try {
      return await line.limited(work);
    } finally {
      line.count -= 1;
      if (line.count === 0) known.delete(key);
    }
  };
};
