// Links that set a password: for who has been invited, and for who has forgotten one.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import { type Actor, impersonatorOf } from '../../../lib/actor.ts';
import { timestamp } from '../../../lib/clock.ts';
import { isCapabilityForm, newCapability, tokenHash } from '../../../lib/tokens.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { enqueueMail, isMailOn, type MailMessage } from '../../instance/index.ts';
import { lockCredentials } from '../users/users.ts';
import { setPassword } from './passwords.ts';
import { deletePasswordLinks, insertPasswordLink, type LinkRow, liveLink, takePasswordLink } from './store.ts';

/** How long the link lasts that an administrator or the operator hands on, in milliseconds. */
export const invitationLifetime = 7 * 24 * 3_600_000;

/** How long the link lasts that somebody asked for who forgot a password, in milliseconds. */
export const resetLifetime = 30 * 60_000;

/** Makes a link inside a change, in place of those before; it is known only now, and good for one password. */
export const createPasswordLink = async (
  tx: Transaction,
  { clock, baseUrl }: Context,
  userId: string,
  lifetime: number,
): Promise<string> => {
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
};

/**
 * Makes the link that sets a first password, and mails it as part of what `tell` says with it. While mail is off it
 * answers the link, for who made the account to hand on; but not to who acts as somebody else, and would keep a way in.
 */
export const invitePerson = async (
  tx: Transaction,
  context: Context,
  { actor, person }: { readonly actor: Actor; readonly person: { readonly id: string; readonly email: string } },
  notify: (url: string) => MailMessage,
): Promise<string | undefined> => {
  const { id, email } = person;
  if (isMailOn(context)) {
    await enqueueMail(tx, context, email, notify(await createPasswordLink(tx, context, id, invitationLifetime)));
    return undefined;
  }
  const isShownToActor = impersonatorOf(actor) === undefined;
  return isShownToActor ? createPasswordLink(tx, context, id, invitationLifetime) : undefined;
};

/** Makes a link for an account, as the operator hands it on. */
export const offerPasswordLink = (context: Context, actor: Actor, userId: string): Promise<string> =>
  auditedTransaction(context, actor, async (tx) => {
    await lockCredentials(tx, userId);
    const result = await createPasswordLink(tx, context, userId, invitationLifetime);
    return { result, audit: [{ action: 'user.create-password-link', type: 'users', id: userId }] };
  });

/** Whom a link is for; 404 when it is used, too old, or nobody's. */
export const getPasswordLink = async ({ database, clock }: Context, capability: string): Promise<LinkRow> => {
  const link = isCapabilityForm(capability)
    ? await database.first(liveLink, { hash: tokenHash(capability), now: timestamp(clock.now()) })
    : undefined;
  if (link === undefined) throw notFound();
  return link;
};

/** Sets a password by a link, which is then spent; 404 when that has happened meanwhile. */
export const setPasswordByLink = async (
  context: Context,
  { requestId, address }: Actor,
  capability: string,
  password: string,
): Promise<void> => {
  const { user_id: userId, username, is_admin } = await getPasswordLink(context, capability);
  const hash = await context.passwords.hash(password);
  const identity = { kind: 'user', id: userId, username, isAdmin: is_admin === 1 } as const;
  const actor: Actor = { identity, requestId, address };
  await auditedTransaction(context, actor, async (tx) => {
    const account = await lockCredentials(tx, userId);
    const isSpent = await takePasswordLink(tx, tokenHash(capability), timestamp(context.clock.now()));
    if (!isSpent || account.is_suspended === 1) throw notFound();
    return { result: undefined, audit: [await setPassword(tx, context, { account, hash })] };
  });
};
