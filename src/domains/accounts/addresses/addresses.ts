// Ownership of e-mail addresses: their change, their proof, and their return to the owner (docs/decisions/0027).
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

/** No mail ever reaches this domain (RFC 2606). */
const nowhere = '@no-address.invalid';

/**
 * Gives a locked account another address. Without a proof its owner only claims it, and the last proved address is kept.
 * Links that set a password stop working, since the reader of the former mailbox may have one. Memberships that wait for the
 * former address move to a new account with that address. Answers the audit entries.
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

/** Moves the memberships that wait for an address, which no account has any more, to a new account that nobody has used. */
async function leaveInvitations(tx: Transaction, context: Context, email: string): Promise<readonly AuditEntry[]> {
  if (!(await context.ports.isAwaited(tx, email))) return [];
  const { user, created } = await findOrInvite(tx, context, email, null);
  return [...(created ? [created] : []), ...(await context.ports.moveMemberships(tx, user))];
}

/**
 * Stores who vouches for the address that a locked account claims. The memberships that wait for this proof start. Links that set
 * the password of an account that nobody has used stop working, since the inviter may have one. Answers the audit entries.
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
 * Adds an account for whose address somebody vouches. An account that merely claims the address loses it. Answers the audit
 * entries; 422 when the username is taken, or the address is that of an account with a proof.
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
 * Takes an address from the account that merely claims it, for somebody with a proof. That account gets its last proved
 * address back, or none if another account has that one now. The memberships of an account that nobody has used belong to the
 * address, so they wait for that proof. Answers no entries if no account claims the address.
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
 * Minimum age in milliseconds of a changed address before links are sent there. Somebody with a stolen token can change
 * the address; its owner gets a mail at the old one, and has this long to take the account back.
 */
const addressChangeDelay = 7 * 24 * 3_600_000;

/** True if the address of an account is not new. */
export const hasHadAddressLong = (
  { clock }: Context,
  { email_changed_at }: { readonly email_changed_at: string | null },
): boolean => email_changed_at === null || Date.parse(email_changed_at) + addressChangeDelay <= clock.now();

/** True if an account has lost its address to the owner of that address. */
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
