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
  type Credentials,
  credentialsForUpdate,
  insertUser,
  insertUserIfFree,
  type ShownUser,
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

/** A new account. A person without a password cannot sign in with one until it is set. */
export interface UserInput {
  readonly username: string;
  readonly email: string;
  readonly password?: string | undefined;
  readonly isAdmin?: boolean;
  readonly isServiceAccount?: boolean;
  /** Source of the proof of the address, or null without one; an administrator by default. */
  readonly emailProof?: UserRow['email_proof'];
  /** Inviter and organization, in words. */
  readonly invitedBy?: string | null;
}

/** Detail of the 422 for a service account as an administrator. */
export const noAdministrator = 'A service account cannot be an administrator.';

/** Prepares an account for `addUser`. 422 for a service account as an administrator. */
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
 * 422 with every name that another account has; an address that it merely claims is no hindrance to somebody who is about
 * to prove it. The constraints of the table report only one, and are there for names that
 * are taken at the same moment.
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

/** Inserts a drafted account inside a transaction; answers the audit entry. 422 when its names are taken. */
export async function addUser(tx: Transaction, draft: UserDraft): Promise<AuditEntry> {
  await requireFreeNames(tx, draft.row);
  await insertUser(tx, draft);
  return entryOf(draft);
}

/** Like `addUser`, but undefined, with nothing inserted, when the username or the address has just been taken. */
export async function addUserIfFree(tx: Transaction, draft: UserDraft): Promise<AuditEntry | undefined> {
  return (await insertUserIfFree(tx, draft)) ? entryOf(draft) : undefined;
}

/**
 * Finds an account by its identifier or its username. A text with the form of an identifier is never taken as a username:
 * otherwise a person could choose the identifier of a deleted account as a username, and be mistaken for it.
 */
export async function findUser({ database }: Context, idOrUsername: string): Promise<UserRow | undefined> {
  const byId = await database.first(userById, { id: idOrUsername });
  if (byId !== undefined || isIdForm('user', idOrUsername)) return byId;
  return database.first(userByUsername, { key: folded(idOrUsername) });
}

/** Like `findUser`; 404 when there is none. */
export async function getUser(context: Context, idOrUsername: string): Promise<UserRow> {
  return existing(await findUser(context, idOrUsername));
}

/** Locks an account until the transaction ends; 404 when it has been deleted. */
export async function lockUser(tx: Transaction, id: string): Promise<UserRow> {
  return existing(await tx.first(userForUpdate, { id }));
}

/** Like `lockUser`, with the credentials. */
export async function lockCredentials(tx: Transaction, id: string): Promise<Credentials> {
  return existing(await tx.first(credentialsForUpdate, { id }));
}

/** An account by its identifier, with the organizations that the actor sees; 404 when there is none. */
export async function getShownUser(reader: Reader, actor: Actor, id: string): Promise<ShownUser> {
  return existing(await reader.first(shownUserById, { ...userViewOf(actor), id }));
}

/** Accounts by their identifiers, with the organizations that the actor sees. */
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
