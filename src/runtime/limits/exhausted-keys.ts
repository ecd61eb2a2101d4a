/** Limits that are reached, in the memory of this process: further attempts are refused without the database. */
export interface ExhaustedKeys {
  /** Milliseconds until a key allows another attempt; 0 where nothing is known. */
  waitFor(key: string, now: number): number;
  /** `until` is in milliseconds since 1970, as `now`. */
  add(key: string, until: number, now: number): void;
  delete(key: string): void;
}

/** Another instance may give an attempt back, so that the database is read again after so many milliseconds. */
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
