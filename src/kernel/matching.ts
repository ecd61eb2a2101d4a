// Search texts in requests, which are compared with rows.
import { isStorable } from '../lib/text/text.ts';

const maxLength = 255;

/**
 * Whether no row can contain a text: it is too long, cannot be stored, or came from bytes that were not valid UTF-8.
 */
const unmatchable = (text: string): boolean => text.length > maxLength || !isStorable(text) || text.includes('\uFFFD');

/** Whether a row could match all of these texts. */
export const canMatch = (...words: readonly (string | undefined)[]): boolean =>
  words.every((word) => word === undefined || !unmatchable(word));

/**
 * Splits a comma-separated value into its trimmed, non-empty parts. Returns undefined if there are none, which means no
 * filter.
 */
export const listedIn = (value: string | undefined): readonly string[] | undefined => {
  const parts = (value ?? '').split(',').flatMap((part) => part.trim() || []);
  return parts.length === 0 ? undefined : parts.filter((part) => !unmatchable(part));
};
