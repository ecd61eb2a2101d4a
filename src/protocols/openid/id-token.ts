// Verifies ID tokens (OpenID Connect Core 1.0, section 3.1.3.7).
import { createHash } from 'node:crypto';
import type { JWTPayload } from 'jose';
import { OpenIdError } from './error.ts';
import { type ExpectedToken, sessionIdIn, subjectIn, verifyToken } from './tokens.ts';

export interface ExpectedIdToken extends Omit<ExpectedToken, 'maxAge' | 'types'> {
  readonly nonce: string;
  /** Access token from the same response. */
  readonly accessToken: string;
  /** Directory (tenant) ID, for providers whose tenants share one issuer. */
  readonly tenant: string | undefined;
}

export interface VerifiedIdToken {
  readonly subject: string;
  readonly sessionId: string | undefined;
  readonly claims: JWTPayload;
  readonly issuedAt: number;
  readonly authenticatedAt: number | undefined;
  readonly expiresAt: number;
}

/** Maximum age of an ID token in seconds, even if the token states a later expiry. */
const maxAge = 86_400;

/** Verifies the ID token in a token endpoint's response. Throws `OpenIdError` if the token is invalid. */
export async function verifyIdToken(token: string, expected: ExpectedIdToken): Promise<VerifiedIdToken> {
  const { claims, algorithm, issuedAt } = await verifyToken(token, { ...expected, maxAge, types: ['jwt'] });
  if (claims.exp === undefined) throw new OpenIdError('malformed-token');
  requireAuthorizedParty(claims, expected.clientId);
  requireNonce(claims, expected.nonce);
  requireAccessToken(claims, algorithm, expected.accessToken);
  requireTenant(claims, expected.tenant);
  const subject = subjectIn(claims);
  if (subject === undefined) throw new OpenIdError('no-subject');
  const { exp, auth_time } = claims;
  const authenticatedAt = typeof auth_time === 'number' ? auth_time * 1_000 : undefined;
  return { subject, sessionId: sessionIdIn(claims), claims, issuedAt, authenticatedAt, expiresAt: exp * 1_000 };
}

/**
 * Throws `OpenIdError` if the token was issued for another client. A token with several audiences must name the client
 * that requested it.
 */
function requireAuthorizedParty({ aud, azp }: JWTPayload, clientId: string): void {
  const isForOthers = Array.isArray(aud) && aud.length > 1;
  if (azp === undefined ? isForOthers : azp !== clientId) throw new OpenIdError('wrong-audience');
}

function requireNonce({ nonce }: JWTPayload, expected: string): void {
  if (nonce === undefined) throw new OpenIdError('nonce-missing');
  if (nonce !== expected) throw new OpenIdError('wrong-nonce');
}

/**
 * Checks the hash of the access token if the ID token has one. The hash is the left half of the digest of the access
 * token, with the digest algorithm of the signature.
 */
function requireAccessToken({ at_hash }: JWTPayload, algorithm: string, accessToken: string): void {
  if (at_hash === undefined) return;
  const name = algorithm.startsWith('Ed') ? 'sha512' : `sha${algorithm.slice(-3)}`;
  const hash = createHash(name).update(accessToken).digest();
  if (at_hash !== hash.subarray(0, hash.length / 2).toString('base64url')) throw new OpenIdError('wrong-access-token');
}

function requireTenant({ tid }: JWTPayload, tenant = ''): void {
  if (tenant !== '' && String(tid).toLowerCase() !== tenant.toLowerCase()) throw new OpenIdError('wrong-tenant');
}
