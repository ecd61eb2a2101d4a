// Finds the account for an identity at a provider. The linked account is used first, then the account with the e-mail
// address, then a new account. If another account uses the address without confirmation, that account loses the
// address. An account that was never used is taken over (docs/decisions/0027).
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { folded } from '../../../lib/text/text.ts';
import type { Claims } from '../../../protocols/sign-in/claims.ts';
import { refusal } from '../../../protocols/sign-in/error.ts';
import { enqueueMail } from '../../instance/index.ts';
import { proveAddress, releaseClaim } from '../addresses/addresses.ts';
import { identityLinked } from '../mails.ts';
import { deletePasswordLinks } from '../passwords/store.ts';
import { endSessionsOf } from '../sessions/store.ts';
import { deleteTokensOf } from '../tokens/store.ts';
import { freeUsername } from '../users/free-username.ts';
import { userByEmailForUpdate } from '../users/store.ts';
import { addUserIfFree, draftUser, lockUser, type UserRow } from '../users/users.ts';
import { mayHaveFormerOwner, mustConfirm } from './former-owner.ts';
import type { SignInRules } from './rules.ts';
import {
  accountByEmailForUpdate,
  deleteIdentity,
  deleteOtherIdentities,
  identitiesOfUser,
  identityByName,
  identityOfUser,
  insertIdentity,
  type LinkedIdentityRow,
  lockName,
  updateIdentity,
} from './store.ts';

/** An account whose row is locked, and how it was found. */
export interface AccountMatch {
  readonly user: UserRow;
  readonly match: 'known' | 'linked' | 'created';
  /**
   * Whether an administrator must confirm the identity first. Until then the sign-in is refused and nothing else
   * changes.
   */
  readonly isToConfirm: boolean;
  readonly audit: readonly AuditEntry[];
}

/** A person's claims from the identity provider, and the rules that apply to them. */
export interface Claimed {
  readonly claims: Claims;
  readonly rules: SignInRules;
}

/** Finds, links or creates the account of a person. Throws `SignInError` if an account may not be linked. */
export async function findOrCreateAccount(tx: Transaction, context: Context, claimed: Claimed): Promise<AccountMatch> {
  const { claims } = claimed;
  await lockName(tx, claims);
  const identity = await tx.first(identityByName, claims);
  if (identity !== undefined) return enterKnown(tx, context, claimed, identity);
  const { email } = claims;
  if (email === undefined) throw refusal('no-email');
  const released = await takeClaimed(tx, context, email);
  const account =
    (await linkByEmail(tx, context, claimed, email)) ?? (await createAccount(tx, context, claimed, email));
  return { ...account, audit: [...released, ...account.audit] };
}

/**
 * Removes the address from an account that uses it without having confirmed it. A suspended account keeps the address.
 * Otherwise, a suspended person could get a new account by signing in through the provider.
 */
async function takeClaimed(tx: Transaction, context: Context, email: string): Promise<readonly AuditEntry[]> {
  const user = await tx.first(userByEmailForUpdate, { key: folded(email) });
  if (user === undefined || user.email_proof !== null || user.activated_at === null) return [];
  if (user.is_suspended === 1) throw refusal('suspended');
  return releaseClaim(tx, context, email);
}

async function enterKnown(
  tx: Transaction,
  context: Context,
  { claims, rules }: Claimed,
  identity: LinkedIdentityRow,
): Promise<AccountMatch> {
  const user = await lockUser(tx, identity.user_id);
  const own = { provider: identity.provider, user: user.id };
  const isToConfirm = await mustConfirm(tx, context, rules, { claims, user, identity });
  if (!isToConfirm)
    return { user, match: 'known', isToConfirm, audit: await proveByProvider(tx, context, claims, user) };
  if (identity.to_confirm_since !== null) return { user, match: 'known', isToConfirm, audit: [] };
  const to_confirm_since = timestamp(context.clock.now());
  await updateIdentity(tx, own, { to_confirm_since });
  return { user, match: 'known', isToConfirm, audit: [waitEntry(claims, user.id)] };
}

/** Confirms the account's address if it is unconfirmed and the provider sends the same address. */
async function proveByProvider(
  tx: Transaction,
  context: Context,
  { email }: Claims,
  user: UserRow,
): Promise<readonly AuditEntry[]> {
  if (user.email_proof !== null || email === undefined || folded(email) !== folded(user.email)) return [];
  return proveAddress(tx, context, user, 'provider');
}

const waitEntry = ({ provider, nameId }: Claims, id: string): AuditEntry => ({
  action: 'user.refuse-sso',
  type: 'users',
  id,
  after: { provider, 'name-id': nameId },
});

/** Links an identity to the account of a signed-in person and replaces an earlier identity at the same provider. */
export async function linkOwnAccount(
  tx: Transaction,
  context: Context,
  claims: Claims,
  userId: string,
): Promise<readonly AuditEntry[]> {
  const user = await lockUser(tx, userId);
  if (user.is_suspended === 1) throw refusal('suspended');
  const own = { provider: claims.provider, user: userId };
  const identity = await tx.first(identityByName, claims);
  if (identity !== undefined && identity.user_id !== userId) throw refusal('linked-to-another');
  if (identity !== undefined && identity.to_confirm_since === null) return [];
  await deleteIdentity(tx, own);
  const entry = await link(tx, context, claims, { user_id: userId });
  if (entry === undefined) throw refusal('linked-to-another');
  const { provider, nameId: name_id } = claims;
  await enqueueMail(tx, context, user.email, identityLinked(user.username, { provider, name_id }));
  return [entry];
}

/** Throws `SignInError` unless the claims are those of an identity that can sign in to this account. */
export async function requireOwnName(tx: Transaction, claims: Claims, userId: string): Promise<void> {
  const identity = await tx.first(identityByName, claims);
  if (identity?.user_id !== userId || identity.to_confirm_since !== null) throw refusal('linked-to-another');
}

/**
 * Links the account that has the e-mail address, if there is one. Throws `SignInError` for accounts that have a
 * password, administrators and service accounts. An existing link to another identity at this provider is replaced only
 * if the provider sent the address in an attribute.
 */
async function linkByEmail(
  tx: Transaction,
  context: Context,
  claimed: Claimed,
  email: string,
): Promise<AccountMatch | undefined> {
  const { claims, rules } = claimed;
  const account = await tx.first(accountByEmailForUpdate, { key: folded(email) });
  if (account === undefined) return undefined;
  const { id } = account;
  const own = { provider: claims.provider, user: id };
  const former = await tx.first(identityOfUser, own);
  // The account is already linked to this identity.
  if (former && isSameName(former, claims)) {
    return enterKnown(tx, context, claimed, former);
  }
  requireLinkable(account);
  await requireNoOtherInUse(tx, claimed, id);
  const isToConfirm = await mayHaveFormerOwner(tx, context, rules, { user: account, identity: former });
  if (former !== undefined && (isToConfirm || !claims.isEmailSent)) throw refusal('linked-to-another');
  if (isToConfirm) return linkToConfirm(tx, context, claimed, id);
  if (former !== undefined) await deleteIdentity(tx, own);
  const entry = await link(tx, context, claims, { user_id: id, awaits_groups: former?.awaits_groups ?? 0 });
  if (entry === undefined) return findOrCreateAccount(tx, context, claimed);
  const ended = await endOtherAccess(tx, claims.provider, id);
  const before = { ...ended, ...(former && { 'name-id': former.name_id }) };
  const user = await lockUser(tx, id);
  const proved = await proveByProvider(tx, context, claims, user);
  return { user, match: 'linked', isToConfirm, audit: [{ ...entry, before }, ...proved] };
}

/**
 * Stores a link that an administrator must confirm. Until then the identity gives no access, and the account keeps its
 * other links and sessions.
 */
async function linkToConfirm(tx: Transaction, context: Context, claimed: Claimed, id: string): Promise<AccountMatch> {
  const entry = await link(tx, context, claimed.claims, { user_id: id, isToConfirm: true });
  if (entry === undefined) return findOrCreateAccount(tx, context, claimed);
  return { user: await lockUser(tx, id), match: 'linked', isToConfirm: true, audit: [waitEntry(claimed.claims, id)] };
}

/**
 * Ends all other access to the account, so that earlier users and people with its invitation link do not share it with
 * the person whom the provider has identified.
 */
export async function endOtherAccess(tx: Transaction, provider: string, id: string): Promise<object> {
  await deletePasswordLinks(tx, id);
  await deleteOtherIdentities(tx, provider, id);
  return { tokens: await deleteTokensOf(tx, id), sessions: await endSessionsOf(tx, id) };
}

function requireLinkable(account: {
  readonly password_hash: string | null;
  readonly is_admin: number;
  readonly is_service_account: number;
}): void {
  if (account.is_service_account === 1) throw refusal('service-account');
  if (account.is_admin === 1) throw refusal('site-administrator');
  if (account.password_hash !== null) throw refusal('has-password');
}

/**
 * Throws `SignInError` if the account is linked to another provider that is in use, because such an account may belong
 * to another person or be subject to other rules.
 */
async function requireNoOtherInUse(tx: Transaction, { claims, rules }: Claimed, user: string): Promise<void> {
  const others = (await tx.rows(identitiesOfUser, { user })).filter(({ provider }) => provider !== claims.provider);
  if (others.some(({ provider }) => rules.isInUse(provider))) throw refusal('linked-elsewhere');
}

const isSameName = ({ name_key }: LinkedIdentityRow, { nameKey }: Claims): boolean => name_key === nameKey;

async function createAccount(
  tx: Transaction,
  context: Context,
  claimed: Claimed,
  email: string,
): Promise<AccountMatch> {
  const { claims, rules } = claimed;
  if (!rules.mayCreate(email)) throw refusal('no-new-accounts');
  const draft = await draftUser(context, {
    username: await freeUsername(tx, claims.username, email),
    email,
    emailProof: 'provider',
  });
  const created = await addUserIfFree(tx, draft);
  const linked = created && (await link(tx, context, claims, { user_id: draft.row.id }));
  if (created === undefined || linked === undefined) return findOrCreateAccount(tx, context, claimed);
  const started = await context.ports.startMemberships(tx, draft.row);
  return { user: draft.row, match: 'created', isToConfirm: false, audit: [created, linked, ...started] };
}

interface NewLink {
  readonly user_id: string;
  readonly awaits_groups?: number;
  readonly isToConfirm?: boolean;
}

/** Stores the link. Undefined if a concurrent transaction has linked the identity. */
async function link(
  tx: Transaction,
  { clock }: Context,
  { provider, nameId, nameKey }: Claims,
  { isToConfirm = false, ...account }: NewLink,
): Promise<AuditEntry | undefined> {
  const created_at = timestamp(clock.now());
  const name = { provider, name_id: nameId, name_key: nameKey };
  const row = { ...name, ...account, grants_admin: 0, created_at, to_confirm_since: isToConfirm ? created_at : null };
  if ((await insertIdentity(tx, row)) === 0) return undefined;
  return { action: 'user.link-sso', type: 'users', id: account.user_id, after: { provider, 'name-id': nameId } };
}
