/**
 * Caches the results of a function by its argument, which is an object. A result is kept as long as the object exists.
 */
export const memoize = <Key extends object, Value>(make: (key: Key) => Value): ((key: Key) => Value) => {
  const cache = new WeakMap<Key, Value>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const value = make(key);
    cache.set(key, value);
    return value;
  };
};

/**
 * Caches the results of a function by its arguments without a limit. The number of combinations must be limited, as
 * with the filters that determine the SQL of a list.
 */
export const memoizeByArguments = <Arguments extends readonly (boolean | string)[], Value>(
  make: (...values: Arguments) => Value,
): ((...values: Arguments) => Value) => {
  const cache = new Map<string, Value>();
  return (...values) => {
    const key = values.join(' ');
    const value = cache.get(key) ?? make(...values);
    cache.set(key, value);
    return value;
  };
};

/** Caches the results of a function by its argument, which is a text. The results for the last `max` texts are kept. */
export const memoizeLast = <Value>(max: number, make: (text: string) => Value): ((text: string) => Value) => {
  const cache = new Map<string, Value>();
  return (text) => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    const value = make(text);
    const [oldest] = cache.size < max ? [] : cache.keys();
    if (oldest !== undefined) cache.delete(oldest);
    cache.set(text, value);
    return value;
  };
};

/**
 * Caches the results of a function by its argument, which is an object, for a number of milliseconds. Failures are not
 * cached.
 */
export const memoizeFor = <Key extends object, Value>(
  milliseconds: number,
  make: (key: Key) => Promise<Value>,
): ((key: Key) => Promise<Value>) => {
  const cache = new WeakMap<Key, { readonly at: number; readonly value: Promise<Value> }>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined && performance.now() - cached.at < milliseconds) return cached.value;
    const value = make(key);
    cache.set(key, { at: performance.now(), value });
    value.catch(() => cache.delete(key));
    return value;
  };
};
