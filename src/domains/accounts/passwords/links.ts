// Links that set a password, for people who were invited and for people who have forgotten theirs.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { existing, notFound } from '../../../jsonapi/errors.ts';
import { type Actor, impersonatorOf } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { isCapabilityForm, newCapability, tokenHash } from '../../../lib/secrets/tokens.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { enqueueMail, isMailOn, type MailMessage } from '../../instance/index.ts';
import { passwordHasher } from '../services.ts';
import { lockCredentials } from '../users/users.ts';
import { setPassword } from './passwords.ts';
import { deletePasswordLinks, insertPasswordLink, type LinkRow, liveLink, takePasswordLink } from './store.ts';
import { requireStrongPassword } from './strength.ts';

/** Lifetime of the link of an invitation, in milliseconds. */
export const invitationLifetime = 7 * 24 * 3_600_000;

/** Lifetime of the link for a forgotten password, in milliseconds. */
export const resetLifetime = 30 * 60_000;

/**
 * Creates the link that sets a first password, and mails it in the message of `notify`. While mail is off, it answers the
 * link for the actor to pass on, but not during an impersonation: the administrator could use it later.
 */
export async function invitePerson(
  tx: Transaction,
  context: Context,
  { actor, person }: { readonly actor: Actor; readonly person: { readonly id: string; readonly email: string } },
  notify: (url: string) => MailMessage,
): Promise<string | undefined> {
  const { id, email } = person;
  if (isMailOn(context)) {
    await enqueueMail(tx, context, email, notify(await createPasswordLink(tx, context, id, invitationLifetime)));
    return undefined;
  }
  const isShownToActor = impersonatorOf(actor) === undefined;
  return isShownToActor ? createPasswordLink(tx, context, id, invitationLifetime) : undefined;
}

/** Creates a link that the operator passes on. */
export function offerPasswordLink(context: Context, actor: Actor, userId: string): Promise<string> {
  return auditedTransaction(context, actor, async (tx) => {
    await lockCredentials(tx, userId);
    const result = await createPasswordLink(tx, context, userId, invitationLifetime);
    return { result, audit: [{ action: 'user.create-password-link', type: 'users', id: userId }] };
  });
}

/** Sets a password with a link, which works once; 404 when it was used meanwhile. */
export async function setPasswordByLink(
  context: Context,
  { requestId, address }: Actor,
  capability: string,
  password: string,
): Promise<void> {
  const { user_id: userId, username, email, is_admin } = await getPasswordLink(context, capability);
  await requireStrongPassword(context, password, { username, email });
  const hash = await passwordHasher(context).hash(password);
  const identity = { kind: 'user', id: userId, username, isAdmin: is_admin === 1 } as const;
  const actor: Actor = { identity, requestId, address };
  await auditedTransaction(context, actor, async (tx) => {
    const account = await lockCredentials(tx, userId);
    const isSpent = await takePasswordLink(tx, tokenHash(capability), timestamp(context.clock.now()));
    if (!isSpent || account.is_suspended === 1) throw notFound();
    return { result: undefined, audit: [await setPassword(tx, context, { account, hash })] };
  });
}

/** Creates a link inside a transaction; the links before it stop working. It works once, and is known only now. */
export async function createPasswordLink(
  tx: Transaction,
  { clock, baseUrl }: Context,
  userId: string,
  lifetime: number,
): Promise<string> {
  const now = clock.now();
  const capability = newCapability();
  await deletePasswordLinks(tx, userId);
  await insertPasswordLink(tx, {
    hash: tokenHash(capability),
    user_id: userId,
    created_at: timestamp(now),
    expires_at: timestamp(now + lifetime),
  });
  return `${baseUrl()}/set-password/${capability}`;
}

/** The account of a link; 404 when the link was used, has expired, or is unknown. */
export async function getPasswordLink({ database, clock }: Context, capability: string): Promise<LinkRow> {
  return existing(
    isCapabilityForm(capability)
      ? await database.first(liveLink, { hash: tokenHash(capability), now: timestamp(clock.now()) })
      : undefined,
  );
}
