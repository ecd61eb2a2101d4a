// In-memory cache for provider documents. Concurrent callers share one request, and a cached document stays in use
// while the provider is unreachable.
import type { Clock } from '../../kernel/clock.ts';

export interface CachedDocument<Value> {
  /**
   * Returns the document, or an older version while the provider is unreachable. Throws the last error if there is no
   * version.
   */
  current(): Promise<Value>;
  /**
   * Fetches the document again, at most twice a minute, so that nobody can make this service flood a provider with
   * requests.
   */
  renewed(): Promise<Value>;
}

/** Minimum time in ms between two attempts to fetch a document. An error is cached for the same time. */
const minInterval = 30_000;
/** Maximum age in ms of a document that is used while the provider is unreachable. */
const maxStale = 24 * 3_600_000;

/** Creates a cached document that is fetched again after `maxAge` ms. */
export function cachedDocument<Value>(clock: Clock, maxAge: number, load: () => Promise<Value>): CachedDocument<Value> {
  let stored: { readonly value: Value; readonly at: number } | undefined;
  let last: { readonly outcome: Promise<Value>; readonly at: number } | undefined;
  const isWithin = (milliseconds: number, at: number) => Math.abs(clock.now() - at) < milliseconds;
  const loadAndStore = async (at: number): Promise<Value> => {
    const value = await load();
    stored = { value, at };
    return value;
  };
  const renewed = (): Promise<Value> => {
    if (last !== undefined && isWithin(minInterval, last.at)) return last.outcome;
    const at = clock.now();
    last = { outcome: loadAndStore(at), at };
    return last.outcome;
  };
  const current = async (): Promise<Value> => {
    if (stored !== undefined && isWithin(maxAge, stored.at)) return stored.value;
    try {
      return await renewed();
    } catch (error) {
      if (stored !== undefined && isWithin(maxStale, stored.at)) return stored.value;
      throw error;
    }
  };
  return { current, renewed };
}
