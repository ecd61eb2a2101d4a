const format = new Intl.ListFormat('en-GB');

/** Joins names or phrases: `a`, `a and b`, `a, b and c`. */
export const joined = (parts: readonly string[]): string => format.format(parts);
