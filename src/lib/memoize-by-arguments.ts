/** Calls a function once for each combination of arguments, such as the filters that decide the SQL of a list. */
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
