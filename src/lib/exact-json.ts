// JSON whose numbers stay as they are written, also those that a double cannot represent.

/** The part of the language that its types do not have yet. */
interface ExactJson {
  parse(text: string, revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
}

const exact = JSON as unknown as ExactJson;

/** Parses a document; `JSON.stringify` gives each number back as it was written. */
export const parseExactly = (text: string): unknown =>
  exact.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? exact.rawJSON(source) : value,
  );

/** A number for `JSON.stringify`, which writes these digits. */
export const writtenNumber = (digits: string): object => exact.rawJSON(digits);

/** A number as it is written; undefined for anything else. */
export function numberText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return exact.isRawJSON(value) ? JSON.stringify(value) : undefined;
}
