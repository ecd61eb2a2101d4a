// Generates key pairs that sign workload identity tokens: RS256, 2048 bits, identified by their thumbprint.
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';

const generate = promisify(generateKeyPair);

const bits = 2_048;

/** Algorithm that signs all tokens. */
export const algorithm = 'RS256';

/** A key pair that is not stored yet. */
export interface NewKey {
  /** Thumbprint of the public key (RFC 7638). */
  readonly kid: string;
  /** Public members of the JSON Web Key, as JSON (RFC 7517). */
  readonly publicKey: string;
  /** Private key in PKCS #8 format, encoded as PEM. */
  readonly privateKey: string;
}

/** Generates a key pair without blocking the thread that serves requests. */
export async function newKey(): Promise<NewKey> {
  // `jose` is loaded only here, because keys are rarely generated.
  const { calculateJwkThumbprint } = await import('jose/jwk/thumbprint');
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: bits });
  const { kty = '', n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const kid = await calculateJwkThumbprint({ kty, n, e });
  return {
    kid,
    publicKey: JSON.stringify({ kty, n, e, kid, alg: algorithm, use: 'sig' }),
    privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}
