/**
 * Returns the form of a text in which names, email addresses and search words are compared. It is computed here because
 * the database engines would compute it differently.
 */
export const folded = (text: string): string => text.toLowerCase();

/** Whether the database can store a text: it contains neither U+0000 nor lone surrogates. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Replaces each character of a text that the database cannot store by U+FFFD. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

/**
 * Matches JSON escapes. An escape of more than two characters stands for a character that the database cannot store.
 */
const jsonEscape = /\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g;

/** Returns a value as JSON. Characters that the database cannot store are replaced by U+FFFD. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(jsonEscape, (character) => (character.length > 2 ? '\uFFFD' : character));

/** Whether the database can store a value as JSON without changes. */
export const isStorableJson = (value: unknown): boolean => storableJson(value) === JSON.stringify(value);

/**
 * Matches control characters, such as those that move a terminal's cursor, and characters that change the direction of
 * text.
 */
const invisible = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Makes a text from another user safe for a terminal. Control characters other than line breaks are replaced by escapes
 * such as `\u001b`.
 */
export const visible = (text: string): string =>
  text.replaceAll(invisible, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Whether a text is a single line without control characters. */
export const isVisible = (text: string): boolean => visibleLine(text) === text;

/** Same as `visible`, and joins lines with spaces. */
export const visibleLine = (text: string): string => visible(text).replaceAll('\n', ' ');

/** Truncates a text to at most `max` characters. A truncated text ends with an ellipsis. */
export const shortened = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;

/** Returns a text with its first letter in upper case. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Converts a name to words: `enforcement-level` becomes `Enforcement level`. */
export const sentenceCase = (name: string): string =>
  capitalized(name.replaceAll(/[-_]/g, ' ').replaceAll(/\bapi\b/g, 'API'));

/**
 * Formats a number with a noun: `1 policy`, `2 policies`. `many` is the plural, if it is not formed by appending an s.
 */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** Maximum number of names in a list. */
const maxNames = 20;

/** Lists the first names and the number of the others. */
export function listOfNames(names: readonly string[], separator = ', '): string {
  const others = names.length > maxNames ? ` and ${names.length - maxNames} more` : '';
  return `${names.slice(0, maxNames).join(separator)}${others}`;
}

/** Adds a full stop to a sentence that has no final punctuation. */
export const withFullStop = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Maximum length of an email address in characters. */
export const maxEmailLength = 254;

const emailCharacter = '[^\\s\\u0000-\\u001f\\u007f-\\u009f@<>()\\[\\],;:"\\\\]';

/**
 * Regular expression for an email address without a display name. It also matches an empty text, which schemas check
 * separately.
 */
export const emailPattern = `^$|^${emailCharacter}+@${emailCharacter}+$`;

/** Whether a text is an email address without a display name. */
export const isEmail = (text: string): boolean => text !== '' && new RegExp(emailPattern).test(text);

/**
 * Matches a phone number: 3 to 15 digits, with an optional leading `+`, and with optional separators between the
 * digits.
 */
export const phoneNumber = /^\+?[ (]{0,2}[0-9](?:[ ().-]{0,3}[0-9]){2,14}$/;

/** Whether a value is null or a text that contains only white space. */
export function isBlank(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}
