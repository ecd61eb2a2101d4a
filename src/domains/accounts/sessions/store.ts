import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { forUpdate } from '../../../db/expressions.ts';
import { list } from '../../../db/list.ts';
import { type Builder, query, type RowsOf } from '../../../db/query.ts';
import { inserter } from '../../../db/writes.ts';
import { allBut } from '../../../kernel/columns.ts';
import type { Use } from '../last-use.ts';
import { isSsoOnly } from '../users/store.ts';
import { sessions } from './entity.ts';

/** A session with its owner and the account that it acts as. */
export type AccessRow = RowsOf<typeof accessByHash>;

/** Shortest session limit, in minutes, that an organization of the session's owner sets. */
const shortestOf = (db: Builder, column: 'session_timeout' | 'session_remember') =>
  db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select(({ fn, ref }) => fn.min<number | null>(ref(`organizations.${column}`)).as('shortest'))
    .where('memberships.user_id', '=', sql.ref<string>('sessions.user_id'))
    .where('memberships.awaited_address', 'is', null);

const accesses = (db: Builder) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('users as targets', 'targets.id', 'sessions.impersonated_id')
    .select([
      'sessions.id',
      'sessions.last_used_at',
      'sessions.expires_at',
      'sessions.user_id',
      'users.username',
      'users.is_admin',
      'users.is_suspended',
      'users.is_service_account',
      'users.two_factor_confirmed_at',
      'sessions.created_at',
      'sessions.impersonation_ends_at',
      'sessions.impersonation_reason',
      'targets.id as target_id',
      'targets.username as target_username',
      'targets.is_admin as target_is_admin',
      'targets.is_suspended as target_is_suspended',
      'targets.is_service_account as target_is_service_account',
      'targets.two_factor_confirmed_at as target_two_factor_confirmed_at',
    ])
    .select(({ selectFrom }) => [
      selectFrom('saml_sessions')
        .select('saml_sessions.session_id')
        .whereRef('saml_sessions.session_id', '=', 'sessions.id')
        .as('sso_session_id'),
      shortestOf(db, 'session_timeout').as('session_timeout'),
      shortestOf(db, 'session_remember').as('session_remember'),
      isSsoOnly('targets').as('target_is_sso_only'),
    ]);

export const accessByHash = query<{ hash: string }>()((db, { hash }) => accesses(db).where('sessions.hash', '=', hash));

export const accessById = query<{ id: string }>()((db, { id }) => accesses(db).where('sessions.id', '=', id));

export type SessionRow = RowsOf<typeof sessionById>;

const columns = [...allBut(sessions, 'hash', 'impersonation_reason', 'owner_proved_at'), 'users.username'] as const;

const withOwner = (db: Builder) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([...columns, shortestOf(db, 'session_remember').as('session_remember')]);

export const sessionById = query<{ id: string }>()((db, { id }) => withOwner(db).where('sessions.id', '=', id));

/** Conditions that a session of the person must meet to be valid. */
interface LiveSessions {
  readonly user: string;
  readonly now: string;
  readonly idleSince: string;
  readonly createdAfter: string;
}

export const liveSessionsOf = list<LiveSessions>()(
  (db, { user, now, idleSince, createdAfter }) =>
    withOwner(db)
      .where('sessions.user_id', '=', user)
      .where('sessions.expires_at', '>', now)
      .where('sessions.last_used_at', '>', idleSince)
      .where('sessions.created_at', '>', createdAfter),
  (rows) => rows.orderBy('sessions.created_at', 'desc').orderBy('sessions.id'),
);

/** Shortest session limits in minutes among a person's organizations. */
export const sessionLimitsOf = query<{ user: string }>()((db, { user }) =>
  db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select(({ fn }) => [
      fn.min<number | null>('organizations.session_timeout').as('session_timeout'),
      fn.min<number | null>('organizations.session_remember').as('session_remember'),
    ])
    .where('memberships.user_id', '=', user)
    .where('memberships.awaited_address', 'is', null),
);

export const insertSession = inserter('sessions');

/** Stores when the user of a session proved to own the account. */
export function setOwnerProof(tx: Transaction, id: string, owner_proved_at: string): Promise<number> {
  return tx.run((db) => db.updateTable('sessions').set({ owner_proved_at }).where('id', '=', id));
}

/** Uses up the proof of ownership in a session. Returns false if the session has no proof later than `since`. */
export async function takeOwnerProof(tx: Transaction, id: string, since: string): Promise<boolean> {
  const taken = await tx.run((db) =>
    db.updateTable('sessions').set({ owner_proved_at: null }).where('id', '=', id).where('owner_proved_at', '>', since),
  );
  return taken === 1;
}

/** Ends a session. Returns false if it ended before. */
export async function deleteSession(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.run((db) => db.deleteFrom('sessions').where('id', '=', id))) === 1;
}

/** Ends all sessions of a person, except `spared` if given. Returns the number of ended sessions. */
export async function endSessionsOf(tx: Transaction, userId: string, spared?: string): Promise<number> {
  await tx.rows(sessionsAroundForUpdate, { user: userId });
  return tx.run((db) =>
    db
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .$if(spared !== undefined, (sessions) => sessions.where('id', '!=', spared ?? '')),
  );
}

/** The sessions of a person except the `max` newest ones. */
export const sessionsBeyond = query<{ user: string; max: number }>()((db, { user, max }) =>
  db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user)
    .where(
      'id',
      'not in',
      db
        .selectFrom('sessions as newest')
        .select('newest.id')
        .where('newest.user_id', '=', user)
        .orderBy('newest.created_at', 'desc')
        .orderBy('newest.id')
        .limit(max),
    ),
);

/** Ends the given sessions of a person. Returns the identifiers of the sessions that still existed. */
export async function endSomeSessionsOf(
  tx: Transaction,
  userId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  await tx.rows(sessionsAroundForUpdate, { user: userId });
  const ended: string[] = [];
  for (const id of ids) {
    const count = await tx.run((db) => db.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId));
    if (count > 0) ended.push(id);
  }
  return ended;
}

/**
 * Sessions that were opened with a password at or before the given time, except those of administrators. Sorted by
 * account.
 */
export const passwordSessionsBefore = query<{ before: string; limit: number }>()((db, { before, limit }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.user_id'])
    .where('sessions.created_at', '<=', before)
    .where('users.is_admin', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('saml_sessions')
            .select('saml_sessions.session_id')
            .whereRef('saml_sessions.session_id', '=', 'sessions.id'),
        ),
      ),
    )
    .orderBy('sessions.user_id')
    .orderBy('sessions.id')
    .limit(limit),
);

interface BegunImpersonation {
  readonly hash: string;
  readonly impersonated_id: string;
  readonly impersonation_reason: string;
  readonly impersonation_ends_at: string;
}

/**
 * Makes a session act as another account and replaces the session's cookie. Returns false if the session already has an
 * impersonation.
 */
export async function beginImpersonation(tx: Transaction, id: string, begun: BegunImpersonation): Promise<boolean> {
  const count = await tx.run((db) =>
    db.updateTable('sessions').set(begun).where('id', '=', id).where('impersonation_ends_at', 'is', null),
  );
  return count === 1;
}

/**
 * Makes a session act as its owner again and replaces the session's cookie. Returns false if the session has no
 * impersonation.
 */
export async function endImpersonation(tx: Transaction, id: string, hash: string): Promise<boolean> {
  const ended = { hash, impersonated_id: null, impersonation_reason: null, impersonation_ends_at: null };
  const count = await tx.run((db) =>
    db.updateTable('sessions').set(ended).where('id', '=', id).where('impersonation_ends_at', 'is not', null),
  );
  return count === 1;
}

/**
 * Ends every impersonation of an account. The affected sessions can then only switch back to their owners' accounts.
 * `at` is the current time in ISO 8601.
 */
export function endImpersonationsOf(tx: Transaction, userId: string, at: string): Promise<number> {
  return endImpersonations(tx, ['impersonated_id', userId], { impersonation_ends_at: at });
}

/**
 * Ends every impersonation of an account that the transaction deletes afterwards. Each session row is updated only
 * once. If a transaction updates a row twice, PostgreSQL checks the foreign key to the session's owner again, and the
 * same transaction may delete the owner, too.
 */
export function endImpersonationsOfDeleted(tx: Transaction, userId: string, at: string): Promise<number> {
  return endImpersonations(tx, ['impersonated_id', userId], { impersonation_ends_at: at, impersonated_id: null });
}

/** Ends the impersonations that a person started. `at` is the current time in ISO 8601. */
export function endImpersonationsBy(tx: Transaction, userId: string, at: string): Promise<number> {
  return endImpersonations(tx, ['user_id', userId], { impersonation_ends_at: at });
}

/** Records a use of a session, unless a use later than `before` is already recorded. */
export function noteSessionUse(tx: Transaction, { id, at, before }: Use): Promise<number> {
  return tx.run((db) =>
    db.updateTable('sessions').set({ last_used_at: at }).where('id', '=', id).where('last_used_at', '<=', before),
  );
}

/**
 * Locks every session that a person owns or that impersonates the person, ordered by identifier. This prevents a
 * deadlock if two people who impersonate each other are suspended or deleted at the same time.
 */
const sessionsAroundForUpdate = query<{ user: string }>()((db, { user }, engine) =>
  forUpdate(
    engine,
    db
      .selectFrom('sessions')
      .select('id')
      .where(({ eb, or }) => or([eb('user_id', '=', user), eb('impersonated_id', '=', user)]))
      .orderBy('id'),
  ),
);

async function endImpersonations(
  tx: Transaction,
  [party, id]: readonly ['user_id' | 'impersonated_id', string],
  ending: { readonly impersonation_ends_at: string; readonly impersonated_id?: null },
): Promise<number> {
  await tx.rows(sessionsAroundForUpdate, { user: id });
  return tx.run((db) =>
    db
      .updateTable('sessions')
      .set(ending)
      .where(party, '=', id)
      .where('impersonation_ends_at', '>', ending.impersonation_ends_at),
  );
}
