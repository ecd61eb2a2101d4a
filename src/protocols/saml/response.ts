// Reads a Response of the identity provider. No content of the response is trusted until the signature is verified.
import { type Assertion, type Expected, readAssertion, requireIssuer } from './assertion.ts';
import { SamlError } from './error.ts';
import { decoded, safeMarkup } from './markup.ts';
import { requireSignaturesOnlyIn, verifiedContent } from './signature.ts';
import { allIn, attributeOf, childrenOf, isNamed, onlyChild, parseXml, success, type XmlElement } from './xml.ts';

/** Same as `readResponse`, for a response from a form field in base64. */
export function readPostedResponse(field: string, expected: Expected): Assertion {
  return readResponse(decoded(field), expected);
}

/**
 * Verifies a response and returns its assertion. Throws `SamlError` if the response is invalid. The caller must check
 * that the response answers an open request.
 */
export function readResponse(text: string, expected: Expected): Assertion {
  const xml = safeMarkup(text);
  const response = parseXml(xml);
  if (!isNamed(response, 'protocol', 'Response')) throw new SamlError('malformed');
  requireSuccess(response);
  const element = onlyAssertion(response);
  requireSignaturesOnlyIn(response, [response, element]);
  const { certificates } = expected.identityProvider;
  const signed = verifiedContent(xml, element, certificates);
  // Providers may sign the response in addition to the assertion. The signature of the response must then be valid,
  // too.
  if (hasSignature(response)) verifiedContent(xml, response, certificates);
  if (onlyChild(response, 'assertion', 'Issuer') !== undefined) requireIssuer(response, expected.identityProvider);
  const assertion = readAssertion(signed, expected);
  requireAddressed(response, expected, assertion.inResponseTo);
  return assertion;
}

function requireSuccess(response: XmlElement): void {
  const status = onlyChild(response, 'protocol', 'Status');
  const code = status && onlyChild(status, 'protocol', 'StatusCode');
  if (attributeOf(code, 'Value') !== success) throw new SamlError('sign-in-failed');
}

/**
 * Returns the assertion, which must be the only one in the whole message, because a second one could be confused with
 * it.
 */
function onlyAssertion(response: XmlElement): XmlElement {
  const elements = allIn(response);
  if (elements.some(({ localName }) => localName === 'EncryptedAssertion')) throw new SamlError('encrypted');
  const assertions = elements.filter(({ localName }) => localName === 'Assertion');
  const [assertion] = childrenOf(response, 'assertion', 'Assertion');
  if (assertions.length === 0) throw new SamlError('no-assertion');
  const responses = elements.filter(({ localName }) => localName === 'Response');
  if (assertion === undefined || assertions.length > 1 || responses.length > 1) throw new SamlError('wrapped');
  return assertion;
}

const hasSignature = (element: XmlElement): boolean => childrenOf(element, 'signature', 'Signature').length > 0;

function requireAddressed(response: XmlElement, { serviceProvider }: Expected, inResponseTo: string): void {
  // The standard requires `Destination` in a signed message. In an unsigned message, `Destination` could be forged, so
  // it may be missing.
  const isOptional = !hasSignature(response);
  const destination = attributeOf(response, 'Destination') ?? (isOptional ? serviceProvider.acsUrl : undefined);
  if (destination !== serviceProvider.acsUrl) throw new SamlError('wrong-destination');
  if (attributeOf(response, 'InResponseTo') !== inResponseTo) throw new SamlError('unsolicited');
}
