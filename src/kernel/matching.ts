// Checks search texts from requests before rows are compared with them.
import { isStorable } from '../lib/text/text.ts';

const maxLength = 255;

/**
 * Whether no row can contain a text, because it is too long, cannot be stored, or was not valid UTF-8 in the request.
 */
const unmatchable = (text: string): boolean => text.length > maxLength || !isStorable(text) || text.includes('\uFFFD');

/** Whether rows could match all of these search texts. */
export const canMatch = (...words: readonly (string | undefined)[]): boolean =>
  words.every((word) => word === undefined || !unmatchable(word));

/**
 * Splits a comma-separated list into trimmed items without empty ones. Returns undefined if no item is left, so that no
 * filter applies.
 */
export const listedIn = (value: string | undefined): readonly string[] | undefined => {
  const parts = (value ?? '').split(',').flatMap((part) => part.trim() || []);
  return parts.length === 0 ? undefined : parts.filter((part) => !unmatchable(part));
};
