// The tables of single sign-on. Flags are 0 or 1, times are ISO 8601 texts in UTC.

/** What single sign-on adds to the tables. */
export interface SamlTables {
  readonly saml_identities: SamlIdentitiesTable;
  readonly saml_requests: SamlRequestsTable;
  readonly saml_assertions: SamlAssertionsTable;
  readonly saml_sessions: SamlSessionsTable;
  readonly saml_sign_outs: SamlSignOutsTable;
}

/** Whose account it is that an identity provider calls by a name. */
interface SamlIdentitiesTable {
  provider: string;
  name_id: string;
  user_id: string;
  /** Whether the provider said, when it last said anything about that, that the person is an administrator. */
  grants_admin: number;
  created_at: string;
}

/** What an identity provider was asked and has not answered yet. */
interface SamlRequestsTable {
  id: string;
  /** Of the cookie of the browser that carries the question, and must bring the answer. */
  browser_hash: string;
  purpose: 'sign-in' | 'link' | 'check';
  /** Whose account is to be linked, or who wants to check; null for a sign-in. */
  session_id: string | null;
  expires_at: string;
}

/** Assertions that were taken, until nobody would take them any more. */
interface SamlAssertionsTable {
  hash: string;
  expires_at: string;
}

/** Sessions that began at an identity provider, in its words. */
interface SamlSessionsTable {
  session_id: string;
  provider: string;
  name_id: string;
  name_id_format: string | null;
  session_index: string | null;
}

/** Which sessions an identity provider has ended, until nothing from before can arrive any more. */
interface SamlSignOutsTable {
  id: string;
  provider: string;
  name_id: string;
  /** Null for every session of that name. */
  session_index: string | null;
  issued_at: string;
  expires_at: string;
}
