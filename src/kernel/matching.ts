// Words of a request that rows are compared with.
import { isStorable } from '../lib/text/text.ts';

const maxLength = 255;

/** True if no row contains a text: it is over-long, cannot be stored, or stands for bytes that were no UTF-8. */
const unmatchable = (text: string): boolean => text.length > maxLength || !isStorable(text) || text.includes('\uFFFD');

/** True if any row could match these words: over-long words and characters that cannot be stored match nothing. */
export const canMatch = (...words: readonly (string | undefined)[]): boolean =>
  words.every((word) => word === undefined || !unmatchable(word));

/** The parts of a comma-separated value that can match anything, trimmed; a value without parts is no filter. */
export const listedIn = (value: string | undefined): readonly string[] | undefined => {
  const parts = (value ?? '').split(',').flatMap((part) => part.trim() || []);
  return parts.length === 0 ? undefined : parts.filter((part) => !unmatchable(part));
};
