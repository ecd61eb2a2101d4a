/** Makes each variant of something once: a list's SQL, say, depends on which filters are there. */
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
