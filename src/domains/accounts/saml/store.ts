// Every statement that writes the tables of single sign-on, and the queries of this folder.
import { type Insertable, sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { forUpdate } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';
import type { Tables } from '../../../db/tables.ts';
import { deleter, inserter } from '../../../db/writes.ts';
import { samlRequests, samlSessions } from './tables.ts';

type Row<Table extends keyof Tables> = Insertable<Tables[Table]>;

/** Links a name at the provider to an account; 0 when the name is linked already. */
export function insertIdentity(tx: Transaction, row: Row<'saml_identities'>): Promise<number> {
  return tx.run((db) =>
    db
      .insertInto('saml_identities')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  );
}

export function deleteIdentity(tx: Transaction, provider: string, userId: string): Promise<number> {
  return tx.run((db) =>
    db.deleteFrom('saml_identities').where('provider', '=', provider).where('user_id', '=', userId),
  );
}

/** Deletes the names of an account at other providers. */
export function deleteOtherIdentities(tx: Transaction, provider: string, userId: string): Promise<number> {
  return tx.run((db) =>
    db.deleteFrom('saml_identities').where('provider', '!=', provider).where('user_id', '=', userId),
  );
}

/** Stores what the provider's last word about a name was. */
export function updateIdentity(
  tx: Transaction,
  { provider, nameId }: Name,
  values: Partial<Pick<Row<'saml_identities'>, 'grants_admin' | 'awaits_groups'>>,
): Promise<number> {
  return tx.run((db) =>
    db.updateTable('saml_identities').set(values).where('provider', '=', provider).where('name_id', '=', nameId),
  );
}

export const insertRequest = inserter('saml_requests');
export const deleteRequest = deleter('saml_requests');

/** Stores that a message was used; 0 when it was used before. */
export function insertUsedMessage(tx: Transaction, row: Row<'saml_assertions'>): Promise<number> {
  return tx.run((db) =>
    db
      .insertInto('saml_assertions')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  );
}

export const insertSamlSession = inserter('saml_sessions');
export const insertSignOuts = inserter('saml_sign_outs');

/** A name at the provider. */
interface Name {
  readonly provider: string;
  readonly nameId: string;
}

const nameLock = query<{ name: string }>()((db, { name }, engine) =>
  db.selectNoFrom(
    (engine === 'postgres' ? sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))` : sql`1`).as('lock'),
  ),
);

/**
 * Locks a name at the provider until the transaction ends: a sign-in and a sign-out of one person happen one after the other,
 * also where the account is not linked yet. Changes of the embedded database do anyway.
 */
export const lockName = async (tx: Transaction, { provider, nameId }: Name): Promise<void> =>
  void (await tx.rows(nameLock, { name: JSON.stringify(['saml', provider, nameId]) }));

export const identityByName = query<Name>()((db, { provider, nameId }) =>
  db
    .selectFrom('saml_identities')
    .select(['user_id', 'grants_admin', 'awaits_groups'])
    .where('provider', '=', provider)
    .where('name_id', '=', nameId),
);

export const identityOfUser = query<{ provider: string; user: string }>()((db, { provider, user }) =>
  db.selectFrom('saml_identities').select('name_id').where('provider', '=', provider).where('user_id', '=', user),
);

/** A name at any provider that an account is linked to. */
export const anyIdentityOf = query<{ user: string }>()((db, { user }) =>
  db.selectFrom('saml_identities').select('name_id').where('user_id', '=', user).limit(1),
);

/** Locks the account with an e-mail address; the columns decide whether it may be linked. */
export const accountByEmailForUpdate = query<{ key: string }>()((db, { key }, engine) =>
  forUpdate(
    engine,
    db
      .selectFrom('users')
      .select(['id', 'password_hash', 'is_admin', 'is_suspended', 'is_service_account'])
      .where('email_key', '=', key),
  ),
);

export const requestById = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('saml_requests').select(samlRequests.all).where('id', '=', id),
);

/** Any request of a browser that has not expired. */
export const openRequestOf = query<{ browser: string; now: string }>()((db, { browser, now }) =>
  db
    .selectFrom('saml_requests')
    .select('id')
    .where('browser_hash', '=', browser)
    .where('expires_at', '>', now)
    .limit(1),
);

/** The session that made a request, and whether its owner is an administrator now. */
export const sessionOfRequest = query<{ id: string }>()((db, { id }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.user_id', 'sessions.expires_at', 'sessions.impersonation_ends_at', 'users.is_admin'])
    .where('sessions.id', '=', id),
);

export const providerSession = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('saml_sessions').select(samlSessions.all).where('session_id', '=', id),
);

/** Locks the accounts that a name at the provider is linked to or has sessions of. */
export const accountsOfNameForUpdate = query<Name>()((db, { provider, nameId }, engine) =>
  forUpdate(
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

/** The sessions of a name at the provider, with the provider's identifiers. */
export const sessionsOfName = query<Name>()((db, { provider, nameId }) =>
  db
    .selectFrom('saml_sessions')
    .innerJoin('sessions', 'sessions.id', 'saml_sessions.session_id')
    .select(['sessions.id', 'sessions.user_id', 'saml_sessions.session_index'])
    .where('saml_sessions.provider', '=', provider)
    .where('saml_sessions.name_id', '=', nameId)
    .orderBy('sessions.id'),
);

/** A sign-out at the provider that ended the session of an assertion, at the time of its issue or later. */
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
