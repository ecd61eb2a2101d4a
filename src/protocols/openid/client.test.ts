// Tests of provider features, unreachable providers and changed provider keys.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movableClock } from '../../../test/support/openid/clock.ts';
import { answerJson, openForgingProvider } from '../../../test/support/openid/forging-provider.ts';
import { authorized, clientFor, redirectUri, refusalOf, signIn } from '../../../test/support/openid/sign-in.ts';
import { newSigner } from '../../../test/support/openid/signer.ts';

const hour = 3_600_000;
const configuration = '/.well-known/openid-configuration';
const numberOf = (paths: readonly string[], wanted: string): number => paths.filter((path) => path === wanted).length;

test('A sign-in returns the user, and claims of the ID token take precedence over those of the userinfo endpoint', async () => {
  await using provider = await openForgingProvider();
  provider.forge({ claims: { sid: 'session-1' }, userInfo: { email: 'other@example.com', nickname: 'al' } });

  const { claims, idToken, issuedAt, expiresAt, ...person } = await signIn(provider, clientFor([provider.issuer]));

  assert.deepEqual(person, {
    issuer: provider.issuer,
    subject: 'alice',
    sessionId: 'session-1',
    authenticatedAt: undefined,
  });
  assert.equal(claims.email, 'alice@example.com');
  assert.equal(claims.nickname, 'al');
  assert.equal(idToken?.split('.').length, 3);
  assert.equal((expiresAt ?? 0) - issuedAt, 300_000);
});

test('An authorization request uses PKCE with S256, and all parameters that bind the response to the browser', async () => {
  await using provider = await openForgingProvider();
  const secrets = { state: 'the-state', nonce: 'the-nonce', codeChallenge: 'the-challenge', prompt: 'login' };

  const address = await clientFor([provider.issuer]).authorizationUrl(provider.settings, { ...secrets, redirectUri });

  assert.deepEqual(Object.fromEntries(new URL(address).searchParams), {
    client_id: 'tipstaff',
    code_challenge: 'the-challenge',
    code_challenge_method: 'S256',
    nonce: 'the-nonce',
    prompt: 'login',
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email',
    state: 'the-state',
  });
});

test('Keys can be rotated while users sign in', async () => {
  await using provider = await openForgingProvider();
  const clock = movableClock();
  const client = clientFor([provider.issuer], clock);
  await signIn(provider, client);
  clock.advance(31_000);
  await provider.rotate('second');

  const people = await Promise.all(Array.from({ length: 20 }, () => signIn(provider, client)));

  assert.equal(people.length, 20);
  assert.equal(numberOf(provider.paths, '/keys'), 2);
  assert.equal(numberOf(provider.paths, configuration), 1);
});

test('For tokens with unknown keys, the keys are fetched at most once in half a minute', async () => {
  await using provider = await openForgingProvider();
  const clock = movableClock();
  const client = clientFor([provider.issuer], clock);
  const stranger = await newSigner('stranger');
  const forged = async () =>
    stranger.sign({ iss: provider.issuer, aud: 'tipstaff', iat: Math.floor(Date.now() / 1_000) });
  await signIn(provider, client);
  clock.advance(31_000);

  const codes = [];
  for (let round = 0; round < 5; round += 1) {
    codes.push(await refusalOf(async () => client.verifyLogout(provider.settings, await forged())));
  }

  assert.deepEqual(new Set(codes), new Set(['unknown-key']));
  assert.equal(numberOf(provider.paths, '/keys'), 2);
});

test('A withdrawn key is refused after ten minutes', async () => {
  await using provider = await openForgingProvider();
  const clock = movableClock();
  const client = clientFor([provider.issuer], clock);
  const former = provider.signer;
  await signIn(provider, client);
  await provider.rotate('second');
  provider.forge({ idToken: (claims) => former.sign({ ...claims, exp: (claims.exp ?? 0) + 3_600 }) });

  const before = await refusalOf(() => signIn(provider, client));
  clock.advance(600_001);
  const later = await refusalOf(() => signIn(provider, client));

  assert.deepEqual([before, later], [undefined, 'unknown-key']);
});

test('A provider that was unreachable for an hour is used again as soon as it is reachable', async () => {
  const clock = movableClock();
  await using provider = await openForgingProvider(clock);
  const client = clientFor([provider.issuer], clock);
  await signIn(provider, client);
  const away = (response: { readonly destroy: () => void }) => response.destroy();
  provider.forge({ answers: { [configuration]: away, '/keys': away, '/token': away } });
  clock.advance(hour + 1);

  const whileAway = await refusalOf(() => signIn(provider, client));
  provider.forge({});
  const back = await refusalOf(() => signIn(provider, client));

  assert.deepEqual([whileAway, back], ['unreachable', undefined]);
});

test('A provider that was never reachable is tried once in half a minute, however many users sign in', async () => {
  await using provider = await openForgingProvider();
  const clock = movableClock();
  const client = clientFor([provider.issuer], clock);
  provider.forge({ answers: { [configuration]: (response) => answerJson(response, 503, {}) } });

  const together = Array.from({ length: 10 }, () => refusalOf(() => authorized(provider, client)));
  const codes = [...(await Promise.all(together)), await refusalOf(() => authorized(provider, client))];
  const triedBefore = numberOf(provider.paths, configuration);
  provider.forge({});
  clock.advance(30_000);
  const later = await refusalOf(() => authorized(provider, client));

  assert.deepEqual(new Set(codes), new Set(['provider-failed']));
  assert.equal(triedBefore, 1);
  assert.equal(later, undefined);
});

test('Users with the same subject at several providers are kept apart', async () => {
  await using one = await openForgingProvider();
  await using other = await openForgingProvider();
  const client = clientFor([one.issuer, other.issuer]);

  const people = await Promise.all([signIn(one, client), signIn(other, client)]);

  assert.deepEqual(
    people.map(({ issuer, subject }) => [issuer, subject]),
    [
      [one.issuer, 'alice'],
      [other.issuer, 'alice'],
    ],
  );
});

test('Sign-out at the provider sends the ID token and the return URL', async () => {
  await using provider = await openForgingProvider();
  const client = clientFor([provider.issuer]);
  const request = { idToken: 'the-token', returnUri: 'https://tipstaff.example.com/', state: 'the-state' };

  const address = await client.logoutUrl(provider.settings, request);

  assert.equal(new URL(address ?? '').pathname, '/logout');
  assert.deepEqual(Object.fromEntries(new URL(address ?? '').searchParams), {
    client_id: 'tipstaff',
    id_token_hint: 'the-token',
    post_logout_redirect_uri: 'https://tipstaff.example.com/',
    state: 'the-state',
  });
});

test('A provider without sign-out support has no sign-out URL', async () => {
  await using provider = await openForgingProvider();
  provider.forge({ metadata: { end_session_endpoint: undefined } });
  const request = { idToken: 'the-token', returnUri: 'https://tipstaff.example.com/', state: 'the-state' };

  const address = await clientFor([provider.issuer]).logoutUrl(provider.settings, request);

  assert.equal(address, undefined);
});
