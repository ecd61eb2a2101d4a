// Converts values to the form in which audit records keep them permanently. A long text is replaced by its beginning
// and its digest.
import { createHash } from 'node:crypto';

/**
 * Maximum length of a text that is recorded in full, and length of the recorded beginning of a longer text, in
 * characters.
 */
const [maxLength, beginning] = [2_048, 256];

/**
 * Returns the values for an audit record. Each long text in them is replaced by its beginning, its length and its
 * SHA-256 in hex.
 */
export function recordedValues(values: object | null): unknown {
  const json = JSON.stringify(values);
  // If the whole JSON is short, every text in it is short.
  if (json.length <= maxLength) return values;
  return JSON.parse(json, (_name, value: unknown) => (typeof value === 'string' ? recordedText(value) : value));
}

const recordedText = (text: string): string => {
  if (text.length <= maxLength) return text;
  const sha256 = createHash('sha256').update(text).digest('hex');
  return `${text.slice(0, beginning).toWellFormed()}… (${text.length} characters, SHA-256 ${sha256})`;
};
