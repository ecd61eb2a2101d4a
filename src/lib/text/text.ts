/**
 * Returns the form in which names, email addresses and search words are compared. It is the same for both database
 * engines.
 */
export const folded = (text: string): string => text.toLowerCase();

/** Whether a text can be stored: it contains neither U+0000 nor lone surrogates. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Returns a text in which each character that cannot be stored is replaced by U+FFFD. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

/** Matches the JSON escape of a character that cannot be stored, or any other escape as a whole. */
const jsonEscape = /\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g;

/** Returns a value as JSON in which each character that cannot be stored is replaced by U+FFFD. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(jsonEscape, (character) => (character.length > 2 ? '\uFFFD' : character));

/** Whether a value can be stored as JSON without changes. */
export const isStorableJson = (value: unknown): boolean => storableJson(value) === JSON.stringify(value);

/**
 * Control characters, such as those that move a terminal's cursor, and characters that change the direction of text.
 * Line breaks are handled separately.
 */
const invisible = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Returns text from another user without characters that control a terminal. */
export const visible = (text: string): string =>
  text.replaceAll(invisible, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Whether a text is a single line without control characters. */
export const isVisible = (text: string): boolean => visibleLine(text) === text;

/** Same as `visible`, and joins lines with spaces. */
export const visibleLine = (text: string): string => visible(text).replaceAll('\n', ' ');

/** Cuts a text that is longer than `max` and ends it with an ellipsis. */
export const shortened = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;

/** Converts `enforcement-level` to `Enforcement level`. */
export const sentenceCase = (name: string): string => {
  const words = name.replaceAll(/[-_]/g, ' ').replaceAll(/\bapi\b/g, 'API');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/**
 * Formats a number with a noun: `1 policy`, `2 policies`. `many` is the plural of a noun that takes more than an s.
 */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** Ends a sentence with a full stop if it has none. */
export const withFullStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Maximum length of an email address in characters. */
export const maxEmailLength = 254;

const emailCharacter = '[^\\s\\u0000-\\u001f\\u007f-\\u009f@<>()\\[\\],;:"\\\\]';

/** Email address without a display name, or an empty text, which is validated separately. */
export const emailPattern = `^$|^${emailCharacter}+@${emailCharacter}+$`;

/** Whether a text is an email address without a display name. */
export const isEmail = (text: string): boolean => text !== '' && new RegExp(emailPattern).test(text);

/** Phone number: 3 to 15 digits, with an optional leading `+` and separators between the digits. */
export const phoneNumber = /^\+?[ (]{0,2}[0-9](?:[ ().-]{0,3}[0-9]){2,14}$/;

/** Whether a value is null or a text of only white space. */
export function isBlank(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}
