import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { type Actor, impersonatorOf } from '../../../lib/actor.ts';
import { promotion } from '../../instance/mail/notices.ts';
import { isMailOn, post } from '../../instance/mail/post.ts';
import { otherAdministrators } from './store.ts';

const doerId = (actor: Actor): string => {
  const { identity } = actor;
  return impersonatorOf(actor)?.id ?? (identity.kind === 'user' ? identity.id : '');
};

/** Tells the administrators, but for who did it, that there is another one. */
export const tellOfPromotion = async (
  tx: Transaction,
  context: Context,
  actor: Actor,
  { id, username }: { readonly id: string; readonly username: string },
): Promise<void> => {
  if (!isMailOn(context)) return;
  const notice = promotion(actor, username);
  for (const { email } of await tx.rows(otherAdministrators, { one: id, other: doerId(actor) })) {
    await post(tx, context, email, notice);
  }
};
