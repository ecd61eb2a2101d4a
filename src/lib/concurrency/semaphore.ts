// Semaphores, which limit the number of tasks that run at the same time. Other tasks wait in order.
import { setImmediate as otherEvents } from 'node:timers/promises';
import { Busy, Overloaded } from '../errors/unavailable.ts';

export interface SemaphoreOptions {
  /** Maximum number of tasks that run at the same time. */
  readonly count: number;
  /** Number of permits that are reserved for keys without a permit. */
  readonly reserved?: number;
  /**
   * Returns the usage of a key. A free permit goes to the waiting key with the lowest usage. Without this function,
   * keys take turns.
   */
  readonly usedBy?: (key: string) => number;
  /** Maximum number of waiting tasks. Unlimited if absent. */
  readonly maxWaiting?: number;
  /** Maximum number of waiting tasks of one key. */
  readonly maxWaitingOfKey?: number;
  /** Maximum time in ms that a task waits. */
  readonly maxWait?: number;
  /** Detail of the refusal, which is sent to the client. */
  readonly refusal?: string;
  /** Whether refusals are `Overloaded` errors. */
  readonly isOverload?: boolean;
}

/**
 * Runs a task when it has a permit. Rejects with `Busy` if too many tasks are waiting, or if the task has waited for
 * too long.
 */
export type Run = <T>(work: () => Promise<T>) => Promise<T>;

/** Same as `Run`, for a task with a key. */
export type RunOfKey = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export interface Semaphore {
  /** Takes a free permit immediately. Returns undefined if there is none, or none for this key. */
  takeFree(key?: string): Disposable | undefined;
  /** Waits for a permit. Throws `Busy` if too many tasks are waiting, or after the maximum wait. */
  take(key?: string): Promise<Disposable>;
  /** Number of waiting tasks. */
  waiting(): number;
  /** Number of permits that a key has. */
  placesOf(key: string): number;
  readonly run: Run;
  /** Keys take turns, so that a key with many tasks delays another key by only one task. */
  readonly runOfKey: RunOfKey;
}

type Enter = () => void;

/** Queue of waiting tasks, in which keys take turns. */
function newWaiting() {
  // Maps and sets keep the insertion order, and a task that has waited for too long can be removed.
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
    /** Keys of waiting tasks. The key whose last turn was longest ago is first. */
    keys: () => [...queues.keys()],
    /** Removes and returns the next task of a key. */
    next: (key: string): Enter | undefined => {
      const queue = queues.get(key) ?? new Set<Enter>();
      const [enter] = queue;
      if (enter === undefined) return undefined;
      leave(key, enter);
      // The key moves to the end of the order.
      if (queues.delete(key)) queues.set(key, queue);
      return enter;
    },
  };
}

/** Creates a semaphore. Disposing of a permit gives it to the next task. */
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
  /** Gives free permits to waiting tasks. Keys without a permit come first. */
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
  /** Number of permits of a key. */
  readonly of: (key: string) => number;
  readonly isFreeFor: (key: string) => boolean;
  readonly take: (key: string) => void;
  readonly give: (key: string) => void;
}

/** Returns the waiting key that gets a free permit, or undefined if none may have one. */
function keyInTurn(keys: readonly string[], places: Permits, usedBy: (key: string) => number): string | undefined {
  const hasPlace = (key: string): number => Math.min(places.of(key), 1);
  const [first] = keys
    .filter(places.isFreeFor)
    .toSorted((one, other) => hasPlace(one) - hasPlace(other) || usedBy(one) - usedBy(other));
  return first;
}

/** Keeps track of free permits and of the permits of each key. */
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

/** Returns a permit that is given back only once. */
function placeOf(give: () => void): Disposable {
  let isTaken = true;
  return {
    [Symbol.dispose]: () => {
      if (isTaken) give();
      isTaken = false;
    },
  };
}

/** Lets other events run, so that a long queue of short tasks does not delay them. */
async function afterOtherEvents<T>(result: Promise<T>): Promise<T> {
  const value = await result;
  await otherEvents();
  return value;
}

/** Creates a semaphore for each key. It is kept while tasks of the key are running or waiting. */
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
