// Tests of provider requests to end sessions.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { movableClock } from '../../../test/support/openid/clock.ts';
import { type Changes, logoutEvent, now, openForgingProvider } from '../../../test/support/openid/forging-provider.ts';
import { clientFor, refusalOf } from '../../../test/support/openid/sign-in.ts';
import { newSigner, signedByPublicKey, unsigned } from '../../../test/support/openid/signer.ts';
import type { OpenIdErrorCode } from './error.ts';

const provider = await openForgingProvider();
const stranger = await newSigner('first');
const client = clientFor([provider.issuer]);
after(() => provider[Symbol.asyncDispose]());

const verify = (token: string) => client.verifyLogout(provider.settings, token);

test('A logout token contains the subject, the session and its own identifier', async () => {
  const token = await provider.logoutToken({ sid: 'session-1', jti: 'token-1', iat: now() });

  const { issuedAt, expiresAt, ...logout } = await verify(token);

  assert.deepEqual(logout, { issuer: provider.issuer, subject: 'alice', sessionId: 'session-1', id: 'token-1' });
  assert.equal(expiresAt - issuedAt, 661_000);
});

test('A repeated logout token has the same identifier, and has expired when the identifier can be forgotten', async () => {
  const token = await provider.logoutToken({ exp: now() + 86_400 });
  const clock = movableClock();
  const own = clientFor([provider.issuer], clock);

  const [first, second] = [
    await own.verifyLogout(provider.settings, token),
    await own.verifyLogout(provider.settings, token),
  ];
  clock.advance(first.expiresAt - clock.now());
  const later = await refusalOf(() => own.verifyLogout(provider.settings, token));

  assert.equal(first.id, second.id);
  assert.equal(later, 'expired');
});

const taken: Readonly<Record<string, [Changes, object]>> = {
  'for one session': [{ sub: undefined, sid: 'session-1' }, { typ: 'logout+jwt' }],
  'for all sessions of a user': [{ sid: undefined }, { typ: 'logout+jwt' }],
  'without a type': [{}, {}],
  'with the type of older providers': [{}, { typ: 'JWT' }],
  'without an expiry': [{ exp: undefined }, { typ: 'logout+jwt' }],
};

for (const [name, [claims, header]] of Object.entries(taken)) {
  test(`A logout token ${name} is accepted`, async () => {
    const code = await refusalOf(async () => verify(await provider.logoutToken(claims, header)));

    assert.equal(code, undefined);
  });
}

const claims: Readonly<Record<string, [OpenIdErrorCode, Changes]>> = {
  'with a nonce': ['logout-nonce', { nonce: 'the-nonce' }],
  'for a different client': ['wrong-audience', { aud: 'another' }],
  'from another issuer': ['wrong-issuer', { iss: 'https://idp.example.com' }],
  'without an event': ['not-a-logout-token', { events: undefined }],
  'for another event': ['not-a-logout-token', { events: { 'https://example.com/event': {} } }],
  'whose event is not an object': ['not-a-logout-token', { events: { [logoutEvent]: 1 } }],
  'without session and subject': ['not-a-logout-token', { sub: undefined }],
  'without an identifier': ['not-a-logout-token', { jti: undefined }],
  'that has expired': ['expired', { iat: now() - 200, exp: now() - 61 }],
  'that was issued too long ago, even if it has not expired': ['expired', { iat: now() - 661, exp: now() + 3_600 }],
  'that was issued in the future': ['issued-in-future', { iat: now() + 120 }],
  'without an issue time': ['malformed-token', { iat: undefined }],
  'with an invalid session identifier': ['malformed-token', { sid: 'a\0' }],
};

for (const [name, [refused, changes]] of Object.entries(claims)) {
  test(`A logout token ${name} is refused: ${refused}`, async () => {
    const code = await refusalOf(async () => verify(await provider.logoutToken(changes)));

    assert.equal(code, refused);
  });
}

const honest = () => ({ iss: provider.issuer, aud: 'tipstaff', iat: now(), sub: 'alice', jti: 'x' });
const forged: Readonly<Record<string, [OpenIdErrorCode, () => Promise<string> | string]>> = {
  'without a signature': ['weak-algorithm', () => unsigned(honest())],
  'signed with the public key as a secret': ['weak-algorithm', () => signedByPublicKey(honest(), provider.signer)],
  'signed by another provider': ['bad-signature', () => stranger.sign(honest())],
  'that is an access token': ['malformed-token', () => provider.logoutToken({}, { typ: 'at+jwt' })],
  'that is encrypted': ['encrypted', () => 'a.b.c.d.e'],
  'that is not a JSON Web Token': ['malformed-token', () => 'token'],
  'that is too long': ['too-large', () => 'x'.repeat(65_537)],
};

for (const [name, [refused, token]] of Object.entries(forged)) {
  test(`A logout token ${name} is refused: ${refused}`, async () => {
    const code = await refusalOf(async () => verify(await token()));

    assert.equal(code, refused);
  });
}
