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

/** Runs at most `most` pieces of work of one key at once; who comes next is told so at once: `Unavailable`. */
export const limiterByKey = (most: number) => {
  const running = new Map<string, number>();
  const counted = (key: string, change: number): void => {
    const count = (running.get(key) ?? 0) + change;
    if (count === 0) running.delete(key);
    else running.set(key, count);
  };

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    if ((running.get(key) ?? 0) >= most) throw new Unavailable('too many are under way already');
    counted(key, 1);
    try {
      return await work();
    } finally {
      counted(key, -1);
    }
  };
};
