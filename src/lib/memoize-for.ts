/** Makes a value once for each key object, and again when it is so many milliseconds old. A failure is not kept. */
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
