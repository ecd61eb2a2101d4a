import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { attributeProblem, invalid } from '../../../jsonapi/errors.ts';
import type { Actor, Person } from '../../../lib/actor.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { timestamp } from '../../../lib/clock.ts';
import { attempt, keyOf } from '../../../runtime/attempts.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { endSessionsOf } from '../sessions/store.ts';
import { type Credentials, credentialsById, lockedCredentialsById, updateUser } from '../users/store.ts';
import { lockCredentials } from '../users/users.ts';
import { deletePasswordLinks } from './store.ts';

const guessesAMinute = 5;

/** A password that was chosen for a locked account; `spared` is the one session that goes on. */
export interface NewPassword {
  readonly account: Credentials;
  readonly hash: string;
  readonly spared?: string | undefined;
}

/**
 * Sets a password inside a change that holds the account: every other session ends, every link to set one is dead,
 * and somebody who was invited is active from now on.
 */
export const setPassword = async (
  tx: Transaction,
  { clock }: Context,
  { account: { id, activated_at }, hash, spared }: NewPassword,
): Promise<AuditEntry> => {
  await updateUser(tx, id, { password_hash: hash, activated_at: activated_at ?? timestamp(clock.now()) });
  await deletePasswordLinks(tx, id);
  const sessionsEnded = await endSessionsOf(tx, id, spared);
  return { action: 'user.set-password', type: 'users', id, after: { sessionsEnded } };
};

/** Sets a password for somebody else, as the operator does; 404 when the account is gone. */
export const resetPassword = async (
  context: Context,
  actor: Actor,
  userId: string,
  password: string,
): Promise<void> => {
  const hash = await context.passwords.hash(password);
  await auditedTransaction(context, actor, async (tx) => {
    const account = await lockCredentials(tx, userId);
    return { result: undefined, audit: [await setPassword(tx, context, { account, hash })] };
  });
};

const wrongPassword = () => invalid(attributeProblem('current-password', 'Current password is not right'));

/** Whether this is a person's password; 429 after too many wrong ones. */
export const isOwnPassword = (context: Context, { id }: Person, password: string): Promise<boolean> =>
  attempt(context, [{ key: keyOf('password', id), max: guessesAMinute }], async () => {
    const stored = await context.database.first(credentialsById, { id });
    return context.passwords.verify(password, stored?.password_hash);
  });

/** Changes one's own password. 422 when the current one is not right; every session ends but the one at hand. */
export const changePassword = async (
  context: Context,
  actor: Actor,
  person: Person,
  { current, wanted }: { readonly current: string; readonly wanted: string },
): Promise<void> => {
  const before = await context.database.first(credentialsById, { id: person.id });
  if (!(await isOwnPassword(context, person, current))) throw wrongPassword();
  const hash = await context.passwords.hash(wanted);
  await auditedTransaction(context, actor, async (tx) => {
    const account = await tx.first(lockedCredentialsById, { id: person.id });
    if (account === undefined || account.password_hash !== before?.password_hash) throw wrongPassword();
    const entry = await setPassword(tx, context, { account, hash, spared: actor.session?.id });
    return { result: undefined, audit: [entry] };
  });
};
