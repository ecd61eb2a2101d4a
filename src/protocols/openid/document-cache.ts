// Documents of providers in memory. Each is fetched once for all callers, however many there are, and stays in use while the
// provider is away.
import type { Clock } from '../../kernel/clock.ts';

export interface CachedDocument<Value> {
  /** The document; that of before while the provider is away. Throws the failure of the last attempt where there is none. */
  current(): Promise<Value>;
  /** The document as it is now, or as it was half a minute ago, so that nobody can make this service flood a provider. */
  renewed(): Promise<Value>;
}

/** Time in ms between two attempts to fetch a document; a failure is remembered for as long. */
const minInterval = 30_000;
/** Age in ms up to which a document stays in use while the provider is away. */
const maxStale = 24 * 3_600_000;

/** A document that is fetched again at the age of `maxAge` ms. */
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
