/** Caches in memory which limits are reached, so that further attempts are refused without a database query. */
export interface ExhaustedKeys {
  /** Returns the milliseconds until a key allows another attempt, or 0 if the cache has no entry. */
  waitFor(key: string, now: number): number;
  /** Adds a key. `until` and `now` are in milliseconds since 1970. */
  add(key: string, until: number, now: number): void;
  delete(key: string): void;
}

/** Time in ms after which the database is read again, because another instance may have uncounted an attempt. */
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
