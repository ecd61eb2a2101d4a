// Authentication of this service at a provider's token endpoint.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { importJWK } from 'jose/key/import';
import {
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  modifyAssertion,
  PrivateKeyJwt,
  type ServerMetadata,
} from 'openid-client';
import { OpenIdError } from './error.ts';
import type { OpenIdProvider } from './provider.ts';

/**
 * Returns the client authentication for a provider's credential. Throws `OpenIdError` if the provider supports no
 * authentication method for the credential.
 */
export async function clientAuthentication(
  { credential }: OpenIdProvider,
  server: ServerMetadata,
): Promise<ClientAuth> {
  const announced: unknown = server.token_endpoint_auth_methods_supported;
  const methods: readonly unknown[] = Array.isArray(announced) ? announced : ['client_secret_basic'];
  if ('privateKey' in credential && methods.includes('private_key_jwt')) return privateKeyJwt(credential.privateKey);
  // `client_secret_post` is preferred, because all providers decode a secret in a form in the same way.
  if ('secret' in credential && methods.includes('client_secret_post')) return ClientSecretPost(credential.secret);
  if ('secret' in credential && methods.includes('client_secret_basic')) return ClientSecretBasic(credential.secret);
  throw new OpenIdError('client-authentication-unsupported');
}

/** Whether a text is a private key that can authenticate this service. */
export function isClientKey(text: string): boolean {
  try {
    return algorithmOf(readKey(text)) !== undefined;
  } catch {
    return false;
  }
}

async function privateKeyJwt(text: string): Promise<ClientAuth> {
  try {
    const key = readKey(text);
    const algorithm = algorithmOf(key);
    const imported = algorithm && (await importJWK(key.export({ format: 'jwk' }), algorithm));
    if (!(imported instanceof CryptoKey)) throw new OpenIdError('credential-unreadable');
    const named = namesOf(text);
    return PrivateKeyJwt(imported, { [modifyAssertion]: (header) => void Object.assign(header, named) });
  } catch (cause) {
    throw cause instanceof OpenIdError ? cause : new OpenIdError('credential-unreadable');
  }
}

const isJson = (text: string): boolean => text.trimStart().startsWith('{');

const readKey = (text: string): KeyObject =>
  isJson(text) ? createPrivateKey({ key: JSON.parse(text), format: 'jwk' }) : createPrivateKey(text);

const curves: Readonly<Record<string, string>> = { prime256v1: 'ES256', secp384r1: 'ES384', secp521r1: 'ES512' };

function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject): string | undefined {
  const { modulusLength = 0, namedCurve = '' } = asymmetricKeyDetails;
  if (asymmetricKeyType === 'rsa') return modulusLength >= 2_048 ? 'RS256' : undefined;
  return asymmetricKeyType === 'ed25519' ? 'EdDSA' : curves[namedCurve];
}

/**
 * Returns the JWT header members by which the provider finds the key: its `kid`, or the thumbprint of the certificate.
 */
function namesOf(text: string): Readonly<Record<string, string>> {
  if (isJson(text)) {
    const kid: unknown = Reflect.get(Object(JSON.parse(text)), 'kid');
    return typeof kid === 'string' ? { kid } : {};
  }
  const [certificate] = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/.exec(text) ?? [];
  if (certificate === undefined) return {};
  const thumbprint = new X509Certificate(certificate).fingerprint256.replaceAll(':', '');
  return { 'x5t#S256': Buffer.from(thumbprint, 'hex').toString('base64url') };
}
