import { sql } from 'kysely';
import { held, isOneOf, spacedList } from '../../../db/expressions.ts';
import { type Builder, query } from '../../../db/query.ts';
import { attributeProblem } from '../../../jsonapi/errors.ts';
import { isSharedWith, type UserView } from './visibility.ts';

/** An account as rules know it. */
export interface UserRow {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly is_admin: number;
  readonly is_suspended: number;
  readonly is_service_account: number;
  /** Whether there is a secret that codes come from, and whether a code has proved that it arrived. */
  readonly has_two_factor: number;
  readonly is_two_factor_verified: number;
  readonly activated_at: string | null;
  readonly created_at: string;
}

/** An account as somebody sees it. */
export interface ShownUser extends UserRow {
  /** The names of the organizations that the viewer sees, separated by spaces. */
  readonly organization_names: string | null;
}

const isSet = (column: 'two_factor_secret' | 'two_factor_confirmed_at') =>
  sql<number>`case when ${sql.ref(`users.${column}`)} is null then 0 else 1 end`;

const columns = [
  'users.id',
  'users.username',
  'users.email',
  'users.is_admin',
  'users.is_suspended',
  'users.is_service_account',
  isSet('two_factor_secret').as('has_two_factor'),
  isSet('two_factor_confirmed_at').as('is_two_factor_verified'),
  'users.activated_at',
  'users.created_at',
] as const;

const users = (db: Builder) => db.selectFrom('users').select(columns);

const shownUsers = (db: Builder, view: UserView) =>
  users(db).select(({ selectFrom }) =>
    selectFrom('memberships')
      .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
      .select(({ ref }) => spacedList(ref('organizations.name')).as('names'))
      .whereRef('memberships.user_id', '=', 'users.id')
      .where(() => isSharedWith(view))
      .as('organization_names'),
  );

export const userById = query<{ id: string }>()((db, { id }) => users(db).where('id', '=', id));

export const userByUsername = query<{ key: string }>()((db, { key }) => users(db).where('username_key', '=', key));

/** Holds the account, so that nobody else changes or deletes it meanwhile. */
export const heldUserById = query<{ id: string }>()((db, { id }, engine) =>
  held(engine, users(db).where('id', '=', id)),
);

/** Holds the account, so that it is still there when it becomes a member of something. */
export const heldUserByEmail = query<{ key: string }>()((db, { key }, engine) =>
  held(engine, users(db).where('email_key', '=', key)),
);

export const shownUserById = query<UserView & { id: string }>()((db, asked) =>
  shownUsers(db, asked).where('users.id', '=', asked.id),
);

export const anyAdministrator = query()((db) => db.selectFrom('users').select('id').where('is_admin', '=', 1).limit(1));

/** What the table's constraints mean. */
export const violations = {
  users_username_key_key: attributeProblem('username', 'Username has already been taken'),
  users_email_key_key: attributeProblem('email', 'Email has already been taken'),
};

/** What other accounts have that this one wants: its username, or its e-mail address. */
export const rivalsOf = query<{ id: string; username_key: string; email_key: string }>()((db, wanted) =>
  db
    .selectFrom('users')
    .select(['username_key', 'email_key'])
    .where(({ eb, or }) => or([eb('username_key', '=', wanted.username_key), eb('email_key', '=', wanted.email_key)]))
    .where('id', '!=', wanted.id),
);

/** `ids` is a JSON array. */
export const shownUsersByIds = query<UserView & { ids: string }>()((db, asked, engine) =>
  shownUsers(db, asked).where(({ ref }) => isOneOf(engine, ref('users.id'), asked.ids)),
);

/** In order; `keys` are folded usernames in a JSON array. */
export const shownUsersByKeys = query<UserView & { keys: string }>()((db, asked, engine) =>
  shownUsers(db, asked)
    .where(({ ref }) => isOneOf(engine, ref('users.username_key'), asked.keys))
    .orderBy('users.username_key'),
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
