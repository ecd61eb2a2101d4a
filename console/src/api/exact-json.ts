// JSON whose numbers stay as they are written, such as those that a policy put out and a double cannot represent.

/** The part of the language that its types do not have yet; a browser without it rounds, as it did. */
interface ExactJson {
  parse(
    text: string,
    revive: (key: string, value: unknown, context?: { readonly source?: string }) => unknown,
  ): unknown;
  rawJSON?(text: string): object;
}

const exact = JSON as unknown as ExactJson;

/** Parses a document of a known shape; `JSON.stringify` gives each number in it back as it was written. */
export const parseExactly = (text: string): ReturnType<typeof JSON.parse> =>
  exact.parse(text, (_key, value, { source } = {}) =>
    typeof value === 'number' && source !== undefined && String(value) !== source
      ? (exact.rawJSON?.(source) ?? value)
      : value,
  );
