// Changes and confirmation of e-mail addresses. If an account uses an address without having confirmed it, the owner of
// the address can take the address back (docs/decisions/0027).
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { folded } from '../../../lib/text/text.ts';
import { enqueueMail } from '../../instance/index.ts';
import { addressChange, addressTaken } from '../mails.ts';
import { deletePasswordLinks } from '../passwords/store.ts';
import { type UserDraft, type UserRow, updateUser, userByEmail, userByEmailForUpdate } from '../users/store.ts';
import { addUser } from '../users/users.ts';
import { findOrInvite } from './invitee.ts';

type AddressColumns = Pick<UserRow, 'email' | 'email_proof' | 'former_email' | 'former_email_proof'>;

/** Placeholder domain that never receives mail (RFC 2606). */
const nowhere = '@no-address.invalid';

/**
 * Changes the address of an account, whose row the transaction must have locked. Without `proof`, the new address is
 * unconfirmed and the last confirmed address is kept. Links that set a password are deleted, because somebody who reads
 * the old mailbox may have one. Memberships that wait until the old address is confirmed move to a new account with the
 * old address. Returns the audit entries.
 */
export async function changeAddress(
  tx: Transaction,
  context: Context,
  user: UserRow,
  { email, proof }: { readonly email: string; readonly proof: UserRow['email_proof'] },
): Promise<readonly AuditEntry[]> {
  const address = { email, email_proof: proof, ...(proof === null ? lastProved(user) : noFormer) };
  const entry = await setAddress(tx, context, user, address);
  const isGivenUp = folded(user.email) !== folded(email);
  if (isGivenUp && !hasNoAddress(user)) await enqueueMail(tx, context, user.email, addressChange(user.username, email));
  const moved = isGivenUp ? await leaveInvitations(tx, context, user.email) : [];
  const started = proof === null ? [] : await context.ports.startMemberships(tx, { id: user.id, email });
  return [{ ...entry, action: 'user.change-address' }, ...moved, ...started];
}

/**
 * Moves memberships that wait until `email` is confirmed to a new account with this address. Their previous account has
 * changed to another address. Nobody has signed in to the new account yet.
 */
async function leaveInvitations(tx: Transaction, context: Context, email: string): Promise<readonly AuditEntry[]> {
  if (!(await context.ports.isAwaited(tx, email))) return [];
  const { user, created } = await findOrInvite(tx, context, email, null);
  return [...(created ? [created] : []), ...(await context.ports.moveMemberships(tx, user))];
}

/**
 * Confirms the address of an account, whose row the transaction must have locked, and stores how it was confirmed.
 * Memberships that waited for the confirmation become active. If nobody has used the account yet, its password links
 * are deleted, because the inviter may have one. Returns the audit entries.
 */
export async function proveAddress(
  tx: Transaction,
  { ports }: Context,
  { id, email, activated_at }: Pick<UserRow, 'id' | 'email' | 'activated_at'>,
  proof: NonNullable<UserRow['email_proof']>,
): Promise<readonly AuditEntry[]> {
  await updateUser(tx, id, { email_proof: proof, ...noFormer });
  if (activated_at === null) await deletePasswordLinks(tx, id);
  const [before, after] = [audited({ email, email_proof: null }), audited({ email, email_proof: proof })];
  const entry = { action: 'user.confirm-address', type: 'users', id, before, after };
  return [entry, ...(await ports.startMemberships(tx, { id, email }))];
}

/**
 * Adds an account with a confirmed address. Another account that uses the address without having confirmed it loses the
 * address. Returns the audit entries. 422 if the username is taken, or if another account has confirmed the address.
 */
export async function addProvedUser(
  tx: Transaction,
  context: Context,
  draft: UserDraft,
): Promise<readonly AuditEntry[]> {
  const released = await releaseClaim(tx, context, draft.row.email);
  const added = await addUser(tx, draft);
  return [...released, added, ...(await context.ports.startMemberships(tx, draft.row))];
}

/**
 * Removes an unconfirmed address from the account that uses it, so that the owner of the address can use it. The
 * account gets its last confirmed address back, or a placeholder if that address is now taken. If nobody has used the
 * account yet, its memberships wait until its address is confirmed. Returns no audit entries if no account uses the
 * address without confirmation.
 */
export async function releaseClaim(tx: Transaction, context: Context, email: string): Promise<readonly AuditEntry[]> {
  const user = await tx.first(userByEmailForUpdate, { key: folded(email) });
  if (user === undefined || user.email_proof !== null) return [];
  const { id, username, former_email: former, former_email_proof } = user;
  if (user.activated_at === null) await context.ports.awaitProof(tx, user);
  const isFree = former !== null && (await tx.first(userByEmail, { key: folded(former) })) === undefined;
  const restored = isFree
    ? { email: former, email_proof: former_email_proof }
    : { email: id + nowhere, email_proof: null };
  const entry = await setAddress(tx, context, user, { ...restored, ...noFormer });
  if (isFree) await enqueueMail(tx, context, former, addressTaken(username, user.email));
  return [{ ...entry, action: 'user.lose-address' }];
}

/**
 * Time in milliseconds that must pass after an address change before links are sent to the new address. The address may
 * have been changed by somebody with a stolen token. The owner, who is notified at the old address, has this long to
 * take the account back.
 */
const addressChangeDelay = 7 * 24 * 3_600_000;

/** Whether the account has never changed its address, or changed it at least `addressChangeDelay` ago. */
export const hasHadAddressLong = (
  { clock }: Context,
  { email_changed_at }: { readonly email_changed_at: string | null },
): boolean => email_changed_at === null || Date.parse(email_changed_at) + addressChangeDelay <= clock.now();

/**
 * Whether the account has a placeholder address, because the owner of its unconfirmed address has taken that address
 * over.
 */
export function hasNoAddress({ email }: Pick<UserRow, 'email'>): boolean {
  return email.endsWith(nowhere);
}

const noFormer = { former_email: null, former_email_proof: null };

const lastProved = ({ email, email_proof, former_email, former_email_proof }: UserRow) =>
  email_proof === null
    ? { former_email, former_email_proof }
    : { former_email: email, former_email_proof: email_proof };

const setAddress = async (tx: Transaction, { clock }: Context, { id, ...before }: UserRow, after: AddressColumns) => {
  const changed = { unconfirmed_email: null, email_changed_at: timestamp(clock.now()) };
  await updateUser(tx, id, { ...after, ...changed });
  await deletePasswordLinks(tx, id);
  return { type: 'users', id, before: audited(before), after: audited(after) };
};

const audited = ({ email, email_proof }: Pick<AddressColumns, 'email' | 'email_proof'>) => ({
  email,
  'email-proof': email_proof,
});
