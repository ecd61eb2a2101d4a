import type { Context } from '../../../context.ts';
import { badRequest } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { enqueueMail } from '../../instance/index.ts';
import { twoFactorReset } from '../mails.ts';
import { entryFor } from '../two-factor/entry.ts';
import { disableTwoFactor } from '../two-factor/two-factor.ts';
import { getShownUser, lockUser, type ShownUser, type UserRow } from '../users/users.ts';

/**
 * Turns off two-factor authentication for an account, or cancels its pending enrolment. 400 if the account has neither.
 */
export function disableTwoFactorOf(context: Context, actor: Actor, { id }: Pick<UserRow, 'id'>): Promise<ShownUser> {
  return auditedTransaction(context, actor, async (tx) => {
    const { username, email } = await lockUser(tx, id);
    if (!(await disableTwoFactor(tx, id))) throw badRequest('Two-factor authentication is not enabled.', 'wrong-state');
    await enqueueMail(tx, context, email, twoFactorReset(actor, username));
    return { result: await getShownUser(tx, actor, id), audit: [entryFor(id, 'disable-two-factor')] };
  });
}
