import { isEmail, maxEmailLength } from '../../lib/text/text.ts';

/** Whether mail can be sent to a text. Names of guest accounts (`…#EXT#@…`) only look like email addresses. */
export const isMailAddress = (text: string): boolean =>
  isEmail(text) && [...text].length <= maxEmailLength && isNormalized(text) && !/#ext#@/i.test(text);

/**
 * Whether a text contains no character that Unicode normalization replaces, such as the Kelvin sign, which looks like
 * K. Case folding would turn an address with such a character into another address.
 */
const isNormalized = (text: string): boolean => text.normalize('NFKC') === text;
