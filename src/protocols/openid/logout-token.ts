// Verifies logout tokens, with which a provider ends sessions without the browser (OpenID Connect Back-Channel Logout
// 1.0).
import type { JWTPayload } from 'jose';
import { isObject } from '../../lib/json/json-tree.ts';
import { OpenIdError } from './error.ts';
import { clockSkewSeconds, type ExpectedToken, sessionIdIn, subjectIn, verifyToken } from './tokens.ts';
import type { VerifiedLogout } from './verified.ts';

const event = 'http://schemas.openid.net/event/backchannel-logout';

/** Maximum age of a logout token in seconds, even if the token states a later expiry. */
const maxAge = 600;

const types = ['logout+jwt', 'application/logout+jwt', 'jwt'];

/**
 * Verifies a logout token. Throws `OpenIdError` if the token is invalid. The caller must accept each `id` only once.
 */
export async function verifyLogoutToken(
  token: string,
  expected: Omit<ExpectedToken, 'maxAge' | 'types'>,
): Promise<VerifiedLogout> {
  const { claims, issuedAt } = await verifyToken(token, { ...expected, maxAge, types });
  if (claims.nonce !== undefined) throw new OpenIdError('logout-nonce');
  const [subject, sessionId] = [subjectIn(claims), sessionIdIn(claims)];
  if (!isLogoutEvent(claims) || (subject === undefined && sessionId === undefined)) {
    throw new OpenIdError('not-a-logout-token');
  }
  const expiresAt = issuedAt + (maxAge + clockSkewSeconds + 1) * 1_000;
  return { issuer: expected.server.issuer, subject, sessionId, id: tokenId(claims), issuedAt, expiresAt };
}

function isLogoutEvent({ events }: JWTPayload): boolean {
  return isObject(events) && Object.hasOwn(events, event) && isObject(events[event]);
}

function tokenId({ jti }: JWTPayload): string {
  if (typeof jti !== 'string' || jti === '' || jti.length > 1_024) throw new OpenIdError('not-a-logout-token');
  return jti;
}
