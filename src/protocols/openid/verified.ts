// Contents of messages whose signature, issuer, audience and times were verified. Times are in ms since 1970.
import type { JsonObject } from '../../lib/json/json-tree.ts';

export interface VerifiedSignIn {
  /** Issuer and subject together identify a user. */
  readonly issuer: string;
  readonly subject: string;
  /** Claims of the ID token, and additional claims of the userinfo endpoint. */
  readonly claims: JsonObject;
  /** ID token, which is needed for sign-out at the provider. Undefined for GitHub, which has no ID tokens. */
  readonly idToken: string | undefined;
  /** Provider's session identifier (`sid`), which a logout token refers to. */
  readonly sessionId: string | undefined;
  readonly issuedAt: number;
  /** Time at which the user signed in at the provider (`auth_time`). Undefined if the provider does not send it. */
  readonly authenticatedAt: number | undefined;
  /** Time at which the ID token expires. Undefined if there is no ID token. */
  readonly expiresAt: number | undefined;
}

/** Provider's request to end all sessions of a subject, or one of them. */
export interface VerifiedLogout {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly sessionId: string | undefined;
  /** Identifier of the token (`jti`), which may be accepted only once. */
  readonly id: string;
  readonly issuedAt: number;
  /** Time from which the token is refused because it has expired. A token's `id` must be remembered until then. */
  readonly expiresAt: number;
}
