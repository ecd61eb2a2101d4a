// Values as an audit record keeps them, for ever: a long text by its beginning and a digest. Pure.
import { createHash } from 'node:crypto';

/** The longest text that is recorded whole, and how much is recorded of a longer one, in characters. */
const [maxLength, beginning] = [2_048, 256];

/** The values of a record; a long text in them is its beginning, its length and its SHA-256 in hex. */
export function recordedValues(values: object | null): unknown {
  const json = JSON.stringify(values);
  // No text in it is longer than all of it.
  if (json.length <= maxLength) return values;
  return JSON.parse(json, (_name, value: unknown) => (typeof value === 'string' ? recordedText(value) : value));
}

const recordedText = (text: string): string => {
  if (text.length <= maxLength) return text;
  const sha256 = createHash('sha256').update(text).digest('hex');
  return `${text.slice(0, beginning).toWellFormed()}… (${text.length} characters, SHA-256 ${sha256})`;
};
