// Tests of responses that try to be misinterpreted or to use up CPU time.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SignedXml } from 'xml-crypto';
import {
  assertionXml,
  honestResponse,
  responseXml,
  signedByCertificate,
  signedXml,
} from '../../../test/support/saml/provider.ts';
import {
  assertRefused,
  hasSoundSignature,
  honest,
  honestSpec,
  keys,
  others,
  readAssertionOf,
  saying,
} from '../../../test/support/saml/reading.ts';

const before = (part: string, added: string): string => {
  const changed = honest.replace(part, `${added}$&`);
  assert.notEqual(changed, honest);
  return changed;
};

/** Returns a response whose assertion was changed before it was signed. */
const signedWith = (from: string | RegExp, to: string): string => {
  const changed = assertionXml(honestSpec).replace(from, to);
  assert.notEqual(changed, assertionXml(honestSpec));
  return signedXml(responseXml(honestSpec, changed), honestSpec.id, keys);
};

test('A signature made with the public certificate as a secret is refused', () => {
  const forged = signedByCertificate({ ...honestSpec, nameId: 'mallory@example.com' }, keys);

  const verifier = new SignedXml({ privateKey: keys.certificate });
  verifier.enableHMAC();
  verifier.loadSignature(/<ds:Signature .*<\/ds:Signature>/s.exec(forged)?.[0] ?? '');
  assert.ok(verifier.checkSignature(forged), 'a verifier that takes the certificate as the secret accepts it');
  assertRefused(forged, 'weak-signature');
});

test('A response with two assertions is refused, even if the provider signed both', () => {
  const one = signedXml(assertionXml(honestSpec), honestSpec.id, keys);
  const other = signedXml(assertionXml({ ...honestSpec, id: '_other', nameId: 'mallory@example.com' }), '_other', keys);

  assertRefused(responseXml(honestSpec, `${one}${other}`), 'wrapped');
  assertRefused(responseXml(honestSpec, `${other}${one}`), 'wrapped');
  assertRefused(before('<samlp:Status>', '<x:Assertion xmlns:x="urn:x"/>'), 'wrapped');
});

test('A second element is refused if only one is allowed, signed or not', () => {
  const subject = '<saml:Subject><saml:NameID>mallory@example.com</saml:NameID></saml:Subject>';

  assertRefused(signedWith('</saml:Subject>', `$&${subject}`), 'malformed');
  assertRefused(signedWith('</saml:NameID>', '$&<saml:NameID>mallory@example.com</saml:NameID>'), 'malformed');
  assertRefused(signedWith('</saml:Conditions>', '$&<saml:Conditions/>'), 'malformed');
  assertRefused(signedWith('</saml:Issuer>', '$&<saml:Issuer>https://evil.example.com</saml:Issuer>'), 'malformed');
  const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/s.exec(honest) ?? [];
  assertRefused(honest.replace(signature, `${signature}${signature}`), 'wrapped');
});

test('A transform is refused in any location, and never executed', () => {
  const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
  const sheet = '<x:stylesheet xmlns:x="http://www.w3.org/1999/XSL/Transform" version="1.0"/>';

  for (const algorithm of [
    'http://www.w3.org/TR/1999/REC-xslt-19991116',
    'http://www.w3.org/TR/1999/REC-xpath-19991116',
    'http://www.w3.org/2002/06/xmldsig-filter2',
    'http://www.w3.org/2000/09/xmldsig#base64',
  ]) {
    const transform = `<ds:Transform Algorithm="${algorithm}">${sheet}</ds:Transform>`;
    assertRefused(honest.replace('<ds:Transforms>', `$&${transform}`), 'weak-signature');
    assertRefused(before('</ds:Transforms>', transform), 'weak-signature');
    assertRefused(honest.replace(enveloped, algorithm), 'weak-signature');
  }
});

test('A reference to nothing, to the whole document, or by anything except an identifier is refused', () => {
  const pointing = (to: string): string => honest.replace(' URI="#_assertion"', to);

  for (const uri of ['', ' URI=""', ' URI="#"', ' URI="#xpointer(/)"', ` URI="#xpointer(id('_assertion'))"`]) {
    assertRefused(pointing(uri), 'wrapped');
  }
  assertRefused(pointing(' URI="file:///etc/passwd"'), 'wrapped');
  assertRefused(
    honest.replace(/<ds:Reference .*<\/ds:Reference>/s, '<ds:Reference URI="#_assertion"/>'),
    'bad-signature',
  );
  assertRefused(honest.replace(/<ds:DigestValue>.*?<\/ds:DigestValue>/s, ''), 'bad-signature');
});

test('A key or a certificate inside the message is ignored', () => {
  const [, , certificate = ''] = /(-----[^-]*-----)([^-]*)/.exec(others.certificate) ?? [];
  const keyInfo = `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`;
  const forged = honestResponse(honestSpec, others).replace('</ds:Signature>', `${keyInfo}$&`);

  assertRefused(forged, 'bad-signature');
});

test('Characters that XML forbids are refused, literally and as numeric references', () => {
  for (const odd of [
    '\u0001',
    '\uFFFF',
    '&#0;',
    '&#31;',
    '&#xD800;',
    '&#xFFFE;',
    '&#x110000;',
    '&#X41;',
    '&#65a;',
    '&#;',
  ]) {
    assertRefused(honest.replace('>alice<', `>al${odd}ice<`), 'malformed');
  }
  assertRefused(saying({ nameId: 'al&#0;ice@example.com' }), 'malformed');
  const { attributes } = readAssertionOf(saying({ attributes: { Name: ['&#x1F600; \u{1F600} &#233;&#xe9;'] } }));
  assert.deepEqual(attributes.values.get('Name'), ['😀 😀 éé']);
});

test('Space that is not XML white space is part of a name, and the length of a name is limited', () => {
  const spaced = readAssertionOf(saying({ nameId: '\n  alice@example.com\u00a0 ' }));

  assert.equal(spaced.nameId, 'alice@example.com\u00a0');
  assert.equal(readAssertionOf(saying({ nameId: 'x'.repeat(512) })).nameId.length, 512);
  assertRefused(saying({ nameId: 'x'.repeat(513) }), 'no-name-id');
  const identityProvider = { certificates: [keys.certificate], entityId: undefined };
  assertRefused(saying({ issuer: 'x'.repeat(1_025) }), 'wrong-issuer', { identityProvider });
});

test('A message with very many small parts is refused quickly', () => {
  const elements = '<a/>'.repeat(3_000);
  const attributes = (many: number) => Array.from({ length: many }, (_, index) => ` a${index}="x"`).join('');
  const groups = Array.from({ length: 2_500 }, (_, index) => `group-${index}`);

  assertRefused(before('<samlp:Status>', elements), 'too-large');
  assertRefused(before('</ds:SignedInfo>', elements), 'too-large');
  assertRefused(before('</ds:Signature>', `<ds:KeyInfo>${elements}</ds:KeyInfo>`), 'too-large');
  assertRefused(before('<samlp:Status>', `<a${attributes(33)}/>`), 'too-large');
  assertRefused(
    before('<samlp:Status>', `<a${attributes(33).replaceAll('=', ' \n= ').replaceAll('"', "'")}/>`),
    'too-large',
  );
  assert.ok(readAssertionOf(before('<samlp:Status>', `<a${attributes(32)}/>`)));
  assert.equal(
    readAssertionOf(saying({ attributes: { MemberOf: groups } })).attributes.values.get('MemberOf')?.length,
    2_500,
  );
});

test('A valid response without any of these tricks is accepted', () => {
  assert.ok(hasSoundSignature(honest));
  assert.equal(readAssertionOf(honest).nameId, 'alice@example.com');
});
