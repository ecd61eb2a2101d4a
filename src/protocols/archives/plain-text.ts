import { isStorable } from '../../lib/text/text.ts';

/** Maximum length in characters of a text from a file. It equals the limit for texts in API requests. */
export const maxTextLength = 65_536;

/** Whether a text from a file can be stored. */
export const isPlainText = (value: string): boolean => value.length <= maxTextLength && isStorable(value);
