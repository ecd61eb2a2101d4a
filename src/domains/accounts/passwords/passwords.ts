import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { attributeProblem, invalid, notFound } from '../../../jsonapi/errors.ts';
import type { Actor, Person } from '../../../lib/actor.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { timestamp } from '../../../lib/clock.ts';
import { hashPassword, isPasswordOf } from '../../../lib/passwords.ts';
import { attempt, keyOf } from '../../../runtime/attempts.ts';
import { change } from '../../audit/audit.ts';
import { endSessionsOf } from '../sessions/endings.ts';
import { heldPassword, passwordOf } from './store.ts';

const guessesAMinute = 5;

/** A password that was chosen for an account; `spared` is the one session that goes on. */
export interface NewPassword {
  readonly userId: string;
  readonly hash: string;
  readonly spared?: string | undefined;
}

/** Makes every link to set an account's password useless. */
export const endPasswordLinks = (tx: Transaction, userId: string): Promise<number> =>
  tx.run((db) => db.deleteFrom('password_links').where('user_id', '=', userId));

/**
 * Sets a password inside a change that holds the account: every other session ends, every link to set one is dead,
 * and somebody who was invited is active from now on.
 */
export const setPassword = async (
  tx: Transaction,
  { clock }: Context,
  { userId, hash, spared }: NewPassword,
): Promise<AuditEntry> => {
  const at = timestamp(clock.now());
  await tx.run((db) =>
    db
      .updateTable('users')
      .set(({ fn, val }) => ({ password_hash: hash, activated_at: fn.coalesce('activated_at', val(at)) }))
      .where('id', '=', userId),
  );
  await endPasswordLinks(tx, userId);
  const sessionsEnded = await endSessionsOf(tx, userId, spared);
  return { action: 'user.set-password', type: 'users', id: userId, after: { sessionsEnded } };
};

/** Sets a password for somebody else, as the operator does; 404 when the account is gone. */
export const resetPassword = async (
  context: Context,
  actor: Actor,
  userId: string,
  password: string,
): Promise<void> => {
  const hash = await hashPassword(password);
  await change(context, actor, async (tx) => {
    if ((await tx.first(heldPassword, { id: userId })) === undefined) throw notFound();
    return { result: undefined, audit: [await setPassword(tx, context, { userId, hash })] };
  });
};

const wrongPassword = () => invalid(attributeProblem('current-password', 'Current password is not right'));

/** Whether this is a person's password; 429 after too many wrong ones. */
export const isOwnPassword = (context: Context, { id }: Person, password: string): Promise<boolean> =>
  attempt(context, [{ key: keyOf('password', id), most: guessesAMinute }], async () => {
    const stored = await context.database.first(passwordOf, { id });
    return isPasswordOf(password, stored?.password_hash);
  });

/** Changes one's own password. 422 when the current one is not right; every session ends but the one at hand. */
export const changePassword = async (
  context: Context,
  actor: Actor,
  person: Person,
  { current, wanted }: { readonly current: string; readonly wanted: string },
): Promise<void> => {
  const before = await context.database.first(passwordOf, { id: person.id });
  if (!(await isOwnPassword(context, person, current))) throw wrongPassword();
  const hash = await hashPassword(wanted);
  await change(context, actor, async (tx) => {
    const now = await tx.first(heldPassword, { id: person.id });
    if (now === undefined || now.password_hash !== before?.password_hash) throw wrongPassword();
    const entry = await setPassword(tx, context, { userId: person.id, hash, spared: actor.session?.id });
    return { result: undefined, audit: [entry] };
  });
};
