// Tests of the keys with which this service authenticates at providers.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { test } from 'node:test';
import { decodeProtectedHeader } from 'jose';
import { refusalOf } from '../../../test/support/openid/sign-in.ts';
import { newKeyPair } from '../../../test/support/saml/certificate.ts';
import { clientAuthentication, isClientKey } from './credential.ts';

const server = { issuer: 'https://idp.example.com', token_endpoint_auth_methods_supported: ['private_key_jwt'] };
const curve = generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey;
const small = generateKeyPairSync('rsa', { modulusLength: 1_024 }).privateKey;
const pem = { type: 'pkcs8', format: 'pem' } as const;

const authenticationWith = (privateKey: string) => {
  const provider = { kind: 'openid', issuer: server.issuer, clientId: 'tipstaff', scopes: ['openid'] } as const;
  return clientAuthentication({ ...provider, credential: { privateKey } }, server);
};

const headerWith = async (privateKey: string) => {
  const body = new URLSearchParams();
  const authenticate = await authenticationWith(privateKey);
  await authenticate(server, { client_id: 'tipstaff' }, body, new Headers());
  return decodeProtectedHeader(body.get('client_assertion') ?? '');
};

test('The algorithm depends on the type of the key, which is identified by its kid or its certificate', async () => {
  const pair = newKeyPair();
  const jwk = JSON.stringify({ ...curve.export({ format: 'jwk' }), kid: 'the-key' });

  const headers = [await headerWith(`${pair.privateKey}\n${pair.certificate}`), await headerWith(jwk)];

  assert.equal(headers[0]?.alg, 'RS256');
  assert.match(String(headers[0]?.['x5t#S256']), /^[\w-]{43}$/);
  assert.deepEqual([headers[1]?.alg, headers[1]?.kid], ['ES384', 'the-key']);
});

test('A key that cannot sign for this service is refused', async () => {
  for (const text of [
    '',
    'text',
    '{}',
    '{"kty":"oct","k":"AAAA"}',
    newKeyPair().certificate,
    String(small.export(pem)),
  ]) {
    assert.equal(isClientKey(text), false, text);
    assert.equal(await refusalOf(() => authenticationWith(text)), 'credential-unreadable', text);
  }
  assert.equal(isClientKey(String(curve.export(pem))), true);
});
