// Searches data for a secret in every form in which the service could have stored it.
import { hash } from 'node:crypto';
import { Secret as TotpSecret } from 'otpauth';

const codeForm = /^\d{6}$/;
const base64Form = /^[A-Za-z0-9_+/-]{43}=?$/;
const base32Form = /^[A-Z2-7]{32}$/;

/**
 * Returns the base64 encodings that a text has at each possible offset in a longer text. Characters that also depend on
 * the surrounding text are left out.
 */
const withinBase64 = (bytes: Buffer): readonly string[] =>
  [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    const whole = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
    return [whole, whole.replaceAll('+', '-').replaceAll('/', '_')];
  });

const hexadecimal = (bytes: Buffer): readonly string[] => {
  const text = bytes.toString('hex');
  return [text, text.toUpperCase()];
};

/** Returns the bytes that a text encodes, because the service could have stored these bytes instead of the text. */
const bytesBehind = (text: string): readonly Buffer[] => [
  ...(base64Form.test(text) ? [Buffer.from(text, 'base64')] : []),
  ...(base32Form.test(text) ? [Buffer.from(TotpSecret.fromBase32(text).bytes)] : []),
];

/** Returns the spellings of a secret: as users may type it, and as the service normalizes it. */
const spellingsOf = (text: string): readonly string[] =>
  [text, text.replaceAll('-', '')].flatMap((one) => [one, one.toLowerCase(), one.toUpperCase()]);

const inHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const encodingsOf = (text: string): readonly string[] => {
  const bytes = Buffer.from(text);
  const quoted = JSON.stringify(text).slice(1, -1);
  const inQuery = new URLSearchParams({ '': text }).toString().slice(1);
  return [quoted, encodeURIComponent(text), inQuery, inHtml(text), ...withinBase64(bytes), ...hexadecimal(bytes)];
};

/** Returns every form of a secret. */
const formsOf = (text: string): readonly Buffer[] => {
  const bytes = bytesBehind(text);
  const texts = new Set([...spellingsOf(text), ...encodingsOf(text), ...bytes.flatMap(hexadecimal)]);
  return [...[...texts].map((form) => Buffer.from(form)), ...bytes];
};

/** Returns fast digests of a password. If the service stored one of them, the password would be easy to guess. */
export const digestsOf = (text: string): readonly string[] =>
  ['md5', 'sha1', 'sha256', 'sha512'].flatMap((algorithm) =>
    (['hex', 'base64', 'base64url'] as const).map((encoding) => hash(algorithm, text, encoding)),
  );

/**
 * Whether data contains a secret in any form. A one-time code counts only as a separate word, because it is so short
 * that it can occur by chance.
 */
export const isIn = (place: Buffer, secret: string): boolean =>
  codeForm.test(secret)
    ? new RegExp(`(?<![0-9A-Za-z])${secret}(?![0-9A-Za-z])`).test(place.toString('latin1'))
    : formsOf(secret).some((form) => place.includes(form));
