// Semaphores limit the number of tasks that run at the same time. Further tasks wait until a permit is free.
import { setImmediate as otherEvents } from 'node:timers/promises';
import { Busy, Overloaded } from '../errors/unavailable.ts';

export interface SemaphoreOptions {
  /** Maximum number of tasks that run at the same time. */
  readonly count: number;
  /** Number of permits that only keys without a permit can get. */
  readonly reserved?: number;
  /**
   * Returns the amount that a key has used so far, in any unit. A free permit goes to the waiting key with the smallest
   * amount. Without this function, keys take turns.
   */
  readonly usedBy?: (key: string) => number;
  /** Maximum number of waiting tasks. Unlimited if absent. */
  readonly maxWaiting?: number;
  /** Maximum number of waiting tasks with the same key. */
  readonly maxWaitingOfKey?: number;
  /** Maximum time in ms that a task waits. */
  readonly maxWait?: number;
  /** Message for the client if a task is refused. */
  readonly refusal?: string;
  /** Whether a refused task gets an `Overloaded` error instead of `Busy`. */
  readonly isOverload?: boolean;
}

/**
 * Runs a task as soon as it has a permit. Rejects with `Busy` if too many tasks are waiting or the task has waited too
 * long.
 */
export type Run = <T>(work: () => Promise<T>) => Promise<T>;

/** Same as `Run`, for a task with a key. */
export type RunOfKey = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export interface Semaphore {
  /**
   * Takes a permit if one is free for this key. Otherwise returns undefined. The permit becomes free again when it is
   * disposed of.
   */
  takeFree(key?: string): Disposable | undefined;
  /** Waits for a permit. Throws `Busy` if too many tasks are waiting, or after the maximum waiting time. */
  take(key?: string): Promise<Disposable>;
  /** Number of waiting tasks. */
  waiting(): number;
  /** Returns the number of permits that a key holds. */
  placesOf(key: string): number;
  readonly run: Run;
  /**
   * Runs a task with a key. Keys take turns, so that a key with many tasks delays a task with another key by only one
   * task.
   */
  readonly runOfKey: RunOfKey;
}

type Enter = () => void;

/** Queue of waiting tasks in which the keys of the tasks take turns. */
function newWaiting() {
  // Maps and sets are used because they keep the insertion order, and because a task that has waited too long can be
  // removed from them.
  const queues = new Map<string, Set<Enter>>();
  let size = 0;

  const leave = (key: string, enter: Enter): void => {
    const queue = queues.get(key);
    queue?.delete(enter);
    if (queue?.size === 0) queues.delete(key);
    size -= 1;
  };
  return {
    size: () => size,
    sizeOf: (key: string) => queues.get(key)?.size ?? 0,
    add: (key: string, enter: Enter) => {
      queues.set(key, (queues.get(key) ?? new Set()).add(enter));
      size += 1;
    },
    leave,
    /** Returns the keys of waiting tasks. The key that has not had a turn for the longest time comes first. */
    keys: () => [...queues.keys()],
    /** Removes the next task of a key from the queue and returns it. */
    next: (key: string): Enter | undefined => {
      const queue = queues.get(key) ?? new Set<Enter>();
      const [enter] = queue;
      if (enter === undefined) return undefined;
      leave(key, enter);
      // The key has had its turn, so it moves to the end.
      if (queues.delete(key)) queues.set(key, queue);
      return enter;
    },
  };
}

/** Creates a semaphore. When a permit is disposed of, the next waiting task gets it. */
export function newSemaphore(options: SemaphoreOptions): Semaphore {
  const { count, maxWaiting = Number.POSITIVE_INFINITY, maxWaitingOfKey = maxWaiting, maxWait, refusal } = options;
  const { reserved = 0, usedBy = () => 0, isOverload = false } = options;
  const refused = (reason: string) => new (isOverload ? Overloaded : Busy)(reason, refusal);
  const waiting = newWaiting();
  const places = newPermits(count, reserved);
  const placeFor = (key: string): Disposable => {
    places.take(key);
    return placeOf(() => {
      places.give(key);
      fill();
    });
  };
  /** Gives free permits to waiting tasks. Tasks whose key holds no permit come first. */
  const fill = (): void => {
    if (waiting.size() === 0) return;
    const key = keyInTurn(waiting.keys(), places, usedBy);
    if (key === undefined) return;
    waiting.next(key)?.();
    fill();
  };
  const takeFree = (key = ''): Disposable | undefined => (places.isFreeFor(key) ? placeFor(key) : undefined);
  const wait = (key: string): Promise<Disposable> => {
    if (waiting.size() >= maxWaiting || waiting.sizeOf(key) >= maxWaitingOfKey) throw refused('the queue is full');
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve(placeFor(key));
      };
      const giveUp = (): void => {
        waiting.leave(key, enter);
        reject(refused('the task waited for too long'));
      };
      const timer = maxWait === undefined ? undefined : setTimeout(giveUp, maxWait);
      waiting.add(key, enter);
    });
  };
  const runOfKey: RunOfKey = async (key, work) => {
    using _place = takeFree(key) ?? (await afterOtherEvents(wait(key)));
    return await work();
  };
  return {
    takeFree,
    waiting: waiting.size,
    placesOf: places.of,
    take: async (key = '') => takeFree(key) ?? (await wait(key)),
    run: (work) => runOfKey('', work),
    runOfKey,
  };
}

interface Permits {
  /** Returns the number of permits that a key holds. */
  readonly of: (key: string) => number;
  readonly isFreeFor: (key: string) => boolean;
  readonly take: (key: string) => void;
  readonly give: (key: string) => void;
}

/** Returns the waiting key that gets the next permit, or undefined if no permit is free for any of them. */
function keyInTurn(keys: readonly string[], places: Permits, usedBy: (key: string) => number): string | undefined {
  const hasPlace = (key: string): number => Math.min(places.of(key), 1);
  const [first] = keys
    .filter(places.isFreeFor)
    .toSorted((one, other) => hasPlace(one) - hasPlace(other) || usedBy(one) - usedBy(other));
  return first;
}

/** Counts the free permits, and the permits that each key holds. */
function newPermits(count: number, reserved: number): Permits {
  const byKey = new Map<string, number>();
  let free = count;
  const of = (key: string): number => byKey.get(key) ?? 0;
  const change = (key: string, by: 1 | -1): void => {
    free -= by;
    const own = of(key) + by;
    if (own === 0) byKey.delete(key);
    else byKey.set(key, own);
  };
  return {
    of,
    isFreeFor: (key: string): boolean => free > (of(key) === 0 ? 0 : reserved),
    take: (key: string) => change(key, 1),
    give: (key: string) => change(key, -1),
  };
}

/** Creates a permit. Calls `give` when the permit is disposed of for the first time. */
function placeOf(give: () => void): Disposable {
  let isTaken = true;
  return {
    [Symbol.dispose]: () => {
      if (isTaken) give();
      isTaken = false;
    },
  };
}

/**
 * Waits for a result, and then for one turn of the event loop. A long queue of short tasks then does not delay other
 * events.
 */
async function afterOtherEvents<T>(result: Promise<T>): Promise<T> {
  const value = await result;
  await otherEvents();
  return value;
}

/**
 * Runs tasks with a separate semaphore for each key. A semaphore exists as long as tasks with its key are running or
 * waiting.
 */
export function semaphoreByKey(options: SemaphoreOptions): RunOfKey {
  const semaphores = new Map<string, { readonly run: Run; tasks: number }>();

  return async (key, work) => {
    const entry = semaphores.get(key) ?? { run: newSemaphore(options).run, tasks: 0 };
    semaphores.set(key, entry);
    entry.tasks += 1;
    try {
      return await entry.run(work);
    } finally {
      entry.tasks -= 1;
      if (entry.tasks === 0) semaphores.delete(key);
    }
  };
}
