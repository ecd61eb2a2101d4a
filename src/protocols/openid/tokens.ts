// Verifies signed tokens of a provider: the signature, and the claims that ID tokens and logout tokens have in common.
import type { JWTPayload, JWTVerifyResult } from 'jose';
import { JWKSNoMatchingKey, JWSSignatureVerificationFailed } from 'jose/errors';
import { type JWTVerifyOptions, jwtVerify } from 'jose/jwt/verify';
import type { ServerMetadata } from 'openid-client';
import { isStorable } from '../../lib/text/text.ts';
import type { CachedDocument } from './document-cache.ts';
import type { KeySet } from './documents.ts';
import { OpenIdError } from './error.ts';
import { isEncrypted, tokenRefusalOf } from './library-failures.ts';

/** Maximum clock difference between provider and service, in seconds. */
export const clockSkewSeconds = 60;

/** Values that a token must match. */
export interface ExpectedToken {
  readonly server: ServerMetadata;
  readonly keys: CachedDocument<KeySet>;
  readonly clientId: string;
  /** Current time in milliseconds since 1970. */
  readonly now: number;
  /** Maximum age of the token in seconds. */
  readonly maxAge: number;
  /** Allowed values of the `typ` header, in lower case. The header may also be absent. */
  readonly types: readonly string[];
}

export interface VerifiedToken {
  readonly claims: JWTPayload;
  readonly algorithm: string;
  /** Time at which the token was issued, in milliseconds since 1970. */
  readonly issuedAt: number;
}

const maxTokenLength = 65_536;

/** Verifies the signature and the claims of a token. Throws `OpenIdError` if either is invalid. */
export async function verifyToken(token: string, expected: ExpectedToken): Promise<VerifiedToken> {
  const { server, clientId, now, maxAge } = expected;
  if (token.length > maxTokenLength) throw new OpenIdError('too-large');
  if (isEncrypted(token)) throw new OpenIdError('encrypted');
  const { payload, protectedHeader } = await verifySignature(token, expected.keys, {
    algorithms: [...(server.id_token_signing_alg_values_supported ?? [])],
    issuer: server.issuer,
    audience: clientId,
    clockTolerance: clockSkewSeconds,
    currentDate: new Date(now),
    maxTokenAge: maxAge,
  });
  const { alg, typ = 'JWT' } = protectedHeader;
  if (!expected.types.includes(typ.toLowerCase())) throw new OpenIdError('malformed-token');
  return { claims: payload, algorithm: alg, issuedAt: (payload.iat ?? 0) * 1_000 };
}

/**
 * Verifies the signature. If the key is unknown, the keys are fetched again once, because the key may be new. The cache
 * limits how often keys are fetched.
 */
async function verifySignature(
  token: string,
  keys: CachedDocument<KeySet>,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  try {
    const known = await keys.current();
    return await jwtVerify(token, known, options).catch(async (error) => {
      if (!mayBeRotation(error)) throw error;
      const renewed = await keys.renewed();
      if (renewed === known) throw error;
      return await jwtVerify(token, renewed, options);
    });
  } catch (error) {
    throw tokenRefusalOf(error);
  }
}

const mayBeRotation = (error: unknown): boolean =>
  error instanceof JWKSNoMatchingKey || error instanceof JWSSignatureVerificationFailed;

const maxSubjectLength = 255;

/**
 * Returns the subject of a token. Undefined if the token has no subject. Throws `OpenIdError` unless the subject
 * consists of 1 to 255 printable ASCII characters.
 */
export function subjectIn({ sub }: JWTPayload): string | undefined {
  if (sub === undefined) return undefined;
  const isSubject =
    typeof sub === 'string' && sub !== '' && sub.length <= maxSubjectLength && /^[\x20-\x7e]+$/.test(sub);
  if (!isSubject) throw new OpenIdError('no-subject');
  return sub;
}

/** Returns the identifier of the provider's session that a token belongs to. */
export function sessionIdIn({ sid }: JWTPayload): string | undefined {
  if (sid === undefined) return undefined;
  const isSession = typeof sid === 'string' && sid !== '' && sid.length <= 1_024 && isStorable(sid);
  if (!isSession) throw new OpenIdError('malformed-token');
  return sid;
}
