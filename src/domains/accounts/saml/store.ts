import { held } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';

export const identityByName = query<{ provider: string; nameId: string }>()((db, { provider, nameId }) =>
  db
    .selectFrom('saml_identities')
    .select(['user_id', 'grants_admin'])
    .where('provider', '=', provider)
    .where('name_id', '=', nameId),
);

export const identityOfUser = query<{ provider: string; user: string }>()((db, { provider, user }) =>
  db.selectFrom('saml_identities').select('name_id').where('provider', '=', provider).where('user_id', '=', user),
);

/** Holds the account of an e-mail address, with what decides whether it may be linked. */
export const heldAccountByEmail = query<{ key: string }>()((db, { key }, engine) =>
  held(
    engine,
    db
      .selectFrom('users')
      .select(['id', 'password_hash', 'is_admin', 'is_suspended', 'is_service_account'])
      .where('email_key', '=', key),
  ),
);

export const requestById = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('saml_requests').selectAll().where('id', '=', id),
);

/** The session that a request was made in, and whether its owner is an administrator by now. */
export const sessionOfRequest = query<{ id: string }>()((db, { id }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.user_id', 'sessions.expires_at', 'sessions.impersonation_ends_at', 'users.is_admin'])
    .where('sessions.id', '=', id),
);

export const providerSession = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('saml_sessions').selectAll().where('session_id', '=', id),
);

interface Name {
  readonly provider: string;
  readonly nameId: string;
}

/** Holds the accounts that a name at the provider is linked to, or has sessions of. */
export const heldAccountsOfName = query<Name>()((db, { provider, nameId }, engine) =>
  held(
    engine,
    db
      .selectFrom('users')
      .select('id')
      .where(({ or, eb, selectFrom }) =>
        or([
          eb(
            'id',
            'in',
            selectFrom('saml_identities')
              .select('user_id')
              .where('provider', '=', provider)
              .where('name_id', '=', nameId),
          ),
          eb(
            'id',
            'in',
            selectFrom('saml_sessions')
              .innerJoin('sessions', 'sessions.id', 'saml_sessions.session_id')
              .select('sessions.user_id')
              .where('saml_sessions.provider', '=', provider)
              .where('saml_sessions.name_id', '=', nameId),
          ),
        ]),
      )
      .orderBy('id'),
  ),
);

/** The sessions of a name at the provider, with what it calls them. */
export const sessionsOfName = query<Name>()((db, { provider, nameId }) =>
  db
    .selectFrom('saml_sessions')
    .innerJoin('sessions', 'sessions.id', 'saml_sessions.session_id')
    .select(['sessions.id', 'sessions.user_id', 'saml_sessions.session_index'])
    .where('saml_sessions.provider', '=', provider)
    .where('saml_sessions.name_id', '=', nameId)
    .orderBy('sessions.id'),
);

/** A sign-out by the provider, no earlier than a sign-in was vouched for, that ends its session. */
export const signOutSince = query<Name & { sessionIndex: string | null; issuedAt: string }>()(
  (db, { provider, nameId, sessionIndex, issuedAt }) =>
    db
      .selectFrom('saml_sign_outs')
      .select('issued_at')
      .where('provider', '=', provider)
      .where('name_id', '=', nameId)
      .where('issued_at', '>=', issuedAt)
      .where(({ or, eb }) => or([eb('session_index', 'is', null), eb('session_index', '=', sessionIndex)]))
      .limit(1),
);
