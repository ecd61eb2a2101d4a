// What people change about their own accounts.
import type { Context } from '../../../context.ts';
import { translating } from '../../../jsonapi/violations.ts';
import type { Actor, Person } from '../../../lib/actor.ts';
import { timestamp } from '../../../lib/clock.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { enqueueMail } from '../../instance/mail/enqueue.ts';
import { addressChange } from '../../instance/mail/messages.ts';
import { deletePasswordLinks } from '../passwords/store.ts';
import { type ShownUser, updateUser, violations } from './store.ts';
import { getShownUser, lockUser, requireFreeNames } from './users.ts';

/** The parts of an account that its holder changes; what is left out stays. */
export interface AccountInput {
  readonly username?: string;
  readonly email?: string;
}

/** Changes one's own username or e-mail address. 422 when it is taken. With the address go the links to set a password. */
export const updateAccount = (
  context: Context,
  actor: Actor,
  { id }: Person,
  input: AccountInput,
): Promise<ShownUser> =>
  translating(
    violations,
    auditedTransaction(context, actor, async (tx) => {
      const user = await lockUser(tx, id);
      const before = { username: user.username, email: user.email };
      const after = { ...before, ...input };
      const isSame = after.username === before.username && after.email === before.email;
      if (isSame) return { result: await getShownUser(tx, actor, id), audit: [] };
      const { username, email } = after;
      const isMoved = email !== before.email;
      await requireFreeNames(tx, { id, ...after });
      const moved = isMoved && { email_changed_at: timestamp(context.clock.now()) };
      await updateUser(tx, id, { username, email, ...moved });
      if (isMoved) {
        // Whoever reads the mail of the address before may have a link.
        await deletePasswordLinks(tx, id);
        await enqueueMail(tx, context, before.email, addressChange(after.username, after.email));
      }
      const entry = { action: 'user.update', type: 'users', id, before, after };
      return { result: await getShownUser(tx, actor, id), audit: [entry] };
    }),
  );
