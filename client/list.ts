/**
 * Joins names or phrases: `a`, `a and b`, `a, b and c`. The formatter is created when it is used, because loading its
 * data takes about 50 ms, and most commands join nothing.
 */
export const joined = (parts: readonly string[]): string => new Intl.ListFormat('en-GB').format(parts);
