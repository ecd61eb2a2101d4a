// XML functions that SAML needs: elements, their attributes and their text.
import { createRequire } from 'node:module';
import { escapeMarkup } from '../../lib/text/html.ts';
import { SamlError } from './error.ts';

interface XmlAttribute {
  readonly name: string;
  readonly localName: string;
  readonly value: string;
}

interface XmlNode {
  readonly nodeType: number;
}

export interface XmlElement extends XmlNode {
  readonly localName: string;
  readonly namespaceURI: string | null;
  readonly parentNode: XmlNode | null;
  readonly attributes: ArrayLike<XmlAttribute>;
  readonly childNodes: ArrayLike<XmlNode>;
  readonly textContent: string | null;
  getAttributeNS(namespace: string | null, name: string): string | null;
  hasAttribute(name: string): boolean;
}

interface Parser {
  parseFromString(text: string, type: 'text/xml'): { readonly documentElement: XmlElement | null };
}

type ErrorHandler = (message: string) => never;

// NOTE: the package's own types would declare browser globals for the whole project.
const require = createRequire(import.meta.url);
const { DOMParser }: { readonly DOMParser: new (options: { readonly errorHandler: ErrorHandler }) => Parser } =
  require('@xmldom/xmldom');

export const namespaces = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

/** Status code for success. */
export const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

export type Namespace = keyof typeof namespaces;

/** Parses XML. Any warning or error of the parser causes a refusal. */
export function parseXml(text: string): XmlElement {
  const root = new DOMParser({ errorHandler: refuse }).parseFromString(text, 'text/xml').documentElement;
  if (root === null) throw new SamlError('malformed');
  return root;
}

const refuse: ErrorHandler = () => {
  throw new SamlError('malformed');
};

export function isNamed(element: XmlElement, namespace: Namespace, name: string): boolean {
  return element.namespaceURI === namespaces[namespace] && element.localName === name;
}

/** Returns the children with a name, in document order. */
export function childrenOf(element: XmlElement, namespace: Namespace, name: string): readonly XmlElement[] {
  return childElements(element).filter((child) => isNamed(child, namespace, name));
}

/** Returns the only child with a name, or undefined if there is none. Throws `malformed` if there are several. */
export function onlyChild(element: XmlElement, namespace: Namespace, name: string): XmlElement | undefined {
  const [first, ...others] = childrenOf(element, namespace, name);
  if (others.length > 0) throw new SamlError('malformed');
  return first;
}

/**
 * Returns an element and all its descendants. The search is level by level, so that deep nesting cannot overflow the
 * stack.
 */
export function allIn(element: XmlElement): readonly XmlElement[] {
  const levels: (readonly XmlElement[])[] = [];
  for (let level: readonly XmlElement[] = [element]; level.length > 0; level = level.flatMap(childElements)) {
    levels.push(level);
  }
  return levels.flat();
}

const elementType = 1;

const isElement = (node: XmlNode): node is XmlElement => node.nodeType === elementType;

const childElements = (element: XmlElement): readonly XmlElement[] => Array.from(element.childNodes).filter(isElement);

/** Returns the value of an attribute without a namespace. */
export function attributeOf(element: XmlElement | undefined, name: string): string | undefined {
  return element?.hasAttribute(name) ? (element.getAttributeNS(null, name) ?? undefined) : undefined;
}

// Only the white space that XML defines is trimmed. Other space characters are part of the text.
const spaceAround = /^[ \t\r\n]+|[ \t\r\n]+$/g;

/** Returns the whole trimmed text of an element that has no child elements. */
export function textOf(element: XmlElement | undefined): string | undefined {
  if (element === undefined) return undefined;
  if (childElements(element).length > 0) throw new SamlError('malformed');
  return trimmedText(element);
}

const trimmedText = ({ textContent }: XmlElement): string => (textContent ?? '').replaceAll(spaceAround, '');

/** Returns the text of an element, or of its only child element. Undefined if elements and text are mixed. */
export function plainText(element: XmlElement): string | undefined {
  const [child, ...others] = childElements(element);
  if (child === undefined) return trimmedText(element);
  const isOnly = others.length === 0 && trimmedText(child) === trimmedText(element);
  return isOnly && childElements(child).length === 0 ? trimmedText(child) : undefined;
}

/** Returns the values of all identifier attributes, such as `ID` and `id`. */
export function identifiersIn(element: XmlElement): readonly string[] {
  return Array.from(element.attributes)
    .filter(({ localName }) => localName.toLowerCase() === 'id')
    .map(({ value }) => value);
}

/** Template function for XML that escapes the values. */
export function xml(parts: TemplateStringsArray, ...values: readonly string[]): string {
  return parts.reduce((before, part, index) => before + escaped(values[index - 1] ?? '') + part);
}

/**
 * Escapes a text for XML. White space other than spaces is escaped as well, so that parsers preserve it in attributes.
 */
const escaped = (text: string): string =>
  escapeMarkup(text).replaceAll(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
