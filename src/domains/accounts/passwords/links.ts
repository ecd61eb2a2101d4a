// Links that set a password, for invited people and for people who have forgotten their passwords.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { type Actor, impersonatorOf } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newCapability, tokenHash } from '../../../lib/secrets/tokens.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { enqueueMail, isMailOn, type MailMessage } from '../../instance/index.ts';
import { lockCredentials } from '../users/users.ts';
import { deletePasswordLinks, insertPasswordLink } from './store.ts';

/** Lifetime of an invitation link in milliseconds. */
export const invitationLifetime = 7 * 24 * 3_600_000;

/** Lifetime of a password reset link in milliseconds. */
export const resetLifetime = 30 * 60_000;

/**
 * Creates a link that sets a first password and mails it with the message built by `notify`. While mail is off, returns
 * the link for the actor to pass on. During an impersonation the link is not returned, because the administrator could
 * use it later.
 */
export async function invitePerson(
  tx: Transaction,
  context: Context,
  { actor, person }: { readonly actor: Actor; readonly person: { readonly id: string; readonly email: string } },
  notify: (url: string) => MailMessage,
): Promise<string | undefined> {
  const { id, email } = person;
  if (isMailOn(context)) {
    const link = { lifetime: invitationLifetime, mailedTo: email };
    await enqueueMail(tx, context, email, notify(await createPasswordLink(tx, context, id, link)));
    return undefined;
  }
  const isShownToActor = impersonatorOf(actor) === undefined;
  return isShownToActor ? createPasswordLink(tx, context, id, { lifetime: invitationLifetime }) : undefined;
}

/** Creates a password link for the operator to pass on. */
export function offerPasswordLink(context: Context, actor: Actor, userId: string): Promise<string> {
  return auditedTransaction(context, actor, async (tx) => {
    await lockCredentials(tx, userId);
    const result = await createPasswordLink(tx, context, userId, { lifetime: invitationLifetime });
    return { result, audit: [{ action: 'user.create-password-link', type: 'users', id: userId }] };
  });
}

/**
 * Creates a link inside a transaction and invalidates the account's earlier links. The link works once. Its secret is
 * returned only here, because only a hash is stored.
 */
export async function createPasswordLink(
  tx: Transaction,
  { clock, baseUrl }: Context,
  userId: string,
  { lifetime, mailedTo = null }: { readonly lifetime: number; readonly mailedTo?: string | null },
): Promise<string> {
  const now = clock.now();
  const capability = newCapability();
  await deletePasswordLinks(tx, userId);
  await insertPasswordLink(tx, {
    hash: tokenHash(capability),
    user_id: userId,
    mailed_to: mailedTo,
    created_at: timestamp(now),
    expires_at: timestamp(now + lifetime),
  });
  return `${baseUrl()}/set-password/${capability}`;
}
