// Sliding rate limit window, divided into tenths of a second. It covers the current tenth and the ten before it. So no
// period of one second contains more requests than the limit.

export interface Decision {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the next request will be allowed, or 0 if a request would be allowed now. */
  readonly reset: number;
}

/** Counts the requests of each client within a rate limit window. */
export interface RateLimitStore {
  take(client: string, limit: number): Decision | Promise<Decision>;
}

/** Rate limit store that decides synchronously. */
interface MemoryRateLimitStore extends RateLimitStore {
  take(client: string, limit: number): Decision;
}

/** Number of tenths of a second in a window. */
export const windowTenths = 11;

const tenth = 100;
const second = 1_000;

/** Rate limit window, with the allowed requests of one client. */
export interface Window {
  /** Number of requests in each tenth of a second, oldest first. */
  readonly counts: readonly number[];
  /** Last tenth of a second in the window, as the number of tenths since 1970. */
  readonly tenth: number;
}

const totalOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

/**
 * Returns the decision about a request. If the request is allowed, `window` must already include it. `now` is in
 * milliseconds since 1970.
 */
export function decisionIn(window: Window, isAllowed: boolean, limit: number, now: number): Decision {
  const remaining = Math.max(0, limit - totalOf(window.counts));
  return { isAllowed, limit, remaining, reset: remaining > 0 ? 0 : secondsUntilFree(window, limit, now) };
}

/** Returns the time in seconds until enough of the oldest tenths have left the window for another request. */
function secondsUntilFree({ counts, tenth: last }: Window, limit: number, now: number): number {
  const leaving = counts.findIndex((_, index) => totalOf(counts.slice(index + 1)) < limit);
  const freeAt = (last + 1 + leaving) * tenth;
  return Math.max(0, freeAt - now) / second;
}

/** Rate limit window that is updated in place. */
interface MovingWindow extends Window {
  readonly counts: number[];
  tenth: number;
}

const newWindow = (): MovingWindow => ({ counts: Array.from({ length: windowTenths }, () => 0), tenth: 0 });

/** Moves a window forward to the current time. If the clock has gone back, the window is not moved. */
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
 * Stores rate limit windows in the memory of this process. There are two generations of windows. The older generation
 * is dropped whenever a window's length has passed, because its windows are empty by then. So requests from many
 * addresses cannot use up the memory.
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
