// In-process queues of transactions with the same key. Waiting transactions do not occupy connections.
import { newSemaphore, type Semaphore, type SemaphoreOptions } from '../../lib/concurrency/semaphore.ts';

/** Thrown if a transaction must give up its connection, wait in the queue of `key`, and be restarted. */
export class MustQueue extends Error {
  override readonly name = 'MustQueue';
  readonly key: string;

  constructor(key: string) {
    super(`too many transactions of ${key} have a connection`);
    this.key = key;
  }
}

/** Permits that one transaction has obtained from queues. It keeps them when it is restarted. */
export interface Queued extends Disposable {
  /** Takes a permit if one is free. Otherwise throws `MustQueue`. */
  enter(key: string): void;
  /**
   * Waits for a permit after `enter` has thrown. Throws `Busy` if too many transactions wait, or after the maximum
   * wait.
   */
  wait(key: string): Promise<void>;
}

/**
 * Creates queues that limit how many transactions with the same key have a connection at the same time. Returns a
 * function that is called for each transaction.
 */
export const newQueues = (options: SemaphoreOptions): (() => Queued) => {
  const queues = new Map<string, { readonly places: Semaphore; users: number }>();

  const open = (key: string) => {
    const queue = queues.get(key) ?? { places: newSemaphore(options), users: 0 };
    queues.set(key, queue);
    queue.users += 1;
    return queue;
  };
  const close = (key: string): void => {
    const queue = queues.get(key);
    if (queue === undefined) return;
    queue.users -= 1;
    if (queue.users === 0) queues.delete(key);
  };

  return () => {
    const own = new Map<string, Disposable>();
    return {
      enter: (key) => {
        if (own.has(key)) return;
        const place = open(key).places.takeFree();
        if (place !== undefined) own.set(key, place);
        else close(key);
        if (place === undefined) throw new MustQueue(key);
      },
      wait: async (key) => {
        const { places } = open(key);
        try {
          own.set(key, await places.take());
        } catch (error) {
          close(key);
          throw error;
        }
      },
      [Symbol.dispose]: () => {
        for (const [key, place] of own) {
          place[Symbol.dispose]();
          close(key);
        }
        own.clear();
      },
    };
  };
};
