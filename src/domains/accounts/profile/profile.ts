// What people change about their own accounts.
import type { Context } from '../../../context.ts';
import { translating } from '../../../jsonapi/violations.ts';
import type { Actor, Person } from '../../../lib/actor.ts';
import { timestamp } from '../../../lib/clock.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { enqueueMail } from '../../instance/index.ts';
import { addressChange } from '../mails.ts';
import { deletePasswordLinks } from '../passwords/store.ts';
import { type ShownUser, updateUser, violations } from '../users/store.ts';
import { getShownUser, lockUser, requireFreeNames } from '../users/users.ts';

/** The parts of an account that its owner changes; what is left out stays. */
export interface ProfileInput {
  readonly username?: string;
  readonly email?: string;
}

/** Changes one's own username or e-mail address. 422 when it is taken. A new address ends the links that set a password. */
export function updateProfile(context: Context, actor: Actor, { id }: Person, input: ProfileInput): Promise<ShownUser> {
  const work = auditedTransaction(context, actor, async (tx) => {
    const { username, email } = await lockUser(tx, id);
    const before = { username, email };
    const after = { username: input.username ?? username, email: input.email ?? email };
    const isNewAddress = after.email !== email;
    if (after.username === username && !isNewAddress) return { result: await getShownUser(tx, actor, id), audit: [] };
    await requireFreeNames(tx, { id, ...after });
    await updateUser(tx, id, {
      ...after,
      ...(isNewAddress && { email_changed_at: timestamp(context.clock.now()) }),
    });
    if (isNewAddress) {
      // Somebody who reads the mail of the old address may have a link.
      await deletePasswordLinks(tx, id);
      await enqueueMail(tx, context, email, addressChange(after.username, after.email));
    }
    const entry = { action: 'user.update', type: 'users', id, before, after };
    return { result: await getShownUser(tx, actor, id), audit: [entry] };
  });
  return translating(violations, work);
}
