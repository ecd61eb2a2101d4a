// JSON whose numbers stay as they are written, also those that a double cannot represent.

/** The part of the language that its types do not have yet. */
interface ExactJson {
  parse(text: string, revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
  rawJSON(text: string): object;
  isRawJSON(value: unknown): boolean;
}

const exact = JSON as unknown as ExactJson;

const asWritten = (_key: string, value: unknown, { source }: { readonly source?: string } = {}): unknown =>
  typeof value === 'number' && source !== undefined && String(value) !== source ? exact.rawJSON(source) : value;

/** Parses a document; `JSON.stringify` gives each number back as it was written. */
export const parseExactly = (text: string): unknown => exact.parse(text, asWritten);

/** Number that may be written in another way than JavaScript writes it: with many digits, an exponent, a zero at the end. */
const unusualNumber = /\d{16}|[\d.]{17}|\.\d*0(?!\d)|\d[eE]|-0(?![.\d])/;

/** Counterpart for a document of a known shape; one with usual numbers alone costs no more than `JSON.parse`. */
export const parseKnown = (text: string): ReturnType<typeof JSON.parse> =>
  unusualNumber.test(text) ? JSON.parse(text, asWritten) : JSON.parse(text);

/** A number for `JSON.stringify`, which writes these digits. */
export const writtenNumber = (digits: string): object => exact.rawJSON(digits);

/** A number as it is written; undefined for anything else. */
export function numberText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return exact.isRawJSON(value) ? JSON.stringify(value) : undefined;
}

/** Parses a document; calls `changed` with each number that `JSON.parse` gives another value, as it is written. */
export const parseNoting = (text: string, changed: (number: string) => void): unknown =>
  exact.parse(text, (_key, value, { source }) => {
    if (typeof value === 'number' && source !== undefined && decimal(String(value)) !== decimal(source))
      changed(source);
    return value;
  });

/** A number in a form that is the same for equal values, such as `15e2` for `1500.0`. */
export function decimal(number: string): string {
  const [, sign, whole = '', fraction = '', exponent = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:e(.+))?$/i.exec(number) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return whole === '' ? number : '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
