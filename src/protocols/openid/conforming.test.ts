// Tests of sign-in and sign-out with a certified OpenID Connect provider implementation.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openConformingProvider, returnUri } from '../../../test/support/openid/conforming-provider.ts';
import { clientFor, redirectUri, refusalOf } from '../../../test/support/openid/sign-in.ts';
import { newSignInSecrets } from './authorization.ts';
import { readClaims } from './claims.ts';
import type { OpenIdProvider } from './provider.ts';

const provider = await openConformingProvider();
const client = clientFor([provider.issuer]);
after(() => provider[Symbol.asyncDispose]());

const authorized = async (settings: OpenIdProvider) => {
  const secrets = await newSignInSecrets();
  const address = await client.authorizationUrl(settings, { ...secrets, redirectUri });
  return { ...secrets, redirectUri, parameters: (await provider.browse(address)).searchParams };
};

const names = { username: 'sub', email: 'email', groups: 'groups', siteAdmin: '', siteAdminValue: 'operators' };

for (const settings of Object.values(provider.settings)) {
  test(`Alice signs in through a client that has a ${Object.keys(settings.credential)}`, async () => {
    const signIn = await client.finish(settings, await authorized(settings));

    const { email, username, groups, isAdmin } = readClaims(signIn, names);

    assert.deepEqual([signIn.issuer, signIn.subject], [provider.issuer, 'alice']);
    assert.deepEqual([email, username, isAdmin], ['Alice@example.com', 'alice', true]);
    assert.deepEqual([...groups], ['developers', 'operators']);
  });
}

test('A code that is reused, or used with the verifier of another request, is refused', async () => {
  const { secret } = provider.settings;
  const [response, other] = [await authorized(secret), await authorized(secret)];
  await client.finish(secret, response);

  const again = await refusalOf(() => client.finish(secret, response));
  const mixed = await refusalOf(() => client.finish(secret, { ...other, codeVerifier: response.codeVerifier }));

  assert.deepEqual([again, mixed], ['code-refused', 'code-refused']);
});

test('Sign-out at the provider ends the session here with a logout token and returns to the service', async () => {
  const { secret } = provider.settings;
  const { idToken = '', sessionId } = await client.finish(secret, await authorized(secret));
  const address = await client.logoutUrl(secret, { idToken, returnUri, state: 'the-state' });

  const returned = await provider.signOut(address ?? '');
  const tokens = provider.logoutTokens.map((token) => client.verifyLogout(secret, token));
  const [logout] = (await Promise.allSettled(tokens)).flatMap((each) =>
    each.status === 'fulfilled' ? each.value : [],
  );

  assert.equal(returned.href, `${returnUri}?state=the-state`);
  assert.notEqual(sessionId, undefined);
  assert.deepEqual([logout?.subject, logout?.sessionId], ['alice', sessionId]);
});
