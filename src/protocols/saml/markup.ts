// Checks limits on the text of a message before a parser reads it.
import { inflateRawSync } from 'node:zlib';
import { errorCode } from '../../lib/errors/error-code.ts';
import { SamlError } from './error.ts';

/** Maximum message size in bytes. Identity providers send a few thousand bytes. */
const maxMessageLength = 262_144;
const maxDepth = 32;
/** Maximum number of elements. A message of many small parts would keep a parser busy for seconds. */
const maxElements = 3_000;
const maxAttributes = 32;

/**
 * Refuses markup that genuine messages never contain and that parsers interpret differently. Returns the XML without
 * its declaration.
 */
export function safeMarkup(text: string): string {
  if (text.length > maxMessageLength) throw new SamlError('too-large');
  const xml = withoutDeclaration(text);
  const elements = withoutCharacterData(xml);
  requireElementsOnly(elements);
  requireModestShape(elements);
  requireXmlCharacters(xml);
  return xml;
}

/** Decodes the base64 text of a form field. */
export function decoded(field: string): string {
  return utf8In(bytesIn(field));
}

/** Decodes the compressed base64 text of a query parameter. Decompression stops at the maximum message size. */
export function inflated(field: string): string {
  const bytes = bytesIn(field);
  try {
    return utf8In(inflateRawSync(bytes, { maxOutputLength: maxMessageLength }));
  } catch (error) {
    throw new SamlError(isTooLong(error) ? 'too-large' : 'malformed');
  }
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Decodes base64, which may contain line breaks. */
export function bytesIn(field: string): Buffer {
  const packed = field.replaceAll(/[ \t\r\n]/g, '');
  if (packed.length > (maxMessageLength / 3) * 4 + 4) throw new SamlError('too-large');
  if (packed === '' || packed.length % 4 !== 0 || !base64.test(packed)) throw new SamlError('malformed');
  return Buffer.from(packed, 'base64');
}

function utf8In(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new SamlError('malformed');
  }
}

const isTooLong = (error: unknown): boolean => errorCode(error) === 'ERR_BUFFER_TOO_LARGE';

const declaration = /^\s*<\?xml [^?<>]*\?>/;
const encoding = /encoding\s*=\s*["']([^"']*)["']/i;

function withoutDeclaration(text: string): string {
  const [head = ''] = declaration.exec(text) ?? [];
  const named = encoding.exec(head)?.[1];
  if (named !== undefined && !/^(utf-8|us-ascii)$/i.test(named)) throw new SamlError('malformed');
  return text.slice(head.length);
}

/** Removes CDATA sections, in which `<` does not begin markup. The signed form of a message has none. */
function withoutCharacterData(xml: string): string {
  const [before = '', ...sections] = xml.split('<![CDATA[');
  const after = sections.map((section) => {
    const end = section.indexOf(']]>');
    if (end < 0) throw new SamlError('malformed');
    return section.slice(end + 3);
  });
  return [before, ...after].join('');
}

/**
 * Throws `SamlError` if the message contains markup other than elements. A text search is sufficient, because `<`
 * occurs only at the beginning of markup in well-formed XML.
 */
function requireElementsOnly(xml: string): void {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new SamlError('doctype');
  if (xml.includes('<?')) throw new SamlError('processing-instruction');
  if (xml.includes('<!--')) throw new SamlError('comment');
  if (xml.includes('<!')) throw new SamlError('malformed');
}

const tag = /<(\/?)(?:[^"'<>]|"[^"<]*"|'[^'<]*')*>/g;

/**
 * Checks the nesting depth and the numbers of elements and attributes in one pass over the tags. Invalid tags are left
 * to the parser, which refuses them.
 */
function requireModestShape(xml: string): void {
  let depth = 0;
  let elements = 0;
  for (const [whole, slash] of xml.matchAll(tag)) {
    if (slash === '/') depth -= 1;
    else elements += 1;
    if (slash !== '/' && !whole.endsWith('/>')) depth += 1;
    if (depth > maxDepth) throw new SamlError('too-deep');
    if (elements > maxElements || countAttributes(whole) > maxAttributes) throw new SamlError('too-large');
  }
}

const countAttributes = (whole: string): number => [...whole.matchAll(/=\s*["']/g)].length;

const characterReference = /&#(?:x([0-9a-fA-F]+)|([0-9]+))?(;?)/g;
// Surrogates are not matched here. `isWellFormed` checks them.
const notXmlCharacter = /[^\t\n\r -\uFFFD]/;

/**
 * Refuses characters that XML does not allow, which the parser would accept both literally and as numeric references.
 */
function requireXmlCharacters(xml: string): void {
  const references = [...xml.matchAll(characterReference)];
  if (!references.every((match) => isXmlText(referredCharacter(match))) || !isXmlText(xml)) {
    throw new SamlError('malformed');
  }
}

/** Returns the character of a numeric reference, or a forbidden character if the reference is invalid. */
function referredCharacter([, hexadecimal = '', decimal = '', end]: RegExpExecArray): string {
  const code = hexadecimal === '' ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  return end === '' || code > 0x10_ff_ff ? '\0' : String.fromCodePoint(code);
}

const isXmlText = (text: string): boolean => text.isWellFormed() && !notXmlCharacter.test(text);
