import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { attributeProblem, invalid } from '../../../jsonapi/errors.ts';
import type { Actor, Person } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { attempt, keyOf } from '../../../runtime/limits/attempts.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { attemptParts, enqueueMail } from '../../instance/index.ts';
import { passwordChange } from '../mails.ts';
import { passwordHasher } from '../password-hashing/hasher.ts';
import { endSessionsOf } from '../sessions/store.ts';
import { credentialsById, credentialsForUpdate, type StoredCredentials, updateUser } from '../users/store.ts';
import { getUser, lockCredentials } from '../users/users.ts';
import { deletePasswordLinks, deleteShownLinks } from './store.ts';
import { requireStrongPassword } from './strength.ts';

const guessesAMinute = 5;

/** A new password for an account whose row is locked. `spared` is the identifier of the only session that is kept. */
export interface NewPassword {
  readonly account: StoredCredentials;
  readonly hash: string;
  readonly spared?: string | undefined;
}

/** Sets an account's password on behalf of the operator. 404 if the account was deleted. */
export async function resetPassword(context: Context, actor: Actor, userId: string, password: string): Promise<void> {
  await requireStrongPassword(context, password, await getUser(context, userId));
  const hash = await passwordHasher(context).hash(password);
  await auditedTransaction(context, actor, async (tx) => {
    const account = await lockCredentials(tx, userId);
    return { result: undefined, audit: [await setPassword(tx, context, { account, hash })] };
  });
}

/** Changes the caller's own password and ends all other sessions. 422 if the current password is wrong. */
export async function changePassword(
  context: Context,
  actor: Actor,
  person: Person,
  { current, wanted }: { readonly current: string; readonly wanted: string },
): Promise<void> {
  const before = await context.database.first(credentialsById, { id: person.id });
  if (before === undefined || !(await isOwnPassword(context, person, current))) throw wrongPassword();
  await requireStrongPassword(context, wanted, before);
  const hash = await passwordHasher(context).hash(wanted);
  await auditedTransaction(context, actor, async (tx) => {
    const account = await tx.first(credentialsForUpdate, { id: person.id });
    if (account === undefined || account.password_hash !== before.password_hash) throw wrongPassword();
    const entry = await setPassword(tx, context, { account, hash, spared: actor.session?.id });
    return { result: undefined, audit: [entry] };
  });
}

/**
 * Sets an account's password. The transaction must have locked the account's row. Ends all sessions except `spared`,
 * invalidates password links, and activates an invited person. If the account already had a password, the owner is
 * notified by mail.
 */
export async function setPassword(
  tx: Transaction,
  context: Context,
  { account, hash, spared }: NewPassword,
): Promise<AuditEntry> {
  const { id, username, email, email_proof, activated_at, password_hash: former } = account;
  await updateUser(tx, id, { password_hash: hash, activated_at: activated_at ?? timestamp(context.clock.now()) });
  if (former !== null) await enqueueMail(tx, context, email, passwordChange(username));
  // If the account is in use and its address is unconfirmed, mailed links stay valid. They may belong to an invitation
  // of the mailbox's real owner, which the user of the account must not be able to revoke.
  const isClaim = email_proof === null && activated_at !== null;
  await (isClaim ? deleteShownLinks : deletePasswordLinks)(tx, id);
  const sessionsEnded = await endSessionsOf(tx, id, spared);
  return { action: 'user.set-password', type: 'users', id, after: { 'sessions-ended': sessionsEnded } };
}

/** Whether this is the person's password. 429 after too many wrong passwords. */
export function isOwnPassword(context: Context, { id }: Person, password: string): Promise<boolean> {
  const limits = [{ key: keyOf('password', id), max: guessesAMinute }];
  const verify = async () => {
    const stored = await context.database.first(credentialsById, { id });
    return passwordHasher(context).verify(password, stored?.password_hash);
  };
  return attempt(attemptParts(context), limits, verify);
}

const wrongPassword = () =>
  invalid(attributeProblem('current-password', 'wrong-password', 'Current password is wrong'));
