// The tables of single sign-on, by whatever protocol. Their names stay those of SAML, the first one, so that programs of the
// release before go on (docs/decisions/0052-rolling-upgrades.md).
import type { TablesOf } from '../../../db/tables.ts';
import { flag, generated, nullable, oneOf, table, text, time } from '../../../kernel/columns.ts';

/** Accounts by their names at identity providers. */
export const identities = table('saml_identities', {
  /** Key of the provider (`providerKey`), here and in the other tables. */
  provider: text(),
  name_id: text(),
  user_id: text(),
  /** True if the provider's last word about it was that the person is an administrator. */
  grants_admin: flag(),
  created_at: time(),
  /** Set while the provider sends no groups: teams and role by groups are suspended until it does. */
  awaits_groups: generated(flag()),
  /** Key for comparing names. */
  name_key: text(),
  /** Set while an administrator has to confirm it; equal to `created_at` where the account was never entered by it. */
  to_confirm_since: nullable(time()),
  /** Null until an administrator confirms it. */
  confirmed_at: nullable(time()),
});

/** Authentication requests that an identity provider has not answered yet. */
export const signInRequests = table('saml_requests', {
  id: text(),
  /** Of the cookie of the browser that takes the request there, and must bring the response. */
  browser_hash: text(),
  purpose: oneOf('sign-in', 'link', 'prove', 'check'),
  /** The session whose account is to be linked, or that runs the check; null for a sign-in. */
  session_id: nullable(text()),
  expires_at: time(),
  /** The identifier of the provider in the settings; null for SAML, which has one. */
  provider_id: nullable(text()),
  /** The sealed values that only this service knows and the response must match; null for SAML. */
  secrets: nullable(text()),
});

/** Messages that were accepted, so that none is accepted twice. */
export const usedMessages = table('saml_assertions', {
  hash: text(),
  expires_at: time(),
});

/** Names that identity providers have given to the sessions that they began. */
export const providerSessions = table('saml_sessions', {
  session_id: text(),
  provider: text(),
  name_id: text(),
  name_id_format: nullable(text()),
  session_index: nullable(text()),
  name_qualifier: nullable(text()),
  sp_name_qualifier: nullable(text()),
  /** Key for comparing names. */
  name_key: text(),
  /** The sealed token that a request to end the session at the provider shows; null for SAML. */
  logout_hint: nullable(text()),
});

/** Sign-outs by identity providers, as long as a sign-in from before one may still come. */
export const signOuts = table('saml_sign_outs', {
  id: text(),
  provider: text(),
  /** Key for comparing names. */
  name_id: text(),
  /** Null for every session of that name. */
  session_index: nullable(text()),
  issued_at: time(),
  expires_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables
    extends TablesOf<
      [typeof identities, typeof signInRequests, typeof usedMessages, typeof providerSessions, typeof signOuts]
    > {}
}
