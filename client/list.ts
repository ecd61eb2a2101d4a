/**
 * Joins names or phrases: `a`, `a and b`, `a, b and c`. The format is created on use, because loading its data takes
 * about 50 ms, and most runs of the command line join nothing.
 */
export const joined = (parts: readonly string[]): string => new Intl.ListFormat('en-GB').format(parts);
