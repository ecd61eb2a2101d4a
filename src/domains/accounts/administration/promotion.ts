import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { type Actor, impersonatorOf } from '../../../kernel/actor.ts';
import { enqueueMail, isMailOn } from '../../instance/index.ts';
import { promotion } from '../mails.ts';
import { otherAdministrators } from './store.ts';

/** Notifies the other administrators by mail that an account became an administrator. */
export async function notifyOfPromotion(
  tx: Transaction,
  context: Context,
  actor: Actor,
  { id, username }: { readonly id: string; readonly username: string },
): Promise<void> {
  if (!isMailOn(context)) return;
  const message = promotion(actor, username);
  for (const { email } of await tx.rows(otherAdministrators, { one: id, other: personBehind(actor) })) {
    await enqueueMail(tx, context, email, message);
  }
}

const personBehind = (actor: Actor): string => {
  const { identity } = actor;
  return impersonatorOf(actor)?.id ?? (identity.kind === 'user' ? identity.id : '');
};
