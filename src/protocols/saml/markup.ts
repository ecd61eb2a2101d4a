// What a message may be written like, decided before any parser sees it.
import { inflateRawSync } from 'node:zlib';
import { Distrusted } from './refusal.ts';

/** The longest message, in bytes; those of identity providers have some thousands. */
export const longestMessage = 262_144;
const deepestNesting = 32;
/** What is made of very many small parts keeps a parser busy for seconds, whoever sends it. */
const mostElements = 3_000;
const mostAttributes = 32;

const declaration = /^\s*<\?xml [^?<>]*\?>/;
const encoding = /encoding\s*=\s*["']([^"']*)["']/i;

const withoutDeclaration = (text: string): string => {
  const found = declaration.exec(text)?.[0] ?? '';
  const named = encoding.exec(found)?.[1];
  if (named !== undefined && !/^(utf-8|us-ascii)$/i.test(named)) throw new Distrusted('malformed');
  return text.slice(found.length);
};

/** In XML that is well-formed, `<` stands nowhere but where markup begins: neither in texts nor in attributes. */
const requirePlainMarkup = (text: string): void => {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new Distrusted('doctype');
  if (text.includes('<?')) throw new Distrusted('processing-instruction');
  if (text.includes('<!--')) throw new Distrusted('comment');
  if (text.includes('<!')) throw new Distrusted('malformed');
};

const tag = /<(\/?)(?:[^"'<>]|"[^"<]*"|'[^'<]*')*>/g;

const attributesIn = (whole: string): number => [...whole.matchAll(/=\s*["']/g)].length;

/** Goes through the tags once; what is no tag is left to the parser, which refuses it. */
const requireModestShape = (text: string): void => {
  let depth = 0;
  let elements = 0;
  for (const [whole, slash] of text.matchAll(tag)) {
    if (slash === '/') depth -= 1;
    else elements += 1;
    if (slash !== '/' && !whole.endsWith('/>')) depth += 1;
    if (depth > deepestNesting) throw new Distrusted('too-deep');
    if (elements > mostElements || attributesIn(whole) > mostAttributes) throw new Distrusted('too-large');
  }
};

const reference = /&#(?:x([0-9a-fA-F]+)|([0-9]+))?(;?)/g;
// Surrogates are right in pairs alone, which `isWellFormed` sees to.
const noCharacter = /[^\t\n\r -\uFFFD]/;

/** The character that a number stands for; one that is none where the number is none. */
const characterOf = ([, hexadecimal = '', decimal = '', end]: RegExpExecArray): string => {
  const code = hexadecimal === '' ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  return end === '' || code > 0x10_ff_ff ? '\0' : String.fromCodePoint(code);
};

const isWritable = (text: string): boolean => text.isWellFormed() && !noCharacter.test(text);

/** The parser lets pass what XML does not know as characters, be it written out or by its number. */
const requireCharacters = (text: string): void => {
  const numbered = [...text.matchAll(reference)].every((found) => isWritable(characterOf(found)));
  if (!numbered || !isWritable(text)) throw new Distrusted('malformed');
};

/** Refuses what no honest message has and parsers disagree about; answers the text without its XML declaration. */
export const plainMarkup = (text: string): string => {
  if (text.length > longestMessage) throw new Distrusted('too-large');
  const bare = withoutDeclaration(text);
  requirePlainMarkup(bare);
  requireModestShape(bare);
  requireCharacters(bare);
  return bare;
};

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The bytes that came in base64, which some break into lines. */
export const bytesIn = (field: string): Buffer => {
  const packed = field.replaceAll(/[ \t\r\n]/g, '');
  if (packed.length > (longestMessage / 3) * 4 + 4) throw new Distrusted('too-large');
  if (packed === '' || packed.length % 4 !== 0 || !base64.test(packed)) throw new Distrusted('malformed');
  return Buffer.from(packed, 'base64');
};

const textIn = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Distrusted('malformed');
  }
};

/** The text that a form carries: in base64. */
export const decoded = (field: string): string => textIn(bytesIn(field));

const isTooLong = (error: unknown): boolean =>
  error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';

/** The text that an address carries: compressed, in base64. No more of it is unpacked than a message may have. */
export const inflated = (field: string): string => {
  const bytes = bytesIn(field);
  try {
    return textIn(inflateRawSync(bytes, { maxOutputLength: longestMessage }));
  } catch (error) {
    throw new Distrusted(isTooLong(error) ? 'too-large' : 'malformed');
  }
};
