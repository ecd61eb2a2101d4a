import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newKeyPair } from '../../../test/support/saml/certificate.ts';
import {
  assertionXml,
  honestResponse,
  posted,
  responseXml,
  sha1,
  signedXml,
} from '../../../test/support/saml/provider.ts';
import {
  assertRefused,
  expected,
  hasSoundSignature,
  honest,
  honestSpec,
  keys,
  others,
  read,
  readAssertionOf,
  readPosted,
  saying,
} from '../../../test/support/saml/reading.ts';
import { wrapped } from '../../../test/support/saml/wrapping.ts';
import { clockSkew } from './validity.ts';

test('A valid response is accepted, and its signed content is read', () => {
  const reading = readPosted(posted(honest).replaceAll(/.{76}/g, '$&\r\n'));

  assert.deepEqual(reading, {
    assertion: {
      id: '_assertion',
      issuer: 'https://idp.example.com',
      nameId: 'alice@example.com',
      nameIdFormat: honestSpec.nameIdFormat,
      nameQualifier: undefined,
      spNameQualifier: undefined,
      sessionIndex: 'session-of-_assertion',
      issuedAt: honestSpec.notBefore,
      authenticatedAt: honestSpec.notBefore,
      inResponseTo: '_request',
      expiresAt: honestSpec.notOnOrAfter + clockSkew,
      attributes: {
        values: new Map([
          ['Username', ['alice']],
          ['MemberOf', ['developers', 'site-admins']],
        ]),
        friendly: new Map(),
        unreadable: new Set(),
      },
    },
  });
});

test('A response with signatures of response and assertion is accepted if both are valid', () => {
  const both = signedXml(honest, honestSpec.responseId, keys);
  const wrongOutside = signedXml(honest, honestSpec.responseId, others);

  assert.equal(readAssertionOf(both).nameId, 'alice@example.com');
  assertRefused(wrongOutside, 'bad-signature');
});

test('During a certificate rotation, signatures of both keys are accepted, and those of a third one are refused', () => {
  const identityProvider = { ...expected.identityProvider, certificates: [others.certificate, keys.certificate] };

  assert.equal(readAssertionOf(honest, { identityProvider }).id, '_assertion');
  assert.equal(readAssertionOf(honestResponse(honestSpec, others), { identityProvider }).id, '_assertion');
  assertRefused(honestResponse(honestSpec, newKeyPair()), 'bad-signature', { identityProvider });
});

test('An unsigned response is refused, and so is a signed response with an unsigned assertion', () => {
  const unsigned = responseXml(honestSpec, assertionXml(honestSpec));

  assertRefused(unsigned, 'unsigned');
  assertRefused(signedXml(unsigned, honestSpec.responseId, keys), 'unsigned');
});

test('A response signed by another key is refused, whatever certificate it contains', () => {
  assertRefused(honestResponse(honestSpec, others), 'bad-signature');
  assertRefused(honestResponse(honestSpec, { ...others, certificate: keys.certificate }), 'bad-signature');
});

test('A change after the signature is refused', () => {
  for (const [from, to] of [
    ['>alice@example.com<', '>mallory@example.com<'],
    ['>alice<', '>mallory<'],
    ['>developers<', '>owners<'],
    ['session-of-', 'session-off-'],
  ] as const) {
    const changed = honest.replace(from, to);
    assert.notEqual(changed, honest);
    assertRefused(changed, 'bad-signature');
  }
});

test('Each of the eight known signature wrapping attacks is refused, although the signature itself is valid', () => {
  const whole = signedXml(responseXml(honestSpec, assertionXml(honestSpec)), honestSpec.responseId, keys);

  const forgeries = Object.entries(wrapped({ response: honest, whole }, 'alice', 'mallory'));

  assert.equal(forgeries.length, 8);
  for (const [trick, xml] of forgeries) {
    assert.ok(xml.includes('mallory'), trick);
    assert.ok(hasSoundSignature(xml), trick);
    assert.deepEqual(read(xml), { refused: 'wrapped' }, trick);
  }
});

test('A signature that covers another element than its parent, or is not the only one, is refused', () => {
  const pointingElsewhere = honest.replace('URI="#_assertion"', 'URI="#_response"');
  const pointingToAll = honest.replace('URI="#_assertion"', 'URI=""');
  const namedTwice = honest.replace('ID="_response"', 'ID="_assertion"');
  const namedAlike = honest.replace('<samlp:Status>', '<samlp:Status Id="_assertion">');
  const twice = honest.replace(/<ds:Signature .*<\/ds:Signature>/s, '$&$&');
  const object = honest.replace('</ds:Signature>', '<ds:Object/></ds:Signature>');
  const reference = /<ds:Reference .*<\/ds:Reference>/s;

  for (const xml of [pointingElsewhere, pointingToAll, namedTwice, namedAlike, twice, object]) {
    assertRefused(xml, 'wrapped');
  }
  assertRefused(honest.replace(reference, ''), 'bad-signature');
  assertRefused(honest.replace(reference, '$&$&'), 'malformed');
});

test('SHA-1 is refused, both as signature and as digest', () => {
  const plain = responseXml(honestSpec, assertionXml(honestSpec));
  const sha256 = {
    signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
  };

  for (const methods of [sha1, { ...sha256, digest: sha1.digest }, { ...sha256, signature: sha1.signature }]) {
    const xml = signedXml(plain, honestSpec.id, keys, methods);
    assert.ok(hasSoundSignature(xml));
    assertRefused(xml, 'weak-signature');
  }
  const asWhole = signedXml(honest, honestSpec.responseId, keys, sha1);
  assertRefused(asWhole, 'weak-signature');
});

test('Transforms and canonicalizations other than the standard ones are refused', () => {
  const commented = honest.replaceAll('xml-exc-c14n#"', 'xml-exc-c14n#WithComments"');
  const inclusive = honest.replace(
    /(CanonicalizationMethod Algorithm=")[^"]*/,
    '$1http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  );
  const transform = '<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"/>';

  assertRefused(commented, 'weak-signature');
  assertRefused(inclusive, 'weak-signature');
  assertRefused(honest.replace('</ds:Transforms>', `${transform}$&`), 'weak-signature');
});

test('A response outside of its validity period is refused; clocks may differ by a minute', () => {
  const { notBefore, notOnOrAfter } = honestSpec;

  assertRefused(honest, 'not-yet-valid', { now: notBefore - clockSkew - 1 });
  assert.ok(readAssertionOf(honest, { now: notBefore - clockSkew }));
  assert.ok(readAssertionOf(honest, { now: notOnOrAfter + clockSkew - 1 }));
  assertRefused(honest, 'expired', { now: notOnOrAfter + clockSkew });
});

test('The validity periods of both the confirmation and the conditions are checked', () => {
  const confirmedTo = (time: string) =>
    signedXml(
      responseXml(
        honestSpec,
        assertionXml(honestSpec).replace(/(Recipient="[^"]*") NotOnOrAfter="[^"]*"/, `$1 ${time}`),
      ),
      honestSpec.id,
      keys,
    );

  assertRefused(confirmedTo('NotOnOrAfter="2026-01-15T11:58:00Z"'), 'expired');
  assertRefused(confirmedTo(''), 'expired');
  assertRefused(confirmedTo('NotOnOrAfter="tomorrow"'), 'malformed');
  assertRefused(confirmedTo('NotOnOrAfter="2026-01-15T12:05:00+02:00"'), 'malformed');
  assert.ok(readAssertionOf(confirmedTo('NotOnOrAfter="2026-01-15T12:05:00Z"')));
});

test('A response for another service is refused', () => {
  const elsewhere = 'https://other.example.com/users/saml/auth';
  const without = (part: RegExp) =>
    signedXml(responseXml(honestSpec, assertionXml(honestSpec).replace(part, '')), honestSpec.id, keys);

  assertRefused(saying({ audience: 'https://other.example.com' }), 'wrong-audience');
  assertRefused(without(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/), 'wrong-audience');
  assertRefused(without(/<saml:Conditions.*<\/saml:Conditions>/), 'wrong-audience');
  const withoutDestination = honest.replace(/ Destination="[^"]*"/, '');
  assertRefused(saying({ destination: elsewhere }), 'wrong-destination');
  assert.equal(readAssertionOf(withoutDestination).nameId, 'alice@example.com');
  assertRefused(signedXml(withoutDestination, honestSpec.responseId, keys), 'wrong-destination');
  assertRefused(saying({ recipient: elsewhere }), 'wrong-destination');
  assertRefused(without(/ Recipient="[^"]*"/), 'wrong-destination');
});

test('A response of another provider is refused, even with the correct key', () => {
  const respelt = honest.replace('>https://idp.example.com<', '>https://evil.example.com<');

  assertRefused(saying({ issuer: 'https://evil.example.com' }), 'wrong-issuer');
  assertRefused(saying({ issuer: '' }), 'wrong-issuer');
  assertRefused(respelt, 'wrong-issuer');
});

test('A response without a request is refused', () => {
  const without = (part: RegExp) =>
    signedXml(responseXml(honestSpec, assertionXml(honestSpec).replace(part, '')), honestSpec.id, keys);

  assertRefused(saying({ inResponseTo: '' }), 'unsolicited');
  assertRefused(without(/ InResponseTo="[^"]*"/), 'unsolicited');
  assertRefused(without(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/), 'unsolicited');
  assertRefused(without(/<saml:SubjectConfirmationData [^>]*>/), 'unsolicited');
  assertRefused(honest.replace('InResponseTo="_request"', 'InResponseTo="_another"'), 'unsolicited');
  assertRefused(honest.replace(/ InResponseTo="[^"]*"/, ''), 'unsolicited');
});

test('A comment or processing instruction within a value is refused, and never truncates the value', () => {
  const tricks = {
    '<!---->': 'comment',
    '<!-- x -->': 'comment',
    '<?x?>': 'processing-instruction',
    '<?xml version="1.0"?>': 'processing-instruction',
    '<![CDATA[x': 'malformed',
    '<![CDATA[]]>': 'bad-signature',
    '<![CDATA[<!-- x -->]]>': 'bad-signature',
  };

  for (const [trick, reason] of Object.entries(tricks)) {
    assertRefused(honest.replace('>alice@example.com<', `>alice@example.com${trick}.evil.example.com<`), reason);
  }
  // Canonicalization removes comments, so the signature is valid with and without them.
  const signedWithComment = saying({ nameId: 'alice@example.com<!---->.evil.example.com' });
  assert.ok(hasSoundSignature(signedWithComment));
  assertRefused(signedWithComment, 'comment');
  assertRefused(saying({ attributes: { Username: ['ali<!-- x -->ce'] } }), 'comment');
});

test('Of several confirmations, the one for this service is used, and two for it are refused', () => {
  const confirmation = /<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/;
  const withAnother = (recipient: string) =>
    signedXml(
      responseXml(
        honestSpec,
        assertionXml(honestSpec).replace(confirmation, (own) => own.replace(honestSpec.recipient, recipient) + own),
      ),
      honestSpec.id,
      keys,
    );

  assert.equal(readAssertionOf(withAnother('https://other.example.com/acs')).inResponseTo, '_request');
  assertRefused(withAnother(honestSpec.recipient), 'several-confirmations');
});

test('A value with mixed elements is ignored, the text of a single element is read, and escapes are decoded', () => {
  const odd = 'o&apos;neil &amp; &lt;sons&gt; &#252;';

  assertRefused(saying({ nameId: 'alice@example.com<b/>.evil.example.com' }), 'malformed');
  const values = ['ali<b>c</b>e', '<b><c>d</c></b>', '<name>devs</name>', '<![CDATA[a <&>]]> b', 'plain'];
  const { attributes } = readAssertionOf(saying({ attributes: { Mixed: values, Plain: ['x'] } }));
  assert.deepEqual(attributes.values.get('Mixed'), ['devs', 'a <&> b', 'plain']);
  assert.deepEqual([...attributes.unreadable], ['Mixed']);
  assert.deepEqual(readAssertionOf(saying({ attributes: { Name: [odd] } })).attributes.values.get('Name'), [
    "o'neil & <sons> ü",
  ]);
});

test('A document type declaration is refused before parsing, whatever it declares', () => {
  const billion =
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;">]>';

  for (const type of ['<!DOCTYPE x>', '<!doctype x>', '<!DOCTYPE x SYSTEM "file:///etc/passwd">', billion]) {
    assertRefused(`${type}${honest}`, 'doctype');
    assertRefused(`<?xml version="1.0"?>${type}${honest}`, 'doctype');
  }
  assertRefused(honest.replace('alice@example.com', '&c;'), 'malformed');
});

test('A megabyte of nested elements is refused immediately, and so is a slightly too deep nesting', () => {
  const nested = (levels: number): string =>
    honest.replace('<samlp:Status>', `${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}$&`);

  assertRefused(nested(150_000), 'too-large');
  assert.deepEqual(readPosted(posted(nested(150_000))), { refused: 'too-large' });
  assertRefused(nested(30_000), 'too-deep');
  assertRefused(`<a b='"'>`.repeat(20_000), 'too-deep');
  assertRefused('<a '.repeat(80_000), 'malformed');
  assertRefused('<a b="'.repeat(40_000), 'malformed');
  assertRefused(`<${'"'.repeat(200_000)}`, 'malformed');
  assertRefused(`<a>${'&lt;'.repeat(60_000)}`, 'malformed');
  assert.ok(readAssertionOf(nested(20)));
});

test('Anything but a response is refused', () => {
  const bytes = Buffer.concat([Buffer.from(honest), Buffer.from([0xff])]);

  for (const text of [
    '',
    'hello',
    '<a',
    '<a></b>',
    '<a/><b/>',
    '<a b="1" b="2"/>',
    '<a b=c/>',
    '<a/>',
    assertionXml(honestSpec),
  ]) {
    assertRefused(text, 'malformed');
  }
  assertRefused(`<?xml version="1.0" encoding="UTF-16"?>${honest}`, 'malformed');
  assert.ok(readAssertionOf(`<?xml version="1.0" encoding="utf-8"?>\n${honest}`));
  for (const field of ['', '%%%', 'YQ', posted(honest).slice(1), bytes.toString('base64')]) {
    assert.deepEqual(readPosted(field), { refused: 'malformed' }, field.slice(0, 8));
  }
});

test('A response without a readable assertion is refused with the reason', () => {
  const failed = honest.replace('status:Success', 'status:Responder');
  const encrypted = responseXml(honestSpec, '<saml:EncryptedAssertion/>');

  assertRefused(failed, 'sign-in-failed');
  assertRefused(honest.replace(/<samlp:Status>.*<\/samlp:Status>/, ''), 'sign-in-failed');
  assertRefused(responseXml(honestSpec, ''), 'no-assertion');
  assertRefused(encrypted, 'encrypted');
});

test('An altered response is refused, or its signed content is read', () => {
  const assertion = readAssertionOf(honest);
  const fragment = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom(
      '<',
      '>',
      '"',
      '&amp;',
      'mallory',
      '<saml:NameID>mallory</saml:NameID>',
      '</saml:Assertion>',
      ' ID="_assertion"',
    ),
    fc.tuple(fc.nat(honest.length), fc.nat(400)).map(([start, length]) => honest.slice(start, start + length)),
  );
  const edit = fc.record({ start: fc.nat(honest.length), removed: fc.nat(60), added: fragment });

  fc.assert(
    fc.property(edit, ({ start, removed, added }) => {
      const reading = read(honest.slice(0, start) + added + honest.slice(start + removed));
      if ('assertion' in reading) assert.deepEqual(reading.assertion, assertion);
    }),
    { numRuns: 200 },
  );
});

test('A NameID that is missing, too long or transient is refused', () => {
  const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

  assertRefused(saying({ nameId: '' }), 'no-name-id');
  assertRefused(saying({ nameId: '  ' }), 'no-name-id');
  assertRefused(saying({ nameIdFormat: transient }), 'transient-name-id');
});
