// Semaphores: so many tasks at once, while the others wait in order.
import { setImmediate as otherEvents } from 'node:timers/promises';
import { Busy, Overloaded } from '../errors/unavailable.ts';

export interface SemaphoreOptions {
  /** Maximum number of tasks at once. */
  readonly count: number;
  /** Number of places, the last ones that are free, that go only to keys without a place. */
  readonly reserved?: number;
  /** Amount that a key has used: a free place goes to the key that has used least. Without it, keys take turns. */
  readonly usedBy?: (key: string) => number;
  /** Maximum number of tasks that wait; without it, any number waits. */
  readonly maxWaiting?: number;
  /** Maximum number of tasks of one key that wait. */
  readonly maxWaitingOfKey?: number;
  /** Maximum time in ms that a task waits. */
  readonly maxWait?: number;
  /** The detail of the refusal, for the client. */
  readonly refusal?: string;
  /** True if a refusal is `Overloaded`. */
  readonly isOverload?: boolean;
}

/** Runs a task once it has a place. Rejects with `Busy` where too many wait already, or where the task waited for too long. */
export type Run = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs a task of a key, as `Run` does. */
export type RunOfKey = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export interface Semaphore {
  /** Takes a free place immediately; undefined if there is none, or none for this key. */
  takeFree(key?: string): Disposable | undefined;
  /** Waits for a place; throws `Busy` where too many wait already, and once it has waited for too long. */
  take(key?: string): Promise<Disposable>;
  /** Number of tasks that wait. */
  waiting(): number;
  /** Number of places that a key has. */
  placesOf(key: string): number;
  readonly run: Run;
  /** Keys take turns, so that one with very many tasks delays another by a single one. */
  readonly runOfKey: RunOfKey;
}

type Enter = () => void;

/** Waiting tasks, of which keys take turns. */
function newWaiting() {
  // Maps and sets keep the order, and a task that has waited for too long can leave them.
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
    /** The keys of waiting tasks: the one whose last turn is longest ago is first. */
    keys: () => [...queues.keys()],
    /** Takes out the next task of a key. */
    next: (key: string): Enter | undefined => {
      const queue = queues.get(key) ?? new Set<Enter>();
      const [enter] = queue;
      if (enter === undefined) return undefined;
      leave(key, enter);
      // A key whose turn it was goes to the end of the line.
      if (queues.delete(key)) queues.set(key, queue);
      return enter;
    },
  };
}

/** Makes places that are all free. Disposing a place that was taken gives it to the next task. */
export function newSemaphore(options: SemaphoreOptions): Semaphore {
  const { count, maxWaiting = Number.POSITIVE_INFINITY, maxWaitingOfKey = maxWaiting, maxWait, refusal } = options;
  const { reserved = 0, usedBy = () => 0, isOverload = false } = options;
  const refused = (reason: string) => new (isOverload ? Overloaded : Busy)(reason, refusal);
  const waiting = newWaiting();
  const places = newPlaces(count, reserved);
  const placeFor = (key: string): Disposable => {
    places.take(key);
    return placeOf(() => {
      places.give(key);
      fill();
    });
  };
  /** Gives free places to waiting tasks: keys without a place come first. */
  const fill = (): void => {
    if (waiting.size() === 0) return;
    const key = keyInTurn(waiting.keys(), places, usedBy);
    if (key === undefined) return;
    waiting.next(key)?.();
    fill();
  };
  const takeFree = (key = ''): Disposable | undefined => (places.isFreeFor(key) ? placeFor(key) : undefined);
  const wait = (key: string): Promise<Disposable> => {
    if (waiting.size() >= maxWaiting || waiting.sizeOf(key) >= maxWaitingOfKey) throw refused('too many wait already');
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve(placeFor(key));
      };
      const giveUp = (): void => {
        waiting.leave(key, enter);
        reject(refused('waited for too long'));
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

interface Places {
  /** Number of places of a key. */
  readonly of: (key: string) => number;
  readonly isFreeFor: (key: string) => boolean;
  readonly take: (key: string) => void;
  readonly give: (key: string) => void;
}

/** Of waiting keys, the one that gets a free place; undefined if none may have one. */
function keyInTurn(keys: readonly string[], places: Places, usedBy: (key: string) => number): string | undefined {
  const hasPlace = (key: string): number => Math.min(places.of(key), 1);
  const [first] = keys
    .filter(places.isFreeFor)
    .toSorted((one, other) => hasPlace(one) - hasPlace(other) || usedBy(one) - usedBy(other));
  return first;
}

/** Free places, and those that each key has. */
function newPlaces(count: number, reserved: number): Places {
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

/** A place that is given back once. */
function placeOf(give: () => void): Disposable {
  let isTaken = true;
  return {
    [Symbol.dispose]: () => {
      if (isTaken) give();
      isTaken = false;
    },
  };
}

/** So a long queue of short tasks does not delay other events. */
async function afterOtherEvents<T>(result: Promise<T>): Promise<T> {
  const value = await result;
  await otherEvents();
  return value;
}

/** A semaphore for each key, kept while a task of that key runs or waits. */
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
