import { isStorable } from '../../lib/text/text.ts';

/** As long as a text of the API, in characters. */
export const maxTextLength = 65_536;

/** True if a text from a file can be stored. */
export const isPlainText = (value: string): boolean => value.length <= maxTextLength && isStorable(value);
