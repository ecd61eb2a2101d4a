// JSON whose numbers stay as they are written, such as those that a policy put out and a double cannot represent.

type Revive = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

declare global {
  /** The part of the language that its types do not have yet; a browser without it rounds. */
  interface JSON {
    parse(text: string, revive: Revive): Awaited<ReturnType<Body['json']>>;
    rawJSON?(text: string): object;
  }
}

/** Parses a document of a known shape; `JSON.stringify` gives each number in it back as it was written. */
export const parseExactly = (text: string): ReturnType<typeof JSON.parse> =>
  JSON.parse(text, (_key, value, { source } = {}) =>
    typeof value === 'number' && source !== undefined && String(value) !== source
      ? (JSON.rawJSON?.(source) ?? value)
      : value,
  );
