// JSON whose numbers stay as they are written, such as those that a policy put out and a double cannot represent.

type Json = ReturnType<typeof JSON.parse>;

/** A number as it is written; undefined if this engine can only round. */
const rawNumber = (source: string): unknown => {
  const raw: unknown = Reflect.get(JSON, 'rawJSON');
  return typeof raw === 'function' ? raw(source) : undefined;
};

/** Parses a document of a known shape; `JSON.stringify` gives each number in it back as it was written. */
export const parseExactly = (text: string): Json =>
  JSON.parse(text, (...[, value, context]: readonly unknown[]) => {
    const source: unknown = Reflect.get(Object(context), 'source');
    return typeof value === 'number' && typeof source === 'string' && String(value) !== source
      ? (rawNumber(source) ?? value)
      : value;
  });

/** The document in a text of any origin; undefined if it is no JSON. */
export function documentIn(text: string, exact = false): Json {
  try {
    return exact ? parseExactly(text) : JSON.parse(text);
  } catch {
    return undefined;
  }
}
