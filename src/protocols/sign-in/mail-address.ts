import { isEmail, maxEmailLength } from '../../lib/text/text.ts';

/** True if a text is an address that mail can reach. A name of a guest account (`…#EXT#@…`) only looks like one. */
export const isMailAddress = (text: string): boolean =>
  isEmail(text) && [...text].length <= maxEmailLength && isNormalized(text) && !/#ext#@/i.test(text);

/** Some characters only look like others (the Kelvin sign like a K). Case folding would make them another address. */
const isNormalized = (text: string): boolean => text.normalize('NFKC') === text;
