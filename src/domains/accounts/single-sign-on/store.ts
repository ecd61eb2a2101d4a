// All statements that write the tables of single sign-on, and the queries of this folder.
import { type ExpressionBuilder, type Insertable, sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { forUpdate } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';
import type { Tables } from '../../../db/tables.ts';
import { deleter, inserter } from '../../../db/writes.ts';
import type { RowOf } from '../../../kernel/columns.ts';
import type { ProviderName } from '../../../protocols/sign-in/claims.ts';
import { identities, providerSessions, signInRequests } from './tables.ts';

type Row<Table extends keyof Tables> = Insertable<Tables[Table]>;

/** Links an identity at the provider to an account. Returns 0 if the identity is already linked. */
export function insertIdentity(tx: Transaction, row: Row<'saml_identities'>): Promise<number> {
  return tx.run((db) =>
    db
      .insertInto('saml_identities')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  );
}

export function deleteIdentity(tx: Transaction, { provider, user }: Link): Promise<number> {
  return tx.run((db) => db.deleteFrom('saml_identities').where('provider', '=', provider).where('user_id', '=', user));
}

/** Deletes the account's identities at all other providers. */
export function deleteOtherIdentities(tx: Transaction, provider: string, userId: string): Promise<number> {
  return tx.run((db) =>
    db.deleteFrom('saml_identities').where('provider', '!=', provider).where('user_id', '=', userId),
  );
}

/** Stores the latest state of an account's identity, as set by the provider or an administrator. */
export function updateIdentity(
  tx: Transaction,
  { provider, user }: Link,
  values: Partial<Pick<Row<'saml_identities'>, 'grants_admin' | 'awaits_groups' | 'to_confirm_since' | 'confirmed_at'>>,
): Promise<number> {
  return tx.run((db) =>
    db.updateTable('saml_identities').set(values).where('provider', '=', provider).where('user_id', '=', user),
  );
}

export const insertRequest = inserter('saml_requests');
export const deleteRequest = deleter('saml_requests');

/** Stores that a message was used. Returns 0 if it was used before. */
export function insertUsedMessage(tx: Transaction, row: Row<'saml_assertions'>): Promise<number> {
  return tx.run((db) =>
    db
      .insertInto('saml_assertions')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  );
}

export const insertProviderSession = inserter('saml_sessions');
export const insertSignOuts = inserter('saml_sign_outs');

/** An account and a provider. An account has at most one identity at each provider. */
interface Link {
  readonly provider: string;
  readonly user: string;
}

/** Condition for the rows of an identity. Names are compared by their key, which ignores the case of addresses. */
const isNamed =
  <Table extends 'saml_identities' | 'saml_sessions'>(table: Table, { provider, nameKey }: ProviderName) =>
  ({ eb, and }: ExpressionBuilder<Tables, Table>) =>
    and([eb(sql.ref(`${table}.provider`), '=', provider), eb(sql.ref(`${table}.name_key`), '=', nameKey)]);

const nameLock = query<{ name: string }>()((db, { name }, engine) =>
  db.selectNoFrom(
    (engine === 'postgres' ? sql`pg_advisory_xact_lock(hashtextextended(${name}, 0))` : sql`1`).as('lock'),
  ),
);

/**
 * Locks an identity until the transaction ends, so that a sign-in and a sign-out of the same person run one after the
 * other, even if the account is not linked yet. SQLite needs no lock because it runs one writing transaction at a time.
 */
export const lockName = async (tx: Transaction, { provider, nameKey }: ProviderName): Promise<void> =>
  void (await tx.rows(nameLock, { name: JSON.stringify(['saml', provider, nameKey]) }));

/** Locks a session at the provider, for sign-outs that name only the session. */
export const lockProviderSession = async (tx: Transaction, provider: string, index: string): Promise<void> =>
  void (await tx.rows(nameLock, { name: JSON.stringify(['session', provider, index]) }));

export type LinkedIdentityRow = RowOf<typeof identities.columns>;

export const identityByName = query<ProviderName>()((db, name) =>
  db.selectFrom('saml_identities').select(identities.all).where(isNamed('saml_identities', name)),
);

export const identityOfUser = query<Link>()((db, { provider, user }) =>
  db.selectFrom('saml_identities').select(identities.all).where('provider', '=', provider).where('user_id', '=', user),
);

/** The identities of an account at all providers. */
export const identitiesOfUser = query<{ user: string }>()((db, { user }) =>
  db.selectFrom('saml_identities').select(identities.all).where('user_id', '=', user).orderBy('provider'),
);

/** Times of an account's last sign-in, session use and token use. Each is null if there was none. */
export const lastUsesOf = query<{ user: string }>()((db, { user }) =>
  db
    .selectFrom('users')
    .select(['activated_at', 'signed_in_at', 'sso_signed_in_at'])
    .select(({ selectFrom }) => [
      selectFrom('sessions')
        .select(({ fn }) => fn.max('last_used_at').as('at'))
        .where('user_id', '=', user)
        .as('session_used_at'),
      selectFrom('tokens')
        .select(({ fn }) => fn.max('last_used_at').as('at'))
        .where('user_id', '=', user)
        .as('token_used_at'),
    ])
    .where('id', '=', user),
);

/** Selects one identity of the account, if there is any. */
export const anyIdentityOf = query<{ user: string }>()((db, { user }) =>
  db.selectFrom('saml_identities').select('name_id').where('user_id', '=', user).limit(1),
);

/** Locks the account with an e-mail address and selects the columns that decide whether it may be linked. */
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
  db.selectFrom('saml_requests').select(signInRequests.all).where('id', '=', id),
);

/** Selects one request of the browser that has not expired, if there is any. */
export const openRequestOf = query<{ browser: string; now: string }>()((db, { browser, now }) =>
  db
    .selectFrom('saml_requests')
    .select('id')
    .where('browser_hash', '=', browser)
    .where('expires_at', '>', now)
    .limit(1),
);

/** The session that made a request, and whether its owner is an administrator. */
export const sessionOfRequest = query<{ id: string }>()((db, { id }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.user_id', 'sessions.expires_at', 'sessions.impersonation_ends_at', 'users.is_admin'])
    .where('sessions.id', '=', id),
);

export type StoredSession = RowOf<typeof providerSessions.columns>;

export const providerSession = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('saml_sessions').select(providerSessions.all).where('session_id', '=', id),
);

/** Locks the accounts that are linked to an identity or have sessions that it opened. */
export const accountsOfNameForUpdate = query<ProviderName>()((db, name, engine) =>
  forUpdate(
    engine,
    db
      .selectFrom('users')
      .select('id')
      .where(({ or, eb, selectFrom }) =>
        or([
          eb('id', 'in', selectFrom('saml_identities').select('user_id').where(isNamed('saml_identities', name))),
          eb(
            'id',
            'in',
            selectFrom('saml_sessions')
              .innerJoin('sessions', 'sessions.id', 'saml_sessions.session_id')
              .select('sessions.user_id')
              .where(isNamed('saml_sessions', name)),
          ),
        ]),
      )
      .orderBy('id'),
  ),
);

/** Identities that opened sessions to which the provider gave this session identifier. */
export const namesOfProviderSession = query<{ provider: string; index: string }>()((db, { provider, index }) =>
  db
    .selectFrom('saml_sessions')
    .select(['name_id', 'name_key'])
    .distinct()
    .where('provider', '=', provider)
    .where('session_index', '=', index)
    .orderBy('name_id'),
);

/** Sessions that an identity opened, with the provider's session identifiers. */
export const sessionsOfName = query<ProviderName>()((db, name) =>
  db
    .selectFrom('saml_sessions')
    .innerJoin('sessions', 'sessions.id', 'saml_sessions.session_id')
    .select(['sessions.id', 'sessions.user_id', 'saml_sessions.session_index'])
    .where(isNamed('saml_sessions', name))
    .orderBy('sessions.id'),
);

/** Name key in a stored sign-out that names only a session. */
export const anybody = '';

/**
 * Finds a sign-out for the session of an assertion. `issuedAt` is the time when the assertion was issued. Earlier
 * sign-outs are ignored.
 */
export const signOutSince = query<ProviderName & { sessionIndex: string | null; issuedAt: string }>()(
  (db, { provider, nameKey, sessionIndex, issuedAt }) =>
    db
      .selectFrom('saml_sign_outs')
      .select('issued_at')
      .where('provider', '=', provider)
      .where('name_id', 'in', [nameKey, anybody])
      .where('issued_at', '>=', issuedAt)
      .where(({ or, eb }) => or([eb('session_index', 'is', null), eb('session_index', '=', sessionIndex)]))
      .limit(1),
);
