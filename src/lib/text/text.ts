/**
 * The form in which names, e-mail addresses and search words are compared, the same for both database
 * engines.
 */
export const folded = (text: string): string => text.toLowerCase();

/** True if a text can be stored: no U+0000 and no lone surrogate. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** A text of unknown origin in a form that can be stored: each character that cannot becomes U+FFFD. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

/** A character that cannot be stored, as JSON writes it; or the whole of another escape. */
const jsonEscape = /\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g;

/** A value as JSON that can be stored: each character that cannot becomes U+FFFD. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(jsonEscape, (character) => (character.length > 2 ? '\uFFFD' : character));

/** True if a value can be stored as JSON without a change. */
export const isStorableJson = (value: unknown): boolean => storableJson(value) === JSON.stringify(value);

/** Characters that move a terminal's cursor, change its colours, or change the direction of text; not line breaks. */
const invisible = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text of another person, without characters that control a terminal. */
export const visible = (text: string): string =>
  text.replaceAll(invisible, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** True if a text is one line without such characters. */
export const isVisible = (text: string): boolean => visibleLine(text) === text;

/** Counterpart on one line. */
export const visibleLine = (text: string): string => visible(text).replaceAll('\n', ' ');

/** A text that ends with an ellipsis where it was longer. */
export const shortened = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;

/** `enforcement-level` becomes `Enforcement level`. */
export const sentenceCase = (name: string): string => {
  const words = name.replaceAll(/[-_]/g, ' ').replaceAll(/\bapi\b/g, 'API');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A number with a noun: `1 policy`, `2 policies`. `many` is the plural of a noun that takes more than an s. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** A sentence with its full stop, whether the text has one or not. */
export const withFullStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The length limit of e-mail addresses, in characters. */
export const maxEmailLength = 254;

const emailCharacter = '[^\\s\\u0000-\\u001f\\u007f-\\u009f@<>()\\[\\],;:"\\\\]';

/** A bare e-mail address, or the empty text, which has a rule of its own. */
export const emailPattern = `^$|^${emailCharacter}+@${emailCharacter}+$`;

/** True if a text is a bare e-mail address. */
export const isEmail = (text: string): boolean => text !== '' && new RegExp(emailPattern).test(text);

/** A phone number: 3 to 15 digits, with an optional `+` before and separators between them. */
export const phoneNumber = /^\+?[ (]{0,2}[0-9](?:[ ().-]{0,3}[0-9]){2,14}$/;

/** True if a value is null, or a text of only white space. */
export function isBlank(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}
