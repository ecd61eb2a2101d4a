import { sql } from 'kysely';
import { isLike, isOneOf } from '../../db/expressions.ts';
import { pageQueries } from '../../db/page.ts';
import { query } from '../../db/query.ts';
import { attributeProblem } from '../../jsonapi/errors.ts';

export interface UserRow {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly is_admin: number;
  readonly is_suspended: number;
  readonly is_service_account: number;
  readonly activated_at: string | null;
  readonly created_at: string;
}

const columns = [
  'users.id',
  'users.username',
  'users.email',
  'users.is_admin',
  'users.is_suspended',
  'users.is_service_account',
  'users.activated_at',
  'users.created_at',
] as const;

export const userById = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('users').select(columns).where('id', '=', id),
);

export const userByUsername = query<{ key: string }>()((db, { key }) =>
  db.selectFrom('users').select(columns).where('username_key', '=', key),
);

export const userByEmail = query<{ key: string }>()((db, { key }) =>
  db.selectFrom('users').select(columns).where('email_key', '=', key),
);

// The 1 stands in the SQL: the index holds administrators only, and would not be thought of for a parameter.
export const anyAdministrator = query()((db) =>
  db.selectFrom('users').select('id').where('is_admin', '=', sql.lit(1)).limit(1),
);

/** What the table's constraints mean. */
export const violations = {
  users_username_key_key: attributeProblem('username', 'Username has already been taken'),
  users_email_key_key: attributeProblem('email', 'Email has already been taken'),
};

/** `ids` is a JSON array. */
export const usersByIds = query<{ ids: string }>()((db, { ids }, engine) =>
  db
    .selectFrom('users')
    .select(columns)
    .where(({ ref }) => isOneOf(engine, ref('id'), ids)),
);

export const userInOrganization = query<{ user: string; organization: string }>()((db, { user, organization }) =>
  db.selectFrom('memberships').select('id').where('user_id', '=', user).where('organization_id', '=', organization),
);

export const organizationInCommon = query<{ one: string; other: string }>()((db, { one, other }) =>
  db
    .selectFrom('memberships as mine')
    .innerJoin('memberships as theirs', 'theirs.organization_id', 'mine.organization_id')
    .select('mine.organization_id')
    .where('mine.user_id', '=', one)
    .where('theirs.user_id', '=', other)
    .limit(1),
);

/** Which of some folded usernames, in a JSON array, are taken. */
export const usernameKeysAmong = query<{ keys: string }>()((db, { keys }, engine) =>
  db
    .selectFrom('users')
    .select('username_key')
    .where(({ ref }) => isOneOf(engine, ref('username_key'), keys)),
);

/** The accounts of the whole instance whose folded username or e-mail address is like a pattern. */
export const allUsers = pageQueries<{ pattern: string }>()(
  (db, { pattern }) =>
    db
      .selectFrom('users')
      .select(columns)
      .where(({ or, ref }) => or([isLike(ref('username_key'), pattern), isLike(ref('email_key'), pattern)])),
  (rows) => rows.orderBy('users.username_key'),
);
