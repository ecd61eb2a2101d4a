// Measures the shape of a JSON text before it is parsed, because the cost of parsing and validating depends on the
// shape.

/** Limits for the shape of a JSON text. */
export interface ShapeLimits {
  /** Maximum number of values, where objects and arrays count as well. */
  readonly values: number;
  /** Maximum depth of nested objects and arrays. */
  readonly depth: number;
  /** Maximum number of members of one object. */
  readonly members: number;
}

/** Name of the first limit that a text exceeds. */
export type Excess = keyof ShapeLimits;

/**
 * Reads a UTF-8 JSON text once. Returns the first limit that the text exceeds, or undefined if it exceeds none. If the
 * JSON is invalid, the counts are approximate.
 */
export function limitViolation(text: Uint8Array, limits: ShapeLimits): Excess | undefined {
  const counts: Counts = { values: 1, open: [], isEmpty: false };
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    if (byte <= space) continue;
    if (byte === quote) at = endOfString(text, at);
    count(counts, byte);
    const excess = exceeded(counts, limits);
    if (excess !== undefined) return excess;
  }
  return undefined;
}

interface Counts {
  values: number;
  /**
   * Objects and arrays that are open at this point, with the number of members so far. The number is 0 for an array.
   */
  readonly open: { members: number; readonly isObject: boolean }[];
  /** Whether the last character other than white space opened an object or array. */
  isEmpty: boolean;
}

const space = 0x20;
const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const isOpening = (byte: number): boolean => byte === 0x5b || byte === 0x7b;
const isClosing = (byte: number): boolean => byte === 0x5d || byte === 0x7d;

const endOfString = (text: Uint8Array, start: number): number => {
  let at = start + 1;
  while (at < text.length && text[at] !== quote) at += text[at] === backslash ? 2 : 1;
  return at;
};

/**
 * Counts a character other than white space. The first value in an object or array is already
 * counted when the object or array opens.
 */
const count = (counts: Counts, byte: number): void => {
  if (isOpening(byte)) {
    counts.values += 1;
    counts.open.push({ members: 1, isObject: byte === 0x7b });
    counts.isEmpty = true;
    return;
  }
  if (isClosing(byte)) {
    counts.open.pop();
    if (counts.isEmpty) counts.values -= 1;
  } else if (byte === comma) {
    counts.values += 1;
    const innermost = counts.open.at(-1);
    if (innermost !== undefined) innermost.members += 1;
  }
  counts.isEmpty = false;
};

const exceeded = ({ values, open, isEmpty }: Counts, limits: ShapeLimits): Excess | undefined => {
  if (open.length > limits.depth) return 'depth';
  const innermost = open.at(-1);
  if (innermost?.isObject === true && innermost.members > limits.members) return 'members';
  return values - (isEmpty ? 1 : 0) > limits.values ? 'values' : undefined;
};
