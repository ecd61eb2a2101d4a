// Tables of single sign-on for all protocols. The table names still start with `saml`, the first protocol, so that the
// previous release can run on the same database (docs/decisions/0052-rolling-upgrades.md).
import { flag, generated, nullable, oneOf, table, text, time } from '../../../kernel/columns.ts';

/** Identities at identity providers, and the accounts to which they are linked. */
export const identities = table('saml_identities', {
  /** Key of the provider (`providerKey`). The other tables use the same key. */
  provider: text(),
  name_id: text(),
  user_id: text(),
  /** Whether the provider's last claims made the person an administrator. */
  grants_admin: flag(),
  created_at: time(),
  /**
   * 1 while the provider sends no groups. Until it sends some, the teams and the role that came from groups are
   * suspended.
   */
  awaits_groups: generated(flag()),
  /** Normalized name for comparisons. */
  name_key: text(),
  /**
   * Time since which an administrator must confirm the identity. Equal to `created_at` if the identity has never signed
   * in to the account.
   */
  to_confirm_since: nullable(time()),
  /** Time when an administrator confirmed the identity. Null before. */
  confirmed_at: nullable(time()),
});

/** Authentication requests that an identity provider has not answered yet. */
export const signInRequests = table('saml_requests', {
  id: text(),
  /** Hash of the cookie of the browser that made the request. The response must come from the same browser. */
  browser_hash: text(),
  purpose: oneOf('sign-in', 'link', 'prove', 'check'),
  /**
   * Session in which a person asked to link an identity, to prove ownership or to check the provider. Null for a
   * sign-in.
   */
  session_id: nullable(text()),
  expires_at: time(),
  /** Identifier of the provider in the settings. Null for SAML, which has only one provider. */
  provider_id: nullable(text()),
  /** Encrypted values that only this service knows and that the response must match. Null for SAML. */
  secrets: nullable(text()),
});

/** Accepted messages, stored so that none is accepted twice. */
export const usedMessages = table('saml_assertions', {
  hash: text(),
  expires_at: time(),
});

/** Sessions at identity providers that belong to sessions of this service. */
export const providerSessions = table('saml_sessions', {
  session_id: text(),
  provider: text(),
  name_id: text(),
  name_id_format: nullable(text()),
  session_index: nullable(text()),
  name_qualifier: nullable(text()),
  sp_name_qualifier: nullable(text()),
  /** Normalized name for comparisons. */
  name_key: text(),
  /** Encrypted ID token for the request that ends the session at the provider. Null for SAML. */
  logout_hint: nullable(text()),
});

/** Sign-outs requested by identity providers. They are kept while a response to an earlier sign-in may still arrive. */
export const signOuts = table('saml_sign_outs', {
  id: text(),
  provider: text(),
  /** Normalized name for comparisons. */
  name_id: text(),
  /** The provider's identifier of the session. Null if the person signed out of all sessions. */
  session_index: nullable(text()),
  issued_at: time(),
  expires_at: time(),
});
