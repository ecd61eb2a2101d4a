// Links that set a password, for people who were invited and for people who have forgotten theirs.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { existing, notFound } from '../../../jsonapi/errors.ts';
import { type Actor, impersonatorOf } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { isCapabilityForm, newCapability, tokenHash } from '../../../lib/secrets/tokens.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { enqueueMail, isMailOn, type MailMessage } from '../../instance/index.ts';
import { addProvedUser, proveAddress } from '../addresses/addresses.ts';
import { passwordHasher } from '../services.ts';
import { freeUsername } from '../users/free-username.ts';
import type { Credentials } from '../users/store.ts';
import { draftUser, lockCredentials } from '../users/users.ts';
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
    const link = { lifetime: invitationLifetime, mailedTo: email };
    await enqueueMail(tx, context, email, notify(await createPasswordLink(tx, context, id, link)));
    return undefined;
  }
  const isShownToActor = impersonatorOf(actor) === undefined;
  return isShownToActor ? createPasswordLink(tx, context, id, { lifetime: invitationLifetime }) : undefined;
}

/** Creates a link that the operator passes on. */
export function offerPasswordLink(context: Context, actor: Actor, userId: string): Promise<string> {
  return auditedTransaction(context, actor, async (tx) => {
    await lockCredentials(tx, userId);
    const result = await createPasswordLink(tx, context, userId, { lifetime: invitationLifetime });
    return { result, audit: [{ action: 'user.create-password-link', type: 'users', id: userId }] };
  });
}

/** The parts of a link and of its account that decide what the link does. */
type LinkTarget = Pick<LinkRow, 'mailed_to' | 'email_proof' | 'activated_at'>;

/**
 * True if a mailed link leads to the account of somebody else: that account is in use, and only claims the address. The reader
 * of the mail then gets an account of their own, with the address.
 */
const takesAddress = ({ mailed_to, email_proof, activated_at }: LinkTarget): boolean =>
  mailed_to !== null && email_proof === null && activated_at !== null;

/** The name with which one signs in after the password is set. */
export const signInName = (link: LinkRow): string => (takesAddress(link) ? link.email : link.username);

/**
 * Sets a password with a link, which works once; 404 when it was used meanwhile. A link that was mailed also proves the
 * address, and takes it from an account that merely claims it.
 */
export async function setPasswordByLink(
  context: Context,
  { requestId, address }: Actor,
  capability: string,
  password: string,
): Promise<void> {
  const link = await getPasswordLink(context, capability);
  const { user_id: userId, username, email, is_admin, mailed_to } = link;
  await requireStrongPassword(context, password, { username, email });
  const hash = await passwordHasher(context).hash(password);
  const person = { kind: 'user', id: userId, username, isAdmin: is_admin === 1 } as const;
  const identity = takesAddress(link) ? ({ kind: 'anonymous' } as const) : person;
  const actor: Actor = { identity, requestId, address };
  await auditedTransaction(context, actor, async (tx) => {
    const account = await lockCredentials(tx, userId);
    const isSpent = await takePasswordLink(tx, tokenHash(capability), timestamp(context.clock.now()));
    if (!isSpent || account.is_suspended === 1) throw notFound();
    const audit = await useLink(tx, context, { account, mailed_to }, hash);
    return { result: undefined, audit };
  });
}

interface UsedLink {
  readonly account: Credentials;
  readonly mailed_to: string | null;
}

async function useLink(
  tx: Transaction,
  context: Context,
  { account, mailed_to }: UsedLink,
  hash: string,
): Promise<readonly AuditEntry[]> {
  if (takesAddress({ ...account, mailed_to })) return addReader(tx, context, account.email, hash);
  const entry = await setPassword(tx, context, { account, hash });
  if (mailed_to === null || account.email_proof !== null) return [entry];
  return [entry, ...(await proveAddress(tx, context, account, 'mail'))];
}

/** Adds an account for the reader of a mailbox, who has chosen its password. */
async function addReader(
  tx: Transaction,
  context: Context,
  email: string,
  passwordHash: string,
): Promise<readonly AuditEntry[]> {
  const { row } = await draftUser(context, { username: await freeUsername(tx, email), email, emailProof: 'mail' });
  return addProvedUser(tx, context, { row: { ...row, activated_at: row.created_at }, passwordHash });
}

/** Creates a link inside a transaction; the links before it stop working. It works once, and is known only now. */
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

/** The account of a link; 404 when the link was used, has expired, or is unknown. */
export async function getPasswordLink({ database, clock }: Context, capability: string): Promise<LinkRow> {
  return existing(
    isCapabilityForm(capability)
      ? await database.first(liveLink, { hash: tokenHash(capability), now: timestamp(clock.now()) })
      : undefined,
  );
}
