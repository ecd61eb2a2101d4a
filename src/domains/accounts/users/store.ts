// All statements that write the tables `users` and `user_counts`, and queries for single accounts.
import { sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import { forUpdate, isInJsonArray } from '../../../db/expressions.ts';
import { type Linking, linkage, wholeLinkage } from '../../../db/linkage.ts';
import { list } from '../../../db/list.ts';
import { type Builder, query } from '../../../db/query.ts';
import { attributeProblem } from '../../../jsonapi/errors.ts';
import { explained } from '../../../jsonapi/violations.ts';
import type { RowOf } from '../../../kernel/columns.ts';
import { folded } from '../../../lib/text/text.ts';
import { type AccountStatus, type StatusCounts, statusColumn } from './counts.ts';
import { emailProof } from './email-proof.ts';
import type { users as entity } from './entity.ts';
import { inviter, isAddressConfirmed, isSharedWith, type UserView, wantedAddress } from './visibility.ts';

const plainColumns = [
  'id',
  'username',
  'email',
  'former_email',
  'former_email_proof',
  'unconfirmed_email',
  'is_admin',
  'is_suspended',
  'is_service_account',
  'activated_at',
  'created_at',
] as const;

const credentialColumns = [
  ...plainColumns,
  'password_hash',
  'email_changed_at',
  'two_factor_secret',
  'two_factor_confirmed_at',
  'two_factor_step',
  'two_factor_phone',
] as const;

type Row = RowOf<typeof entity.columns>;

export interface UserRow extends Pick<Row, (typeof plainColumns)[number] | 'email_proof'> {
  /**
   * `has_two_factor` is 1 if a secret for one-time codes is stored. `is_two_factor_verified` is 1 if a first code has
   * confirmed it.
   */
  readonly has_two_factor: number;
  readonly is_two_factor_verified: number;
}

/** An account with its password hash and second factor. */
export type StoredCredentials = Pick<Row, (typeof credentialColumns)[number] | 'email_proof'>;

/** An account as a viewer sees it. */
export interface ShownUser extends UserRow {
  /** Names of the organizations that the viewer may see, separated by spaces. */
  readonly organization_names: string | null;
  /** Pending address. Null unless the viewer is the owner or an administrator. */
  readonly wanted_email: string | null;
  /** 1 if the address is confirmed. Null if the viewer may not see this. */
  readonly is_email_confirmed: number | null;
  /** Text that names the inviter and the organization. Null if the viewer may not see this. */
  readonly invited_by: string | null;
  /** 1 if the account signs in only through an identity provider. */
  readonly is_sso_only: number;
}

const isSet = (column: 'two_factor_secret' | 'two_factor_confirmed_at') =>
  sql<number>`case when ${sql.ref(`users.${column}`)} is null then 0 else 1 end`;

/**
 * SQL expression that is 1 if the account signs in only through an identity provider. `table` is the table's alias in
 * the query.
 */
export const isSsoOnly = (table: 'users' | 'targets') =>
  sql<number>`case when ${sql.ref(`${table}.password_hash`)} is null and ${sql.ref(`${table}.sso_signed_in_at`)} is not null then 1 else 0 end`;

const columns = [
  ...plainColumns.map((name) => `users.${name}` as const),
  emailProof.as('email_proof'),
  isSet('two_factor_secret').as('has_two_factor'),
  isSet('two_factor_confirmed_at').as('is_two_factor_verified'),
] as const;

const users = (db: Builder) => db.selectFrom('users').select(columns);

const credentials = (db: Builder) =>
  db.selectFrom('users').select(credentialColumns).select(emailProof.as('email_proof'));

/** Columns of to-many relationships. */
export const userLinkage = ['organization_names'];

const shownUsers = (db: Builder, view: UserView, linked: number) =>
  users(db).select(({ selectFrom }) => [
    wantedAddress(view).as('wanted_email'),
    isAddressConfirmed(view).as('is_email_confirmed'),
    inviter(view).as('invited_by'),
    isSsoOnly('users').as('is_sso_only'),
    linkage(
      selectFrom('memberships')
        .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
        .select('organizations.name as id')
        .whereRef('memberships.user_id', '=', 'users.id')
        .where(() => isSharedWith(view)),
      linked,
    ).as('organization_names'),
  ]);

export const userById = query<{ id: string }>()((db, { id }) => users(db).where('id', '=', id));

export const userByEmail = query<{ key: string }>()((db, { key }) => users(db).where('email_key', '=', key));

export const userByUsername = query<{ key: string }>()((db, { key }) => users(db).where('username_key', '=', key));

/** Locks the account, so that it cannot be changed or deleted concurrently. */
export const userForUpdate = query<{ id: string }>()((db, { id }, engine) =>
  forUpdate(engine, users(db).where('id', '=', id)),
);

/** Locks the account, so that it cannot be deleted while memberships for it are inserted. */
export const userByEmailForUpdate = query<{ key: string }>()((db, { key }, engine) =>
  forUpdate(engine, users(db).where('email_key', '=', key)),
);

/** Locks two accounts in the order of their identifiers. */
export const usersForUpdate = query<{ one: string; other: string }>()((db, { one, other }, engine) =>
  forUpdate(
    engine,
    users(db)
      .where(({ eb, or }) => or([eb('id', '=', one), eb('id', '=', other)]))
      .orderBy('id'),
  ),
);

export const credentialsById = query<{ id: string }>()((db, { id }) => credentials(db).where('id', '=', id));

export const credentialsByUsername = query<{ key: string }>()((db, { key }) =>
  credentials(db).where('username_key', '=', key),
);

export const credentialsByEmail = query<{ key: string }>()((db, { key }) =>
  credentials(db).where('email_key', '=', key),
);

/** Locks the account, so that nobody can sign in while it is suspended or its credentials change. */
export const credentialsForUpdate = query<{ id: string }>()((db, { id }, engine) =>
  forUpdate(engine, credentials(db).where('id', '=', id)),
);

export const credentialsByEmailForUpdate = query<{ key: string }>()((db, { key }, engine) =>
  forUpdate(engine, credentials(db).where('email_key', '=', key)),
);

export const shownUserById = query<UserView & { id: string }>()((db, parameters) =>
  shownUsers(db, parameters, wholeLinkage).where('users.id', '=', parameters.id),
);

export const anyAdministrator = query()((db) => db.selectFrom('users').select('id').where('is_admin', '=', 1).limit(1));

export const violations = {
  users_username_key_key: attributeProblem('username', 'taken', 'Username has already been taken'),
  users_email_key_key: attributeProblem('email', 'taken', 'Email has already been taken'),
};

/** Other accounts with this username or e-mail address. */
export const usersWithNames = query<{ id: string; username_key: string; email_key: string }>()((db, wanted) =>
  db
    .selectFrom('users')
    .select(['username_key', 'email_key', emailProof.as('email_proof')])
    .where(({ eb, or }) => or([eb('username_key', '=', wanted.username_key), eb('email_key', '=', wanted.email_key)]))
    .where('id', '!=', wanted.id),
);

/** Accounts with the identifiers in the JSON array `ids`. */
export const shownUsersByIds = query<UserView & Linking & { ids: string }>()((db, parameters, engine) =>
  shownUsers(db, parameters, parameters.linked).where(({ ref }) =>
    isInJsonArray(engine, ref('users.id'), parameters.ids),
  ),
);

/** Accounts sorted by username. `keys` is a JSON array of case-folded usernames. */
export const shownUsersByKeys = query<UserView & Linking & { keys: string }>()((db, parameters, engine) =>
  shownUsers(db, parameters, parameters.linked)
    .where(({ ref }) => isInJsonArray(engine, ref('users.username_key'), parameters.keys))
    .orderBy('users.username_key'),
);

/** Filter values `true` and `false`. Other texts are ignored. */
export const flagFilter = {
  choices: ['true', 'false'],
  read: (text: string) => flagFilter.choices.find((one) => one === text),
};

/** Accounts sorted by username, with optional filters on administrators and suspended accounts. */
export const shownUsersInOrder = list<UserView>()(
  (db, parameters) => shownUsers(db, parameters, parameters.linked),
  (rows) => rows.orderBy('users.username_key'),
  {
    filters: {
      'filter[admin]': { ...flagFilter, where: (eb, flag) => eb('users.is_admin', '=', Number(flag === 'true')) },
      'filter[suspended]': {
        ...flagFilter,
        where: (eb, flag) => eb('users.is_suspended', '=', Number(flag === 'true')),
      },
    },
    linkage: userLinkage,
    key: ['username_key'],
  },
);

/** A membership of the account in an organization that the viewer may see. */
export const sharedMembership = query<{ user: string } & UserView>()((db, parameters) =>
  db
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
    .select('memberships.id')
    .where('memberships.user_id', '=', parameters.user)
    .where(isSharedWith(parameters))
    .limit(1),
);

/** Usernames from the JSON array `keys` that are already taken. The array holds case-folded usernames. */
export const usernameKeysAmong = query<{ keys: string }>()((db, { keys }, engine) =>
  db
    .selectFrom('users')
    .select('username_key')
    .where(({ ref }) => isInJsonArray(engine, ref('username_key'), keys)),
);

/** An account to insert. Its password is already hashed, because hashing is too slow for a transaction. */
export interface UserDraft {
  readonly row: UserRow;
  readonly passwordHash: string | null;
  readonly invitedBy?: string | null;
}

const valuesOf = ({ row, passwordHash, invitedBy = null }: UserDraft) => {
  const { has_two_factor, is_two_factor_verified, ...stored } = row;
  return {
    ...stored,
    username_key: folded(row.username),
    email_key: folded(row.email),
    password_hash: passwordHash,
    invited_by: invitedBy,
  };
};

const counterRowId = 1;

/**
 * Adds 1 to the counter of accounts with this status, or subtracts 1. The counter row stays locked until the
 * transaction ends, so that decisions that depend on all accounts are made one at a time. To avoid deadlocks, a
 * transaction must lock this row last.
 */
const count = (tx: Transaction, status: AccountStatus, by: 1 | -1): Promise<number> => {
  const column = statusColumn(status);
  const changed = sql<number>`${sql.ref(column)} + ${sql.lit(by)}`;
  return tx.run((db) =>
    db
      .updateTable('user_counts')
      .set({ [column]: changed })
      .where('id', '=', counterRowId),
  );
};

export const insertUser = explained(violations, async (tx: Transaction, draft: UserDraft): Promise<void> => {
  await tx.run((db) => db.insertInto('users').values(valuesOf(draft)));
  await count(tx, draft.row, 1);
});

/** Inserts an account. Returns false and writes nothing if the username or e-mail address is taken. */
export async function insertUserIfFree(tx: Transaction, draft: UserDraft): Promise<boolean> {
  const written = await tx.run((db) =>
    db
      .insertInto('users')
      .values(valuesOf(draft))
      .onConflict((conflict) => conflict.doNothing()),
  );
  if (written === 1) await count(tx, draft.row, 1);
  return written === 1;
}

/** Columns that can change without affecting the account's status. */
type Changes = Partial<
  Pick<
    StoredCredentials,
    | 'username'
    | 'email'
    | 'email_proof'
    | 'former_email'
    | 'former_email_proof'
    | 'unconfirmed_email'
    | 'email_changed_at'
    | 'password_hash'
    | 'activated_at'
    | 'two_factor_secret'
    | 'two_factor_confirmed_at'
    | 'two_factor_step'
    | 'two_factor_phone'
  > & { readonly sso_signed_in_at: string | null; readonly signed_in_at: string }
>;

export const updateUser = explained(violations, (tx: Transaction, id: string, changes: Changes): Promise<number> => {
  const { username, email } = changes;
  const keys = {
    ...(username !== undefined && { username_key: folded(username) }),
    ...(email !== undefined && { email_key: folded(email) }),
  };
  return tx.run((db) =>
    db
      .updateTable('users')
      .set({ ...changes, ...keys })
      .where('id', '=', id),
  );
});

/** Suspends, reactivates, promotes or demotes an account, whose row the transaction must have locked. */
export async function setUserStatus(
  tx: Transaction,
  before: UserRow,
  { is_admin, is_suspended }: AccountStatus,
): Promise<void> {
  await tx.run((db) => db.updateTable('users').set({ is_admin, is_suspended }).where('id', '=', before.id));
  await count(tx, before, -1);
  await count(tx, { is_admin, is_suspended }, 1);
}

/**
 * Deletes an account with its tokens, sessions, memberships and two-factor data. The transaction must have locked the
 * account's row.
 */
export async function deleteUserRow(tx: Transaction, before: UserRow): Promise<void> {
  await tx.run((db) => db.deleteFrom('users').where('id', '=', before.id));
  await count(tx, before, -1);
}

const countColumns = ['active_members', 'suspended_members', 'active_admins', 'suspended_admins'] as const;

export const userCounts = query()((db) =>
  db.selectFrom('user_counts').select(countColumns).where('id', '=', counterRowId),
);

/** Locks the counters. Until the transaction ends, no account can be added or deleted, or change its status. */
export const userCountsForUpdate = query()((db, _none, engine) =>
  forUpdate(engine, db.selectFrom('user_counts').select(countColumns).where('id', '=', counterRowId)),
);

const counted = sql<StatusCounts>`select
  coalesce(sum((1 - is_admin) * (1 - is_suspended)), 0) as active_members,
  coalesce(sum((1 - is_admin) * is_suspended), 0) as suspended_members,
  coalesce(sum(is_admin * (1 - is_suspended)), 0) as active_admins,
  coalesce(sum(is_admin * is_suspended), 0) as suspended_admins
from users`;

/** Numbers of accounts by status, counted in the table of accounts. */
export const countedStatuses = query()((db) => ({ compile: () => counted.compile(db) }));

/** Returns one row if the counters are correct, and none otherwise. */
export const correctCounts = query()((db) => ({
  compile: () =>
    sql<{ id: string }>`select c.id from user_counts c join (${counted}) n
      on c.active_members = n.active_members and c.suspended_members = n.suspended_members
      and c.active_admins = n.active_admins and c.suspended_admins = n.suspended_admins`.compile(db),
}));

/** Inserts the counter row if it was deleted. */
export function restoreUserCounts(tx: Transaction, counts: StatusCounts): Promise<number> {
  return tx.run((db) =>
    db
      .insertInto('user_counts')
      .values({ id: counterRowId, ...counts })
      .onConflict((conflict) => conflict.column('id').doNothing()),
  );
}

export function setUserCounts(tx: Transaction, counts: StatusCounts): Promise<number> {
  return tx.run((db) => db.updateTable('user_counts').set(counts).where('id', '=', counterRowId));
}
