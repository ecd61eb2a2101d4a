import { isStorable } from '../../lib/text/text.ts';

/** Maximum length in characters, which is the same as for texts of the API. */
export const maxTextLength = 65_536;

/** Whether a text from a file can be stored. */
export const isPlainText = (value: string): boolean => value.length <= maxTextLength && isStorable(value);
