// Content of messages whose signature, issuer, audience and times are verified. Times are in ms since 1970.
import type { JsonObject } from '../../lib/json/json-tree.ts';

export interface VerifiedSignIn {
  /** With the subject the key of an identity. */
  readonly issuer: string;
  readonly subject: string;
  /** Those of the ID token, and those that only the userinfo endpoint has. */
  readonly claims: JsonObject;
  /** For sign-out at the provider; undefined for GitHub, which has none. */
  readonly idToken: string | undefined;
  /** Session at the provider (`sid`), which a logout token names. */
  readonly sessionId: string | undefined;
  readonly issuedAt: number;
  /** When the person signed in at the provider (`auth_time`); undefined if the provider does not report it. */
  readonly authenticatedAt: number | undefined;
  /** Undefined without an ID token. */
  readonly expiresAt: number | undefined;
}

/** A request of the provider to end sessions: all of a subject, or one of them. */
export interface VerifiedLogout {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly sessionId: string | undefined;
  /** Identifier of the token (`jti`), which is accepted once. */
  readonly id: string;
  readonly issuedAt: number;
  /** Time from which the token is refused anyway. */
  readonly expiresAt: number;
}
