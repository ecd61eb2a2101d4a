// Links sent by mail that confirm a new e-mail address.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { existing, notFound, tooManyRequests } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { isCapabilityForm, newCapability, tokenHash } from '../../../lib/secrets/tokens.ts';
import { folded } from '../../../lib/text/text.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { enqueueMail } from '../../instance/index.ts';
import { addressProof } from '../mails.ts';
import { userByEmail, usersForUpdate } from '../users/store.ts';
import { lockUser, requireFreeNames, type UserRow } from '../users/users.ts';
import { changeAddress, releaseClaim } from './addresses.ts';
import { type AddressLinkRow, addressLinksOf, insertAddressLink, liveAddressLink } from './store.ts';

/** Lifetime of a link in milliseconds. */
const lifetime = 24 * 3_600_000;

/**
 * Maximum number of links per account and lifetime. People can enter any address, so this limits unwanted mail to
 * strangers.
 */
const maxLinksPerLifetime = 5;

/**
 * Mails a link to an account's pending address. The transaction must have locked the account's row. 429 after
 * `maxLinksPerLifetime` links in 24 hours.
 */
export async function mailAddressLink(
  tx: Transaction,
  context: Context,
  user: Pick<UserRow, 'id' | 'username'>,
  email: string,
): Promise<void> {
  const url = `${context.baseUrl()}/confirm-email/${await newAddressLink(tx, context, user, email)}`;
  await enqueueMail(tx, context, email, addressProof(user.username, url, lifetime));
}

/**
 * Stores a link for an account's pending address and returns its secret. The transaction must have locked the account's
 * row. 429 after `maxLinksPerLifetime` links in 24 hours.
 */
export async function newAddressLink(
  tx: Transaction,
  context: Context,
  { id }: Pick<UserRow, 'id'>,
  email: string,
): Promise<string> {
  const now = context.clock.now();
  const sent = await tx.rows(addressLinksOf, { id, now: timestamp(now) });
  if (sent.length >= maxLinksPerLifetime) {
    throw tooManyRequests('Too many confirmation links were mailed for your account. Try again in 24 hours.', {
      'retry-after': String(lifetime / 1_000),
    });
  }
  const capability = newCapability();
  await insertAddressLink(tx, {
    hash: tokenHash(capability),
    user_id: id,
    email,
    created_at: timestamp(now),
    expires_at: timestamp(now + lifetime),
  });
  return capability;
}

/**
 * Returns a confirmation link. 404 if the link is unknown, used or expired, or if the account's pending address has
 * changed.
 */
export async function getAddressLink({ database, clock }: Context, capability: string): Promise<AddressLinkRow> {
  return existing(
    isCapabilityForm(capability)
      ? await database.first(liveAddressLink, { hash: tokenHash(capability), now: timestamp(clock.now()) })
      : undefined,
  );
}

/**
 * Makes the link's address the confirmed address of its account. Another account that uses the address without having
 * confirmed it loses the address. 422 if another account has confirmed the address.
 */
export async function confirmByLink(
  context: Context,
  { requestId, address }: Actor,
  capability: string,
): Promise<void> {
  const { user_id: id, username, is_admin, email } = await getAddressLink(context, capability);
  const identity = { kind: 'user', id, username, isAdmin: is_admin === 1 } as const;
  await auditedTransaction(context, { identity, requestId, address }, async (tx) => {
    const audit = await confirmAddress(tx, context, { id, email, proof: 'mail' });
    return { result: undefined, audit };
  });
}

/** Confirms an account's pending address inside a transaction. 404 if the account has another pending address now. */
export async function confirmAddress(
  tx: Transaction,
  context: Context,
  { id, email, proof }: { readonly id: string; readonly email: string; readonly proof: 'administrator' | 'mail' },
): Promise<readonly AuditEntry[]> {
  const other = await tx.first(userByEmail, { key: folded(email) });
  await tx.rows(usersForUpdate, { one: id, other: other?.id ?? id });
  const user = await lockUser(tx, id);
  if (user.unconfirmed_email !== email) throw notFound();
  const released = other?.id === id ? [] : await releaseClaim(tx, context, email);
  await requireFreeNames(tx, { id, username: user.username, email });
  return [...released, ...(await changeAddress(tx, context, user, { email, proof }))];
}
