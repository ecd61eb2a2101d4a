// Keys of a provider, and tokens that are signed correctly or incorrectly.
import { exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';

export interface Signer {
  readonly publicKey: JWK;
  /** Public key as SPKI in PEM format. Anybody can derive it from the published key. */
  readonly publicPem: string;
  readonly sign: (claims: JWTPayload, header?: object) => Promise<string>;
}

const algorithm = 'ES256';

export const newSigner = async (kid: string): Promise<Signer> => {
  const { privateKey, publicKey } = await generateKeyPair(algorithm);
  return {
    publicKey: { ...(await exportJWK(publicKey)), kid, alg: algorithm, use: 'sig' },
    publicPem: await exportSPKI(publicKey),
    sign: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid, ...header }).sign(privateKey),
  };
};

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns a token without a signature. */
export const unsigned = (claims: JWTPayload): string => `${encoded({ alg: 'none' })}.${encoded(claims)}.`;

/** Returns a token signed by HMAC with the public key as its secret (algorithm confusion). */
export const signedByPublicKey = (claims: JWTPayload, { publicPem, publicKey }: Signer): Promise<string> =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: publicKey.kid ?? '' })
    .sign(new TextEncoder().encode(publicPem));
