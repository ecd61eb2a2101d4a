// A response that a browser brings from the identity provider: all of it is foreign until a signature vouches for it.
import { type Assertion, type Expected, readAssertion, requireIssuer } from './assertion.ts';
import { decoded, plainMarkup } from './markup.ts';
import { type Distrust, Distrusted } from './refusal.ts';
import { requireSignaturesOnlyIn, signedContent } from './signature.ts';
import { allIn, attributeOf, childrenOf, isNamed, onlyChild, parseXml, success, type XmlElement } from './xml.ts';

/** An assertion that can be believed, or why there is none. */
export type Reading = { readonly assertion: Assertion } | { readonly refused: Distrust };

const requireSuccess = (response: XmlElement): void => {
  const status = onlyChild(response, 'protocol', 'Status');
  const code = status && onlyChild(status, 'protocol', 'StatusCode');
  if (attributeOf(code, 'Value') !== success) throw new Distrusted('sign-in-failed');
};

/** The one assertion, where assertions belong; a second one anywhere is there to be taken for the first. */
const soleAssertion = (response: XmlElement): XmlElement => {
  const elements = allIn(response);
  if (elements.some(({ localName }) => localName === 'EncryptedAssertion')) throw new Distrusted('encrypted');
  const assertions = elements.filter(({ localName }) => localName === 'Assertion');
  const [assertion] = childrenOf(response, 'assertion', 'Assertion');
  if (assertions.length === 0) throw new Distrusted('no-assertion');
  const responses = elements.filter(({ localName }) => localName === 'Response');
  if (assertion === undefined || assertions.length > 1 || responses.length > 1) throw new Distrusted('wrapped');
  return assertion;
};

const requireAddressed = (response: XmlElement, { serviceProvider }: Expected, inResponseTo: string): void => {
  if (attributeOf(response, 'Destination') !== serviceProvider.acsUrl) throw new Distrusted('wrong-destination');
  if (attributeOf(response, 'InResponseTo') !== inResponseTo) throw new Distrusted('unsolicited');
};

const signatureIn = (element: XmlElement): boolean => childrenOf(element, 'signature', 'Signature').length > 0;

const trusted = (text: string, expected: Expected): Assertion => {
  const response = parseXml(text);
  if (!isNamed(response, 'protocol', 'Response')) throw new Distrusted('malformed');
  requireSuccess(response);
  const assertion = soleAssertion(response);
  requireSignaturesOnlyIn(response, [response, assertion]);
  const { certificates } = expected.identityProvider;
  const signed = signedContent(text, assertion, certificates);
  // Providers may sign the whole as well; then that must be right, too.
  if (signatureIn(response)) signedContent(text, response, certificates);
  if (onlyChild(response, 'assertion', 'Issuer') !== undefined) requireIssuer(response, expected.identityProvider);
  const read = readAssertion(signed, expected);
  requireAddressed(response, expected, read.inResponseTo);
  return read;
};

const orRefusal = (read: () => Assertion): Reading => {
  try {
    return { assertion: read() };
  } catch (error) {
    if (error instanceof Distrusted) return { refused: error.reason };
    throw error;
  }
};

/** Reads a response. Whether the request that it answers was made, and is not answered yet, is for the caller to know. */
export const readResponse = (text: string, expected: Expected): Reading =>
  orRefusal(() => trusted(plainMarkup(text), expected));

/** Like `readResponse`, for a response as a form brings it: in base64. */
export const readPostedResponse = (field: string, expected: Expected): Reading =>
  orRefusal(() => trusted(plainMarkup(decoded(field)), expected));
