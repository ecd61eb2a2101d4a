// Sets a password through a link. A link that was mailed also confirms the e-mail address (docs/decisions/0027).
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { existing, notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { isCapabilityForm, tokenHash } from '../../../lib/secrets/tokens.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { addProvedUser, proveAddress } from '../addresses/addresses.ts';
import { passwordHasher } from '../password-hashing/hasher.ts';
import { setPassword } from '../passwords/passwords.ts';
import { liveLink, type PasswordLinkRow, takePasswordLink } from '../passwords/store.ts';
import { requireStrongPassword } from '../passwords/strength.ts';
import { freeUsername } from '../users/free-username.ts';
import type { StoredCredentials } from '../users/store.ts';
import { draftUser, lockCredentials } from '../users/users.ts';

/** Returns the link and its account. 404 if the link is unknown, used or expired. */
export async function getPasswordLink({ database, clock }: Context, capability: string): Promise<PasswordLinkRow> {
  return existing(
    isCapabilityForm(capability)
      ? await database.first(liveLink, { hash: tokenHash(capability), now: timestamp(clock.now()) })
      : undefined,
  );
}

/**
 * Columns of a link and its account that decide whether the link sets the account's password or creates a new account.
 */
type LinkTarget = Pick<PasswordLinkRow, 'mailed_to' | 'email_proof' | 'activated_at'>;

/**
 * Whether a mailed link belongs to an account that another person uses. This person has not confirmed the address, so
 * the reader of the mail gets a new account with the address.
 */
const takesAddress = ({ mailed_to, email_proof, activated_at }: LinkTarget): boolean =>
  mailed_to !== null && email_proof === null && activated_at !== null;

/** Name with which the person signs in after setting the password. */
export const signInName = (link: PasswordLinkRow): string => (takesAddress(link) ? link.email : link.username);

/**
 * Sets a password through a link, which works once. 404 if the link was used concurrently. A mailed link also confirms
 * the address. Another account that uses the address without having confirmed it loses the address.
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
  readonly account: StoredCredentials;
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

/** Adds an account for the reader of a mailed link, with the password that the reader chose. */
async function addReader(
  tx: Transaction,
  context: Context,
  email: string,
  passwordHash: string,
): Promise<readonly AuditEntry[]> {
  const { row } = await draftUser(context, { username: await freeUsername(tx, email), email, emailProof: 'mail' });
  return addProvedUser(tx, context, { row: { ...row, activated_at: row.created_at }, passwordHash });
}
