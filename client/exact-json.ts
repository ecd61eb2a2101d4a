// Parses JSON without rounding numbers. Policies can output numbers that a double cannot represent.

type Json = ReturnType<typeof JSON.parse>;

/** Returns a number that keeps its source text; undefined if the JavaScript engine does not support this. */
const rawNumber = (source: string): unknown => {
  const raw: unknown = Reflect.get(JSON, 'rawJSON');
  return typeof raw === 'function' ? raw(source) : undefined;
};

/** Parses a document and keeps the source text of its numbers, so that `JSON.stringify` writes them unchanged. */
export const parseExactly = (text: string): Json =>
  JSON.parse(text, (...[, value, context]: readonly unknown[]) => {
    const source: unknown = Reflect.get(Object(context), 'source');
    return typeof value === 'number' && typeof source === 'string' && String(value) !== source
      ? (rawNumber(source) ?? value)
      : value;
  });

/** Parses a text that may not be JSON. Returns undefined if it is not valid JSON. */
export function documentIn(text: string, exact = false): Json {
  try {
    return exact ? parseExactly(text) : JSON.parse(text);
  } catch {
    return undefined;
  }
}
