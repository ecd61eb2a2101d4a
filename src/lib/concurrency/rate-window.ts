// Sliding window in tenths of a second. It covers the current tenth and the ten before it, so that no period of one
// second contains more requests than the limit.

export interface Decision {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the next request would be allowed. 0 if it would be allowed now. */
  readonly reset: number;
}

/** Counts the requests of each client. */
export interface RateLimitStore {
  take(client: string, limit: number): Decision | Promise<Decision>;
}

/** Store that decides synchronously. */
interface MemoryRateLimitStore extends RateLimitStore {
  take(client: string, limit: number): Decision;
}

/** Number of tenths of a second in a window. */
export const windowTenths = 11;

const tenth = 100;
const second = 1_000;

/** Allowed requests of a client. */
export interface Window {
  /** Number of requests in each tenth of a second, oldest first. */
  readonly counts: readonly number[];
  /** Last of these tenths, as the number of tenths since 1970. */
  readonly tenth: number;
}

const totalOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/** Returns the decision about a request. If it is allowed, `window` must already count it. `now` is in milliseconds. */
export function decisionIn(window: Window, isAllowed: boolean, limit: number, now: number): Decision {
  const remaining = Math.max(0, limit - totalOf(window.counts));
  return { isAllowed, limit, remaining, reset: remaining > 0 ? 0 : secondsUntilFree(window, limit, now) };
}

/** Returns the time until enough of the oldest tenths have left the window. */
function secondsUntilFree({ counts, tenth: last }: Window, limit: number, now: number): number {
  const leaving = counts.findIndex((_, index) => totalOf(counts.slice(index + 1)) < limit);
  const freeAt = (last + 1 + leaving) * tenth;
  return Math.max(0, freeAt - now) / second;
}

/** Window that is updated in place. */
interface MovingWindow extends Window {
  readonly counts: number[];
  tenth: number;
}

const newWindow = (): MovingWindow => ({ counts: Array.from({ length: windowTenths }, () => 0), tenth: 0 });

/** Moves the window forward to the current time. It never moves back. */
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
 * Stores windows in the memory of this process. Windows without recent requests are empty and can be dropped. They are
 * kept in two generations, the older of which is dropped after a window's length, so that many addresses cannot use up
 * the memory.
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
