// Tests that every forged sign-in is refused with its own error code.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { answerJson, type Forgery, now, openForgingProvider } from '../../../test/support/openid/forging-provider.ts';
import { authorized, clientFor, type ResponseChange, refusalOf, signIn } from '../../../test/support/openid/sign-in.ts';
import { newSigner, signedByPublicKey, unsigned } from '../../../test/support/openid/signer.ts';
import type { OpenIdErrorCode } from './error.ts';

const provider = await openForgingProvider();
const stranger = await newSigner('first');
after(() => provider[Symbol.asyncDispose]());
const { issuer } = provider;

interface Row {
  readonly refused: OpenIdErrorCode;
  readonly forgery?: Forgery;
  readonly change?: ResponseChange;
}

const metadata = (refused: OpenIdErrorCode, changes: object): Row => ({ refused, forgery: { metadata: changes } });
const claims = (refused: OpenIdErrorCode, changes: object): Row => ({ refused, forgery: { claims: { ...changes } } });
const idToken = (refused: OpenIdErrorCode, token: NonNullable<Forgery['idToken']>): Row => ({
  refused,
  forgery: { idToken: token },
});
const changed = (refused: OpenIdErrorCode, change: (parameters: URLSearchParams) => void): Row => ({
  refused,
  change: ({ parameters }) => {
    change(parameters);
    return {};
  },
});
const answer = (refused: OpenIdErrorCode, path: string, status: number, content: object | string): Row => ({
  refused,
  forgery: {
    answers: {
      [path]: (response) => {
        if (typeof content === 'object') return answerJson(response, status, content);
        response.writeHead(status, { 'content-type': 'text/html', location: content }).end(content);
      },
    },
  },
});

const large = { padding: 'x'.repeat(262_144) };
const configuration = '/.well-known/openid-configuration';

const rows: Readonly<Record<string, Row>> = {
  'Metadata of another issuer': metadata('wrong-issuer', { issuer: 'https://evil.example.com' }),
  'Metadata of an issuer with an additional slash': metadata('wrong-issuer', { issuer: `${issuer}/` }),
  'Metadata of an issuer with a similar character': metadata('wrong-issuer', { issuer: issuer.replace('1', '\uff11') }),
  'Metadata whose issuer is not a URL': metadata('malformed-answer', { issuer: 'corp' }),
  'Metadata without a token endpoint': metadata('incomplete-metadata', { token_endpoint: undefined }),
  'Metadata with a number as an endpoint': metadata('malformed-answer', { userinfo_endpoint: 7 }),
  'An endpoint without TLS': metadata('insecure-address', { authorization_endpoint: 'http://idp.example.com/' }),
  'A URL of keys in a private network': metadata('private-address', { jwks_uri: 'https://10.0.0.1/keys' }),
  'A token endpoint at the metadata service of a cloud': metadata('private-address', {
    token_endpoint: 'https://169.254.169.254/token',
  }),
  'A token endpoint on this machine, at a port that is not listed': metadata('insecure-address', {
    token_endpoint: 'http://127.0.0.1:9/token',
  }),
  'A provider without PKCE': metadata('pkce-unsupported', { code_challenge_methods_supported: ['plain'] }),
  'A provider that signs with secrets only': metadata('weak-algorithm', {
    id_token_signing_alg_values_supported: ['HS256', 'none'],
  }),
  'A provider that accepts no client secret': metadata('client-authentication-unsupported', {
    token_endpoint_auth_methods_supported: ['private_key_jwt'],
  }),
  'A redirect of the metadata to a private address': answer('redirected', configuration, 302, 'http://10.0.0.1/'),
  'A redirect of the token request to a private address': answer('redirected', '/token', 307, 'http://10.0.0.1/'),
  'Metadata that is too large': answer('answer-too-large', configuration, 200, large),
  'A token response that is too large': answer('answer-too-large', '/token', 200, large),
  'Keys that are too large': answer('answer-too-large', '/keys', 200, large),
  'A userinfo response that is too large': answer('answer-too-large', '/userinfo', 200, large),
  'HTML instead of metadata': answer('not-json', configuration, 200, '<html>'),
  'HTML instead of a token response': answer('not-json', '/token', 200, '<html>'),
  'HTML instead of a userinfo response': answer('not-json', '/userinfo', 200, '<html>'),
  'An error status instead of metadata': answer('provider-failed', configuration, 404, '<html>'),
  'An error status instead of a token response': answer('provider-failed', '/token', 502, '<html>'),
  'An error status instead of keys': answer('provider-failed', '/keys', 403, {}),
  'Keys that are not a list': answer('malformed-answer', '/keys', 200, { keys: 'none' }),

  'A state of another browser': { refused: 'wrong-state', change: () => ({ state: 'that of another browser' }) },
  'A response without a state': changed('wrong-state', (parameters) => parameters.delete('state')),
  'A response without an issuer': changed('issuer-parameter-missing', (parameters) => parameters.delete('iss')),
  'A response of another issuer': changed('wrong-issuer-parameter', (parameters) =>
    parameters.set('iss', 'https://idp.example.com'),
  ),
  'A response of an issuer with an additional slash': changed('wrong-issuer-parameter', (parameters) =>
    parameters.set('iss', `${issuer}/`),
  ),
  'A response with two codes': changed('malformed-callback', (parameters) => parameters.append('code', 'another')),
  'A response with two states': changed('malformed-callback', (parameters) => parameters.append('state', 'another')),
  'A response without a code': changed('malformed-callback', (parameters) => parameters.delete('code')),
  'A sign-in that the user denies': changed('denied', (parameters) => {
    parameters.delete('code');
    parameters.set('error', 'access_denied');
  }),
  'An error in the response': changed('provider-error', (parameters) => {
    parameters.delete('code');
    parameters.set('error', 'temporarily_unavailable');
  }),
  'A code that nobody issued': changed('code-refused', (parameters) => parameters.set('code', 'guessed')),
  'A code with the verifier of another browser': {
    refused: 'code-refused',
    change: () => ({ codeVerifier: 'x'.repeat(43) }),
  },
  'An unknown error code from the token endpoint': answer('token-refused', '/token', 400, { error: 'slow_down' }),
  'An error code from the token endpoint with status 200': answer('code-refused', '/token', 200, {
    error: 'bad_verification_code',
  }),
  'A wrong client secret': answer('client-refused', '/token', 401, { error: 'invalid_client' }),

  'A token response without an ID token': { refused: 'no-id-token', forgery: { idToken: () => undefined } },
  'An encrypted ID token': idToken('encrypted', () => 'eyJhbGciOiJSU0EtT0FFUCJ9.a.b.c.d'),
  'An ID token that is not a JSON Web Token': idToken('malformed-token', () => 'token'),
  'An access token instead of an ID token': { refused: 'malformed-token', forgery: { header: { typ: 'at+jwt' } } },
  'A critical extension in the header': idToken('malformed-token', (all, signer) =>
    signer.sign(all, { crit: ['b64'], b64: true }),
  ),
  'An ID token with the algorithm none': idToken('weak-algorithm', (all) => unsigned(all)),
  'An ID token signed by HS256 with the public key': idToken('weak-algorithm', signedByPublicKey),
  'An ID token signed by another provider with the correct key ID': idToken('bad-signature', (all) =>
    stranger.sign(all),
  ),
  'An ID token signed by another provider': idToken('unknown-key', (all) => stranger.sign(all, { kid: 'other' })),
  'An ID token of another issuer': claims('wrong-issuer', { iss: 'https://idp.example.com' }),
  'An ID token of an issuer with an additional slash': claims('wrong-issuer', { iss: `${issuer}/` }),
  'An ID token for another client': claims('wrong-audience', { aud: 'another' }),
  'An ID token for several clients': claims('wrong-audience', { aud: ['tipstaff', 'another'] }),
  'An ID token for several clients that another one requested': claims('wrong-audience', {
    aud: ['tipstaff', 'another'],
    azp: 'another',
  }),
  'An ID token that another client requested': claims('wrong-audience', { azp: 'another' }),
  'An ID token without an audience': claims('malformed-token', { aud: undefined }),
  'An ID token without a nonce': claims('nonce-missing', { nonce: undefined }),
  'An ID token with the nonce of another request': claims('wrong-nonce', { nonce: 'another' }),
  'A nonce of another browser': { refused: 'wrong-nonce', change: () => ({ nonce: 'that of another browser' }) },
  'An ID token that has expired': claims('expired', { iat: now() - 400, exp: now() - 61 }),
  'An ID token from two days ago that has not expired': claims('expired', { iat: now() - 172_800 }),
  'An ID token without an expiry': claims('malformed-token', { exp: undefined }),
  'An ID token without an issue time': claims('malformed-token', { iat: undefined }),
  'An ID token that was issued in the future': claims('issued-in-future', { iat: now() + 120 }),
  'An ID token that is not valid yet': claims('not-yet-valid', { nbf: now() + 120 }),
  'An ID token with the hash of another access token': claims('wrong-access-token', {
    at_hash: 'AAAAAAAAAAAAAAAAAAAAAA',
  }),
  'An ID token without a subject': claims('malformed-token', { sub: undefined }),
  'An ID token with an empty subject': claims('no-subject', { sub: '' }),
  'An ID token with a long subject': claims('no-subject', { sub: 'x'.repeat(256) }),
  'An ID token that is too long': claims('too-large', { groups: ['x'.repeat(65_536)] }),

  'Another subject at the userinfo endpoint': { refused: 'subject-changed', forgery: { userInfo: { sub: 'mallory' } } },
  'No subject at the userinfo endpoint': { refused: 'malformed-answer', forgery: { userInfo: { sub: undefined } } },
  'A userinfo endpoint that refuses the token': {
    refused: 'userinfo-refused',
    forgery: {
      answers: {
        '/userinfo': (response) =>
          void response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' }).end(),
      },
    },
  },
};

for (const [name, { refused, forgery = {}, change }] of Object.entries(rows)) {
  test(`${name} is refused: ${refused}`, async () => {
    provider.forge(forgery);

    const code = await refusalOf(() => signIn(provider, clientFor([issuer]), change));

    assert.equal(code, refused);
  });
}

test('A code that is used twice is refused', async () => {
  provider.forge({});
  const client = clientFor([issuer]);

  const code = await refusalOf(() =>
    signIn(provider, client, async (response) => {
      await client.finish(provider.settings, response);
      return {};
    }),
  );

  assert.equal(code, 'code-refused');
});

test('An ID token of another tenant than the settings name is refused', async () => {
  const tenant = '72f988bf-86f1-41af-91ab-2d7cd011db47';
  const settings = { ...provider.settings, tenant };
  const client = clientFor([issuer]);
  const codeOf = async (tid: string | undefined) => {
    provider.forge({ claims: { tid } });
    return refusalOf(async () => client.finish(settings, await authorized(provider, client, settings)));
  };

  const codes = [await codeOf(tenant.toUpperCase()), await codeOf(tenant.replace('7', '8')), await codeOf(undefined)];

  assert.deepEqual(codes, [undefined, 'wrong-tenant', 'wrong-tenant']);
});

test('A response of one provider is refused if it is sent to another one', async () => {
  await using other = await openForgingProvider();
  provider.forge({});
  const client = clientFor([issuer, other.issuer]);

  const code = await refusalOf(() =>
    signIn(provider, client, async (response) => {
      await client.finish(other.settings, response);
      return {};
    }),
  );

  assert.equal(code, 'wrong-issuer-parameter');
});

test('Clocks may differ by a minute', async () => {
  const times = { iat: now() + 50, nbf: now() + 50, exp: now() - 50 };
  provider.forge({ claims: times });

  const { subject } = await signIn(provider, clientFor([issuer]));

  assert.equal(subject, 'alice');
});
