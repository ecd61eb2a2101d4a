// The little of XML that SAML needs: elements, their attributes and their text.
import { createRequire } from 'node:module';
import { Distrusted } from './refusal.ts';

export interface XmlAttribute {
  readonly name: string;
  readonly localName: string;
  readonly value: string;
}

export interface XmlNode {
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

type Complain = (message: string) => never;

// NOTE: the package's own types would make every name of a browser's known to the whole project.
const { DOMParser }: { readonly DOMParser: new (options: { readonly errorHandler: Complain }) => Parser } =
  createRequire(import.meta.url)('@xmldom/xmldom');

export const namespaces = {
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

/** The status of what worked. */
export const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

export type Namespace = keyof typeof namespaces;

const elementType = 1;

const isElement = (node: XmlNode): node is XmlElement => node.nodeType === elementType;

const complain: Complain = () => {
  throw new Distrusted('malformed');
};

/** Parses a text; the parser's slightest complaint refuses it. */
export const parseXml = (text: string): XmlElement => {
  const root = new DOMParser({ errorHandler: complain }).parseFromString(text, 'text/xml').documentElement;
  if (root === null) throw new Distrusted('malformed');
  return root;
};

export const isNamed = (element: XmlElement, namespace: Namespace, name: string): boolean =>
  element.namespaceURI === namespaces[namespace] && element.localName === name;

const elementsIn = (element: XmlElement): readonly XmlElement[] => Array.from(element.childNodes).filter(isElement);

/** The children of that name, in order. */
export const childrenOf = (element: XmlElement, namespace: Namespace, name: string): readonly XmlElement[] =>
  elementsIn(element).filter((child) => isNamed(child, namespace, name));

/** An element and all that it holds; level by level, so that depth costs no stack. */
export const allIn = (element: XmlElement): readonly XmlElement[] => {
  const levels: (readonly XmlElement[])[] = [];
  for (let level: readonly XmlElement[] = [element]; level.length > 0; level = level.flatMap(elementsIn)) {
    levels.push(level);
  }
  return levels.flat();
};

/** The one child of that name; undefined when there is none. Two of them are no message of anybody's. */
export const onlyChild = (element: XmlElement, namespace: Namespace, name: string): XmlElement | undefined => {
  const [first, ...others] = childrenOf(element, namespace, name);
  if (others.length > 0) throw new Distrusted('malformed');
  return first;
};

/** The value of an attribute without a namespace. */
export const attributeOf = (element: XmlElement | undefined, name: string): string | undefined =>
  element?.hasAttribute(name) ? (element.getAttributeNS(null, name) ?? undefined) : undefined;

// Other space than XML's is part of a name.
const spaceAround = /^[ \t\r\n]+|[ \t\r\n]+$/g;

/** The whole text of an element that holds nothing else, without space around it. */
export const textOf = (element: XmlElement | undefined): string | undefined => {
  if (element === undefined) return undefined;
  if (elementsIn(element).length > 0) throw new Distrusted('malformed');
  return element.textContent?.replaceAll(spaceAround, '');
};

/** The values of every attribute that names an element, whatever its spelling. */
export const identifiersIn = (element: XmlElement): readonly string[] =>
  Array.from(element.attributes)
    .filter(({ localName }) => localName.toLowerCase() === 'id')
    .map(({ value }) => value);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

/** A text as it stands in XML, between tags or in an attribute. */
const escaped = (text: string): string => text.replaceAll(/[&<>"'\t\n\r]/g, (character) => entities[character] ?? '');

/** Writes XML: the values are escaped. */
export const xml = (parts: TemplateStringsArray, ...values: readonly string[]): string =>
  parts.reduce((before, part, index) => before + escaped(values[index - 1] ?? '') + part);
