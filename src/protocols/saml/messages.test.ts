import assert from 'node:assert/strict';
import { createVerify, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import { newKeyPair } from '../../../test/support/saml/certificate.ts';
import { authnRequestUrl, logoutRequestUrl, metadataXml, newMessageId } from './messages.ts';
import { allIn, attributeOf, parseXml, textOf, type XmlElement } from './xml.ts';

const serviceProvider = {
  entityId: 'https://tipstaff.example.com/metadata?a&b',
  acsUrl: 'https://tipstaff.example.com/auth',
};
const now = Date.UTC(2026, 0, 15, 12);
const to = 'https://idp.example.com/sso';

const messageIn = (url: string): XmlElement => {
  const packed = new URL(url).searchParams.get('SAMLRequest') ?? '';
  return parseXml(inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8'));
};

const elementIn = (root: XmlElement, name: string): XmlElement | undefined =>
  allIn(root).find(({ localName }) => localName === name);

test('A request contains the ACS URL for the response', () => {
  const url = authnRequestUrl(serviceProvider, { id: '_id', now }, { to, relayState: '/a?b=c&d' });

  const request = messageIn(url);
  const names = ['ID', 'Version', 'IssueInstant', 'Destination', 'AssertionConsumerServiceURL'] as const;
  assert.deepEqual(
    names.map((name) => attributeOf(request, name)),
    ['_id', '2.0', '2026-01-15T12:00:00.000Z', to, serviceProvider.acsUrl],
  );
  assert.equal(textOf(elementIn(request, 'Issuer')), serviceProvider.entityId);
  assert.equal(new URL(url).searchParams.get('RelayState'), '/a?b=c&d');
});

test("The provider's address keeps its own query", () => {
  const url = new URL(authnRequestUrl(serviceProvider, { id: '_id', now }, { to: `${to}?tenant=1` }));

  assert.deepEqual([...url.searchParams.keys()], ['tenant', 'SAMLRequest']);
});

test('A signed request carries a signature over the address as it is sent', () => {
  const { privateKey, certificate } = newKeyPair();

  const url = authnRequestUrl(serviceProvider, { id: '_id', now }, { to, key: { privateKey, method: 'SHA256' } });

  const [octets = '', signature = ''] = new URL(url).search.slice(1).split('&Signature=');
  const verifier = createVerify('RSA-SHA256').update(octets);
  assert.match(octets, /^SAMLRequest=[^&]*&SigAlg=[^&]*rsa-sha256$/);
  assert.ok(verifier.verify(new X509Certificate(certificate).publicKey, decodeURIComponent(signature), 'base64'));
});

test("A logout request names the session with the provider's own identifiers, escaped", () => {
  const session = { nameId: `<o'neil&"sons">`, nameIdFormat: undefined, sessionIndex: '<1>' };
  const qualified = { nameQualifier: 'a<b', spNameQualifier: undefined };

  const request = messageIn(logoutRequestUrl(serviceProvider, { ...session, ...qualified, now }, { to }));

  assert.equal(textOf(elementIn(request, 'NameID')), session.nameId);
  assert.equal(textOf(elementIn(request, 'SessionIndex')), '<1>');
  const name = elementIn(request, 'NameID');
  assert.deepEqual([attributeOf(name, 'NameQualifier'), attributeOf(name, 'SPNameQualifier')], ['a<b', undefined]);
});

test('The metadata contains the URLs, requires signed assertions, and has the certificate if there is one', () => {
  const { certificate } = newKeyPair();
  const logoutUrl = 'https://tipstaff.example.com/logout';

  const signing = parseXml(metadataXml(serviceProvider, { logoutUrl, signsRequests: true, certificate }).slice(38));
  const plain = parseXml(
    metadataXml(serviceProvider, { logoutUrl, signsRequests: false, certificate: undefined }).slice(38),
  );

  assert.equal(attributeOf(signing, 'entityID'), serviceProvider.entityId);
  assert.deepEqual(
    ['AuthnRequestsSigned', 'WantAssertionsSigned'].map((name) =>
      attributeOf(elementIn(signing, 'SPSSODescriptor'), name),
    ),
    ['true', 'true'],
  );
  assert.equal(attributeOf(elementIn(signing, 'AssertionConsumerService'), 'Location'), serviceProvider.acsUrl);
  assert.deepEqual(
    allIn(signing)
      .filter(({ localName }) => localName === 'SingleLogoutService')
      .map((service) => [attributeOf(service, 'Binding')?.split(':').at(-1), attributeOf(service, 'Location')]),
    [
      ['HTTP-Redirect', logoutUrl],
      ['HTTP-POST', logoutUrl],
    ],
  );
  assert.equal(textOf(elementIn(signing, 'X509Certificate')), new X509Certificate(certificate).raw.toString('base64'));
  assert.equal(elementIn(plain, 'KeyDescriptor'), undefined);
});

test('Message identifiers are valid XML names and unique', () => {
  const [one, other] = [newMessageId(), newMessageId()];

  assert.match(one, /^_[0-9a-f]{40}$/);
  assert.notEqual(one, other);
});
