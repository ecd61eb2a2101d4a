// Parameter values are stored as text. If the text is JSON, policies receive the parsed value; otherwise, they receive
// the text itself.
import { limitViolation } from '../../../jsonapi/json-shape.ts';

/**
 * Maximum length of a number in characters. Computing with numbers of tens of thousands of digits would slow policies
 * down.
 */
const maxNumberLength = 1_000;
/** Maximum depth of JSON that the policy engine can parse. */
const maxDepth = 1_000;

/** Returns the parsed value of a text that is JSON; otherwise, returns the text itself. */
export function jsonOrText(text: string): unknown {
  const json = jsonIn(text);
  return json === undefined ? text : json;
}

/** Parses a text as JSON; undefined if the text is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the reason why the policy engine cannot use a text as JSON, as a sentence without a full stop. Returns
 * undefined if it can, or if the text is not JSON.
 */
export function unusableJson(text: string): string | undefined {
  if (jsonIn(text) === undefined) return undefined;
  const limits = { depth: maxDepth, values: Number.POSITIVE_INFINITY, members: Number.POSITIVE_INFINITY };
  if (limitViolation(Buffer.from(text), limits)) return `The value is nested deeper than ${maxDepth} levels`;
  const numbers = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d[\d.eE+-]*/g) ?? [];
  const unusable = numbers.find((number) => number.length > maxNumberLength || isOutOfRange(number));
  return unusable === undefined
    ? undefined
    : `The number ${unusable.slice(0, 50)} is outside the range of 64-bit floating-point numbers, or longer than ${maxNumberLength} characters`;
}

/**
 * Whether JavaScript cannot represent a number because it is too large or too close to 0. The policy engine could
 * represent some of these numbers.
 */
function isOutOfRange(number: string): boolean {
  const value = Number(number);
  const isZero = !/^[^eE]*[1-9]/.test(number);
  return !Number.isFinite(value) || (value === 0 && !isZero);
}
