import type { Context } from '../../../context.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { isMailOn } from '../../instance/index.ts';
import { addProvedUser } from '../addresses/addresses.ts';
import { invitation } from '../mails.ts';
import { invitePerson } from '../passwords/links.ts';
import type { WithPasswordLink } from '../passwords/meta.ts';
import { requireStrongPassword } from '../passwords/strength.ts';
import { draftUser, getShownUser, type ShownUser, type UserInput } from '../users/users.ts';
import { notifyOfPromotion } from './promotion.ts';

/** A new account. A person's account without a password gets a password link. A service account gets no link. */
export type NewUser = ShownUser &
  WithPasswordLink & {
    /** Address to which the invitation was mailed. Undefined while mail is off. */
    readonly invitedAt?: string | undefined;
  };

/** Creates an account for another person. 422 if the username or the e-mail address is taken. */
export async function createAccount(context: Context, actor: Actor, input: UserInput): Promise<NewUser> {
  if (input.password !== undefined) await requireStrongPassword(context, input.password, input);
  const draft = await draftUser(context, input);
  const { id } = draft.row;
  const isLinked = input.password === undefined && input.isServiceAccount !== true;
  return auditedTransaction(context, actor, async (tx) => {
    const audit = await addProvedUser(tx, context, draft);
    const { row } = draft;
    const notify = (url: string) => invitation(row, url);
    const passwordUrl = isLinked ? await invitePerson(tx, context, { actor, person: row }, notify) : undefined;
    if (row.is_admin === 1) await notifyOfPromotion(tx, context, actor, row);
    const invitedAt = isLinked && isMailOn(context) ? row.email : undefined;
    const result = { ...(await getShownUser(tx, actor, id)), passwordUrl, invitedAt };
    return { result, audit };
  });
}
