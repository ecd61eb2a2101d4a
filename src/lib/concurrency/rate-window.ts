// A sliding window in tenths of a second. The tenth under way counts with the ten before it, so that no second, wherever
// it begins, sees more requests than the limit.

/** The decision for one request. */
export interface Decision {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the next request would be allowed; 0 when one is. */
  readonly reset: number;
}

/** Counts the requests of each client. */
export interface RateLimitStore {
  take(client: string, limit: number): Decision | Promise<Decision>;
}

/** Decides at once. */
interface MemoryRateLimitStore extends RateLimitStore {
  take(client: string, limit: number): Decision;
}

/** Number of tenths of a second in a window. */
export const windowTenths = 11;

const tenth = 100;
const second = 1_000;

/** The allowed requests of a client. */
export interface Window {
  /** In each tenth of a second, the oldest first. */
  readonly counts: readonly number[];
  /** The last of these tenths, as a number since 1970. */
  readonly tenth: number;
}

const totalOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** The decision about a request that `window` counts already where it is allowed; `now` is in milliseconds. */
export function decisionIn(window: Window, isAllowed: boolean, limit: number, now: number): Decision {
  const remaining = Math.max(0, limit - totalOf(window.counts));
  return { isAllowed, limit, remaining, reset: remaining > 0 ? 0 : secondsUntilFree(window, limit, now) };
}

/** When enough of the oldest tenths have left the window. */
function secondsUntilFree({ counts, tenth: last }: Window, limit: number, now: number): number {
  const leaving = counts.findIndex((_, index) => totalOf(counts.slice(index + 1)) < limit);
  const freeAt = (last + 1 + leaving) * tenth;
  return Math.max(0, freeAt - now) / second;
}

/** A window that changes in place. */
interface MovingWindow extends Window {
  readonly counts: number[];
  tenth: number;
}

const newWindow = (): MovingWindow => ({ counts: Array.from({ length: windowTenths }, () => 0), tenth: 0 });

/** Moves the window by the tenths that have passed since; it never goes back. */
function moveTo(window: MovingWindow, now: number): void {
  const passed = Math.floor(now / tenth) - window.tenth;
  if (passed <= 0) return;
  window.tenth += passed;
  for (let left = Math.min(passed, windowTenths); left > 0; left -= 1) {
    window.counts.shift();
    window.counts.push(0);
  }
}

/**
 * Windows in the memory of this process. A window is empty after its time without requests, so that it can be dropped:
 * two generations, the older dropped after such a time, bound the memory that many addresses can use.
 */
export const memoryRateLimitStore = (now: () => number): MemoryRateLimitStore => {
  const lifetime = windowTenths * tenth;
  let young = new Map<string, MovingWindow>();
  let old = new Map<string, MovingWindow>();
  let rotatedAt = now();

  const rotate = (at: number): void => {
    if (at - rotatedAt < lifetime) return;
    old = at - rotatedAt < 2 * lifetime ? young : new Map();
    young = new Map();
    rotatedAt = at;
  };

  return {
    take: (client, limit) => {
      const at = now();
      rotate(at);
      const window = young.get(client) ?? old.get(client) ?? newWindow();
      moveTo(window, at);
      const isAllowed = totalOf(window.counts) < limit;
      if (isAllowed) window.counts.push((window.counts.pop() ?? 0) + 1);
      young.set(client, window);
      return decisionIn(window, isAllowed, limit, at);
    },
  };
};
