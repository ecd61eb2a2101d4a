// Parses and writes JSON so that numbers keep their original text, even if JavaScript cannot represent them exactly.

/** Features of the JavaScript object `JSON` that TypeScript's types do not contain yet. */
interface ExactJson {
  parse(text: string, revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
}

const exact = JSON as unknown as ExactJson;

const asWritten = (_key: string, value: unknown, { source }: { readonly source?: string } = {}): unknown =>
  typeof value === 'number' && source !== undefined && String(value) !== source ? exact.rawJSON(source) : value;

/** Parses a JSON document. `JSON.stringify` later writes each number as in the original text. */
export const parseExactly = (text: string): unknown => exact.parse(text, asWritten);

/** Matches numbers that JavaScript might write differently: those with many digits, an exponent or a trailing zero. */
const unusualNumber = /\d{16}|[\d.]{17}|\.\d*0(?!\d)|\d[eE]|-0(?![.\d])/;

/**
 * Same as `parseExactly`, for a document whose structure is known. Without unusual numbers, it is as fast as
 * `JSON.parse`.
 */
export const parseKnown = (text: string): ReturnType<typeof JSON.parse> =>
  unusualNumber.test(text) ? JSON.parse(text, asWritten) : JSON.parse(text);

/** Returns a value that `JSON.stringify` writes as a number with these digits. */
export const writtenNumber = (digits: string): object => exact.rawJSON(digits);

/** Returns the original text of a number, or undefined for other values. */
export function numberText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return exact.isRawJSON(value) ? JSON.stringify(value) : undefined;
}

/**
 * Parses a JSON document. Calls `changed` with the original text of each number that JavaScript cannot represent
 * exactly.
 */
export const parseNoting = (text: string, changed: (number: string) => void): unknown =>
  exact.parse(text, (_key, value, { source }) => {
    if (typeof value === 'number' && source !== undefined && decimal(String(value)) !== decimal(source))
      changed(source);
    return value;
  });

/** Returns a normalized form of a number. Numbers with equal values have the same form, such as `15e2` for `1500.0`. */
export function decimal(number: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e(.+))?$/i.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return whole === '' ? number : '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
