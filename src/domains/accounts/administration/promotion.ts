import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { type Actor, impersonatorOf } from '../../../lib/actor.ts';
import { enqueueMail, isMailOn, promotion } from '../../instance/index.ts';
import { otherAdministrators } from './store.ts';

const personBehind = (actor: Actor): string => {
  const { identity } = actor;
  return impersonatorOf(actor)?.id ?? (identity.kind === 'user' ? identity.id : '');
};

/** Tells the administrators, but for who did it, that there is another one. */
export const notifyOfPromotion = async (
  tx: Transaction,
  context: Context,
  actor: Actor,
  { id, username }: { readonly id: string; readonly username: string },
): Promise<void> => {
  if (!isMailOn(context)) return;
  const message = promotion(actor, username);
  for (const { email } of await tx.rows(otherAdministrators, { one: id, other: personBehind(actor) })) {
    await enqueueMail(tx, context, email, message);
  }
};
