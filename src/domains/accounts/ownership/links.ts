// Links sent by mail that prove ownership, for accounts that have neither a password nor a second factor.
import type { Context } from '../../../context.ts';
import { existing, invalid, notFound } from '../../../jsonapi/errors.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { isCapabilityForm, tokenHash } from '../../../lib/secrets/tokens.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { enqueueMail, isMailOn } from '../../instance/index.ts';
import { hasHadAddressLong } from '../addresses/addresses.ts';
import { newAddressLink } from '../addresses/links.ts';
import { linkToOwnAddress } from '../addresses/store.ts';
import { ownerLink } from '../mails.ts';
import { proveOwner } from '../sessions/owner-proof.ts';
import type { PersonalActor } from '../two-factor/proof.ts';
import { credentialsById, type StoredCredentials } from '../users/store.ts';
import { lockCredentials } from '../users/users.ts';
import { ownerPath, proofKindOf } from './ownership.ts';

/** Lifetime of a link in milliseconds. */
const lifetime = 10 * 60_000;

/**
 * Whether a link to the account's address proves ownership. The address must be confirmed and must not have changed
 * recently, because somebody with a stolen session could have changed it.
 */
export const isProvedByMail = (context: Context, account: StoredCredentials): boolean =>
  isMailOn(context) &&
  proofKindOf(account) === 'session' &&
  account.email_proof !== null &&
  hasHadAddressLong(context, account);

/**
 * Mails a link to the caller's own address. 422 if a link to the address would not prove ownership. 429 after five
 * links in a day.
 */
export function mailOwnerLink(context: Context, { actor, person }: PersonalActor): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const account = await lockCredentials(tx, person.id);
    if (!isProvedByMail(context, account)) throw provesNothing();
    const capability = await newAddressLink(tx, context, account, account.email);
    const url = `${context.baseUrl()}${ownerPath}/${capability}`;
    await enqueueMail(tx, context, account.email, ownerLink(person.username, url, lifetime));
    const entry = { action: 'user.request-owner-link', type: 'users', id: person.id };
    return { result: undefined, audit: [entry] };
  });
}

const provesNothing = () =>
  invalid({
    code: 'wrong-state',
    detail: 'A mailed link cannot prove that this account is yours. Use another way to prove it.',
  });

/** Throws 404 unless the link was mailed to this account's address in the last ten minutes. */
export async function requireOwnerLink(
  { database, clock }: Context,
  { person }: Pick<PersonalActor, 'person'>,
  capability: string,
): Promise<void> {
  if (!isCapabilityForm(capability)) throw notFound();
  const since = timestamp(clock.now() - lifetime);
  existing(await database.first(linkToOwnAddress, { hash: tokenHash(capability), user: person.id, since }));
}

/**
 * Uses a link in a session of the account. The session then holds proof of ownership for five minutes. 404 if the link
 * is invalid.
 */
export async function followOwnerLink(context: Context, personal: PersonalActor, capability: string): Promise<void> {
  const { actor, person } = personal;
  const { session } = actor;
  if (session === undefined) throw notFound();
  await requireOwnerLink(context, personal, capability);
  const account = existing(await context.database.first(credentialsById, { id: person.id }));
  if (!isProvedByMail(context, account)) throw notFound();
  await auditedTransaction(context, actor, async (tx) => {
    const proof = { session: session.id, user: person.id, at: context.clock.now() };
    return { result: undefined, audit: [await proveOwner(tx, proof, 'mail')] };
  });
}
