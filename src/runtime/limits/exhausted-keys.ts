/** In-memory cache of reached limits. Further attempts can be refused without a database query. */
export interface ExhaustedKeys {
  /**
   * Returns the number of milliseconds until the limit with this key permits another attempt, or 0 if the cache does
   * not contain the key.
   */
  waitFor(key: string, now: number): number;
  /**
   * Adds the key of a reached limit. `until` is the time at which the limit permits another attempt. Both times are in
   * milliseconds since 1970.
   */
  add(key: string, until: number, now: number): void;
  delete(key: string): void;
}

/**
 * Maximum time in ms for which an entry is used. Then the database is read again, because another instance may have
 * reported an attempt as successful.
 */
export const maxExhaustedAge = 5_000;
const maxKeys = 10_000;

export function newExhaustedKeys(): ExhaustedKeys {
  const known = new Map<string, { readonly until: number; readonly readAgain: number }>();

  return {
    waitFor: (key, now) => {
      const entry = known.get(key);
      if (entry === undefined) return 0;
      if (now < entry.readAgain && now < entry.until) return entry.until - now;
      known.delete(key);
      return 0;
    },
    add: (key, until, now) => {
      const [oldest] = known.keys();
      if (known.size >= maxKeys && oldest !== undefined) known.delete(oldest);
      known.set(key, { until, readAgain: now + maxExhaustedAge });
    },
    delete: (key) => known.delete(key),
  };
}
