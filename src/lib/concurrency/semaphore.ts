// Semaphore that tasks take and give back. A task waits for one in order, and for a limited time.
import { Busy } from '../errors/unavailable.ts';

export interface SemaphoreOptions {
  readonly count: number;
  /** Maximum number of tasks that wait for a place. */
  readonly maxWaiting: number;
  /** Maximum time in ms that a task waits for a place. */
  readonly maxWait: number;
  /** The detail of the refusal, for the client. */
  readonly refusal: string;
}

export interface Semaphore {
  /** Takes a free place at once; undefined where there is none, or where others wait for it. */
  takeFree(): Disposable | undefined;
  /** Waits for a place; throws `Busy` where too many wait already, and once it has waited for too long. */
  take(): Promise<Disposable>;
}

/** Makes places that are all free. Disposing a place that was taken gives it to the next task in the queue. */
export const newSemaphore = ({ count, maxWaiting, maxWait, refusal }: SemaphoreOptions): Semaphore => {
  // A set keeps the order, and a task that has waited for too long can leave it.
  const waiting = new Set<() => void>();
  let taken = 0;

  const leave = (): void => {
    const [next] = waiting;
    if (next === undefined) taken -= 1;
    else next();
  };
  const place = (): Disposable => {
    let isTaken = true;
    return {
      [Symbol.dispose]: () => {
        if (isTaken) leave();
        isTaken = false;
      },
    };
  };
  const takeFree = (): Disposable | undefined => {
    if (taken >= count) return undefined;
    taken += 1;
    return place();
  };
  const wait = (): Promise<Disposable> =>
    new Promise((resolve, reject) => {
      const enter = (): void => {
        waiting.delete(enter);
        clearTimeout(timer);
        resolve(place());
      };
      const giveUp = (): void => {
        waiting.delete(enter);
        reject(new Busy('waited too long for a place', refusal));
      };
      const timer = setTimeout(giveUp, maxWait);
      waiting.add(enter);
    });

  return {
    takeFree,
    take: async () => {
      const free = takeFree();
      if (free !== undefined) return free;
      if (waiting.size >= maxWaiting) throw new Busy('too many wait for a place', refusal);
      return await wait();
    },
  };
};
