// Ownership of e-mail addresses: the change of address, and its return to the owner of the address
// (docs/decisions/0027).
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { folded } from '../../../lib/text/text.ts';
import { enqueueMail } from '../../instance/index.ts';
import { addressChange, addressTaken } from '../mails.ts';
import { deletePasswordLinks } from '../passwords/store.ts';
import { type UserRow, updateUser, userByEmail, userByEmailForUpdate } from '../users/store.ts';

type AddressColumns = Pick<UserRow, 'email' | 'email_proof' | 'former_email' | 'former_email_proof'>;

/** No mail ever reaches this domain (RFC 2606). */
const nowhere = '@no-address.invalid';

/**
 * Gives a locked account another address. Without a proof its owner only claims it, and the last proved address is kept.
 * Links that set a password stop working, since the reader of the former mailbox may have one.
 */
export async function changeAddress(
  tx: Transaction,
  context: Context,
  user: UserRow,
  { email, proof }: { readonly email: string; readonly proof: UserRow['email_proof'] },
): Promise<AuditEntry> {
  const address = { email, email_proof: proof, ...(proof === null ? lastProved(user) : noFormer) };
  const entry = await setAddress(tx, context, user, address);
  if (!hasNoAddress(user) && folded(user.email) !== folded(email))
    await enqueueMail(tx, context, user.email, addressChange(user.username, email));
  return { ...entry, action: 'user.change-address' };
}

/**
 * Takes an address from the account that merely claims it, for somebody with a proof. That account gets its last proved
 * address back, or none if another account has that one now. Answers no entries where nobody claims the address.
 */
export async function releaseClaim(tx: Transaction, context: Context, email: string): Promise<readonly AuditEntry[]> {
  const user = await tx.first(userByEmailForUpdate, { key: folded(email) });
  if (user === undefined || user.email_proof !== null) return [];
  const { id, username, former_email: former, former_email_proof } = user;
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
