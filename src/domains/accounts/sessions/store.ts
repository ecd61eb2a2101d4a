import { held } from '../../../db/expressions.ts';
import { pageQueries } from '../../../db/page.ts';
import { query } from '../../../db/query.ts';

/** A session with who signed in, and whom that person acts as. */
export interface AccessRow {
  readonly id: string;
  readonly last_used_at: string;
  readonly expires_at: string;
  readonly user_id: string;
  readonly username: string;
  readonly is_admin: number;
  readonly is_suspended: number;
  readonly impersonation_ends_at: string | null;
  readonly impersonation_reason: string | null;
  readonly target_id: string | null;
  readonly target_username: string | null;
  readonly target_is_admin: number | null;
  readonly target_is_suspended: number | null;
}

export const accessByHash = query<{ hash: string }>()((db, { hash }) =>
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
      'sessions.impersonation_ends_at',
      'sessions.impersonation_reason',
      'targets.id as target_id',
      'targets.username as target_username',
      'targets.is_admin as target_is_admin',
      'targets.is_suspended as target_is_suspended',
    ])
    .where('sessions.hash', '=', hash),
);

export interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly username: string;
  readonly impersonated_id: string | null;
  readonly impersonation_ends_at: string | null;
  readonly address: string;
  readonly user_agent: string;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly expires_at: string;
}

const columns = [
  'sessions.id',
  'sessions.user_id',
  'users.username',
  'sessions.impersonated_id',
  'sessions.impersonation_ends_at',
  'sessions.address',
  'sessions.user_agent',
  'sessions.created_at',
  'sessions.last_used_at',
  'sessions.expires_at',
] as const;

export const sessionById = query<{ id: string }>()((db, { id }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(columns)
    .where('sessions.id', '=', id),
);

/** The sessions of a person that could still be used now. */
export const liveSessionsOf = pageQueries<{ user: string; now: string; idleSince: string }>()(
  (db, { user, now, idleSince }) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select(columns)
      .where('sessions.user_id', '=', user)
      .where('sessions.expires_at', '>', now)
      .where('sessions.last_used_at', '>', idleSince),
  (rows) => rows.orderBy('sessions.created_at', 'desc').orderBy('sessions.id'),
);

/** Holds every session that a person signed in or is acted as in; all who do so begin with the smallest identifier. */
export const heldSessionsAround = query<{ user: string }>()((db, { user }, engine) =>
  held(
    engine,
    db
      .selectFrom('sessions')
      .select('id')
      .where(({ eb, or }) => or([eb('user_id', '=', user), eb('impersonated_id', '=', user)]))
      .orderBy('id'),
  ),
);

/** What signing in needs to know of an account. */
export interface AccountRow {
  readonly id: string;
  readonly username: string;
  readonly password_hash: string | null;
  readonly is_admin: number;
  readonly is_suspended: number;
  readonly two_factor_confirmed_at: string | null;
}

const accountColumns = [
  'id',
  'username',
  'password_hash',
  'is_admin',
  'is_suspended',
  'two_factor_confirmed_at',
] as const;

export const accountByUsername = query<{ key: string }>()((db, { key }) =>
  db.selectFrom('users').select(accountColumns).where('username_key', '=', key),
);

export const accountByEmail = query<{ key: string }>()((db, { key }) =>
  db.selectFrom('users').select(accountColumns).where('email_key', '=', key),
);

export const accountById = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('users').select(accountColumns).where('id', '=', id),
);

/** Holds an account, so that no session begins beside its suspension or a change of its password. */
export const heldAccount = query<{ id: string }>()((db, { id }, engine) =>
  held(engine, db.selectFrom('users').select(accountColumns).where('id', '=', id)),
);

/** What decides whether somebody may be acted as, or act as somebody. */
export interface StandingRow {
  readonly id: string;
  readonly username: string;
  readonly is_admin: number;
  readonly is_suspended: number;
  readonly is_service_account: number;
  readonly email: string;
}

const standingColumns = ['id', 'username', 'email', 'is_admin', 'is_suspended', 'is_service_account'] as const;

/** Holds two accounts, the lesser identifier first, so that nothing is done to them beside what is decided. */
export const heldStandings = query<{ one: string; other: string }>()((db, { one, other }, engine) =>
  held(
    engine,
    db
      .selectFrom('users')
      .select(standingColumns)
      .where(({ eb, or }) => or([eb('id', '=', one), eb('id', '=', other)]))
      .orderBy('id'),
  ),
);
