// Parses SAML responses as the service does, and returns the result.
import assert from 'node:assert/strict';
import { SignedXml } from 'xml-crypto';
import type { Assertion, Expected } from '../../../src/protocols/saml/assertion.ts';
import { SamlError, type SamlErrorCode } from '../../../src/protocols/saml/error.ts';
import { readPostedResponse, readResponse } from '../../../src/protocols/saml/response.ts';
import { allIn, isNamed, parseXml } from '../../../src/protocols/saml/xml.ts';
import { newKeyPair } from './certificate.ts';
import { type AssertionSpec, honestResponse } from './provider.ts';

export const keys = newKeyPair();
export const others = newKeyPair();

const now = Date.UTC(2026, 0, 15, 12);
const minute = 60_000;
const acsUrl = 'https://tipstaff.example.com/users/saml/auth';
const entityId = 'https://tipstaff.example.com/users/saml/metadata';

export const expected: Expected = {
  serviceProvider: { entityId, acsUrl },
  identityProvider: { certificates: [keys.certificate], entityId: 'https://idp.example.com' },
  now,
};

export const honestSpec: AssertionSpec = {
  id: '_assertion',
  responseId: '_response',
  issuer: 'https://idp.example.com',
  nameId: 'alice@example.com',
  nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  audience: entityId,
  destination: acsUrl,
  recipient: acsUrl,
  inResponseTo: '_request',
  notBefore: now - minute,
  notOnOrAfter: now + 5 * minute,
  attributes: { Username: ['alice'], MemberOf: ['developers', 'site-admins'] },
};

export const honest = honestResponse(honestSpec, keys);
export const saying = (changes: Partial<AssertionSpec>): string => honestResponse({ ...honestSpec, ...changes }, keys);

/** Accepted assertion, or the error code with which the response was refused. */
type Reading = { readonly assertion: Assertion } | { readonly refused: SamlErrorCode };

const reading = (work: () => Assertion): Reading => {
  try {
    return { assertion: work() };
  } catch (error) {
    assert.ok(error instanceof SamlError, String(error));
    return { refused: error.code };
  }
};

export const read = (xml: string, changes: Partial<Expected> = {}): Reading =>
  reading(() => readResponse(xml, { ...expected, ...changes }));

/** Parses a base64-encoded response, as a form field contains it. */
export const readPosted = (field: string): Reading => reading(() => readPostedResponse(field, expected));

/** Returns the assertion in a response. Fails unless the response is accepted. */
export const readAssertionOf = (xml: string, changes: Partial<Expected> = {}) => {
  const result = read(xml, changes);
  assert.ok('assertion' in result, JSON.stringify(result));
  return result.assertion;
};

export const assertRefused = (xml: string, refused: string, changes: Partial<Expected> = {}): void =>
  assert.deepEqual(read(xml, changes), { refused });

/** Whether a verifier that checks only the cryptographic signature would accept the XML. */
export const hasSoundSignature = (xml: string): boolean => {
  const signatures = allIn(parseXml(xml)).filter((element) => isNamed(element, 'signature', 'Signature'));
  return signatures.some((signature) => {
    const verifier = new SignedXml({ publicCert: keys.certificate, getCertFromKeyInfo: () => null });
    verifier.loadSignature(signature);
    return verifier.checkSignature(xml);
  });
};
