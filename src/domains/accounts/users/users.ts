import type { Context } from '../../../context.ts';
import type { Reader, Transaction } from '../../../db/database.ts';
import { readLinked } from '../../../db/linkage.ts';
import { attributeProblem, existing, invalid, requireNone } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { isIdForm, newId } from '../../../kernel/ids.ts';
import { folded } from '../../../lib/text/text.ts';
import { passwordHasher } from '../password-hashing/hasher.ts';
import { withPermissions } from './permissions.ts';
import {
  credentialsForUpdate,
  insertUser,
  insertUserIfFree,
  type ShownUser,
  type StoredCredentials,
  shownUserById,
  shownUsersByIds,
  type UserDraft,
  type UserRow,
  userById,
  userByUsername,
  userForUpdate,
  userLinkage,
  usersWithNames,
  violations,
} from './store.ts';
import { userViewOf } from './visibility.ts';

export type { ShownUser, UserDraft, UserRow } from './store.ts';

/** Input for a new account. Without a password, the person must set one before the first sign-in with a password. */
export interface UserInput {
  readonly username: string;
  readonly email: string;
  readonly password?: string | undefined;
  readonly isAdmin?: boolean;
  readonly isServiceAccount?: boolean;
  /**
   * How the address was confirmed, or null if it is unconfirmed. If the property is absent, an administrator has
   * confirmed the address.
   */
  readonly emailProof?: UserRow['email_proof'];
  /** Text that names the inviter and the organization. */
  readonly invitedBy?: string | null;
}

/** Error detail of the 422 if a service account is made an administrator. */
export const noAdministrator = 'A service account cannot be an administrator.';

/** Prepares an account for `addUser`. 422 if a service account is made an administrator. */
export async function draftUser(context: Context, input: UserInput): Promise<UserDraft> {
  if (input.isAdmin && input.isServiceAccount) throw invalid(attributeProblem('is-admin', 'invalid', noAdministrator));
  const at = timestamp(context.clock.now());
  const passwordHash = input.password === undefined ? null : await passwordHasher(context).hash(input.password);
  return {
    passwordHash,
    invitedBy: input.invitedBy ?? null,
    row: {
      id: newId('user'),
      username: input.username,
      email: input.email,
      email_proof: input.emailProof === undefined ? 'administrator' : input.emailProof,
      former_email: null,
      former_email_proof: null,
      unconfirmed_email: null,
      is_admin: input.isAdmin === true ? 1 : 0,
      is_suspended: 0,
      is_service_account: input.isServiceAccount === true ? 1 : 0,
      has_two_factor: 0,
      is_two_factor_verified: 0,
      activated_at: passwordHash === null ? null : at,
      created_at: at,
    },
  };
}

export function recordedAccount({ username, email, is_admin, is_service_account }: UserRow): object {
  return {
    username,
    email,
    'is-admin': is_admin === 1,
    'is-service-account': is_service_account === 1,
  };
}

/**
 * Throws 422 with a problem for the username and for the address if another account uses them. If the caller is about
 * to confirm the address, other accounts that have not confirmed it are ignored. The table's constraints also catch
 * names that are taken concurrently, but would report only one name.
 */
export async function requireFreeNames(
  tx: Transaction,
  { id, username, email }: Pick<UserRow, 'id' | 'username' | 'email'>,
  isToBeProved = false,
): Promise<void> {
  const wanted = { username_key: folded(username), email_key: folded(email) };
  const namesakes = await tx.rows(usersWithNames, { id, ...wanted });
  const problems = [
    ...(namesakes.some(({ username_key }) => username_key === wanted.username_key)
      ? [violations.users_username_key_key]
      : []),
    ...(namesakes.some(
      ({ email_key, email_proof }) => email_key === wanted.email_key && !(isToBeProved && email_proof === null),
    )
      ? [violations.users_email_key_key]
      : []),
  ];
  requireNone(problems);
}

/** Inserts an account inside a transaction and returns the audit entry. 422 if the username or address is taken. */
export async function addUser(tx: Transaction, draft: UserDraft): Promise<AuditEntry> {
  await requireFreeNames(tx, draft.row);
  await insertUser(tx, draft);
  return entryOf(draft);
}

/** Like `addUser`, but returns undefined and inserts nothing if the username or address was just taken. */
export async function addUserIfFree(tx: Transaction, draft: UserDraft): Promise<AuditEntry | undefined> {
  return (await insertUserIfFree(tx, draft)) ? entryOf(draft) : undefined;
}

/**
 * Finds an account by identifier or username. Text in the format of an identifier is never looked up as a username.
 * Otherwise somebody could choose the identifier of a deleted account as a username and be mistaken for that account.
 */
export async function findUser({ database }: Context, idOrUsername: string): Promise<UserRow | undefined> {
  const byId = await database.first(userById, { id: idOrUsername });
  if (byId !== undefined || isIdForm('user', idOrUsername)) return byId;
  return database.first(userByUsername, { key: folded(idOrUsername) });
}

/** Like `findUser`, but throws 404 if the account does not exist. */
export async function getUser(context: Context, idOrUsername: string): Promise<UserRow> {
  return existing(await findUser(context, idOrUsername));
}

/** Locks an account until the transaction ends. 404 if it was deleted. */
export async function lockUser(tx: Transaction, id: string): Promise<UserRow> {
  return existing(await tx.first(userForUpdate, { id }));
}

/** Like `lockUser`, but returns the credentials. */
export async function lockCredentials(tx: Transaction, id: string): Promise<StoredCredentials> {
  return existing(await tx.first(credentialsForUpdate, { id }));
}

/** Returns an account with the organizations that the actor may see. 404 if it does not exist. */
export async function getShownUser(reader: Reader, actor: Actor, id: string): Promise<ShownUser> {
  return existing(await reader.first(shownUserById, { ...userViewOf(actor), id }));
}

/** Returns accounts by identifier, with the organizations that the actor may see. */
export async function findUsersByIds(
  context: Context,
  ids: readonly string[],
  actor: Actor,
): Promise<readonly ShownUser[]> {
  const view = userViewOf(actor);
  const rows = await readLinked(userLinkage, (linked) =>
    context.database.rows(shownUsersByIds, { ...view, ids: JSON.stringify(ids), linked }),
  );
  return rows.map((row) => withPermissions(context, actor, row));
}

const entryOf = ({ row }: UserDraft): AuditEntry => ({
  action: 'user.create',
  type: 'users',
  id: row.id,
  after: recordedAccount(row),
});
