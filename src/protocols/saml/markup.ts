// Limits on the text of a message, checked before any parser reads it.
import { inflateRawSync } from 'node:zlib';
import { errorCode } from '../../lib/errors/error-code.ts';
import { SamlError } from './error.ts';

/** The longest message, in bytes; identity providers send some thousands. */
const maxMessageLength = 262_144;
const maxDepth = 32;
/** A message of very many small parts would keep a parser busy for seconds. */
const maxElements = 3_000;
const maxAttributes = 32;

/** Refuses markup that no real message has and that parsers disagree about; returns the XML without its declaration. */
export function safeMarkup(text: string): string {
  if (text.length > maxMessageLength) throw new SamlError('too-large');
  const xml = withoutDeclaration(text);
  const elements = withoutCharacterData(xml);
  requireElementsOnly(elements);
  requireModestShape(elements);
  requireXmlCharacters(xml);
  return xml;
}

/** The text that a form carries: in base64. */
export function decoded(field: string): string {
  return utf8In(bytesIn(field));
}

/** The text that an address carries: compressed, in base64. Decompression stops at the longest message. */
export function inflated(field: string): string {
  const bytes = bytesIn(field);
  try {
    return utf8In(inflateRawSync(bytes, { maxOutputLength: maxMessageLength }));
  } catch (error) {
    throw new SamlError(isTooLong(error) ? 'too-large' : 'malformed');
  }
}

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The bytes of a base64 text, which may have line breaks. */
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

/** The text without the sections in which `<` begins no markup; the signed form of a message has none. */
function withoutCharacterData(xml: string): string {
  const [before = '', ...sections] = xml.split('<![CDATA[');
  const after = sections.map((section) => {
    const end = section.indexOf(']]>');
    if (end < 0) throw new SamlError('malformed');
    return section.slice(end + 3);
  });
  return [before, ...after].join('');
}

/** In well-formed XML, `<` only begins markup: it stands neither in texts nor in attributes. */
function requireElementsOnly(xml: string): void {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new SamlError('doctype');
  if (xml.includes('<?')) throw new SamlError('processing-instruction');
  if (xml.includes('<!--')) throw new SamlError('comment');
  if (xml.includes('<!')) throw new SamlError('malformed');
}

const tag = /<(\/?)(?:[^"'<>]|"[^"<]*"|'[^'<]*')*>/g;

/** One pass over the tags. What is no tag is left to the parser, which refuses it. */
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
// `isWellFormed` checks that surrogates come in pairs.
const notXmlCharacter = /[^\t\n\r -\uFFFD]/;

/** The parser accepts characters that XML excludes, both as they are and as numeric references. */
function requireXmlCharacters(xml: string): void {
  const references = [...xml.matchAll(characterReference)];
  if (!references.every((match) => isXmlText(referredCharacter(match))) || !isXmlText(xml)) {
    throw new SamlError('malformed');
  }
}

/** The character of a numeric reference; for an invalid reference, one that XML excludes. */
function referredCharacter([, hexadecimal = '', decimal = '', end]: RegExpExecArray): string {
  const code = hexadecimal === '' ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  return end === '' || code > 0x10_ff_ff ? '\0' : String.fromCodePoint(code);
}

const isXmlText = (text: string): boolean => text.isWellFormed() && !notXmlCharacter.test(text);
