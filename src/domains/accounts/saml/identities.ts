// Which account belongs to a name at the identity provider: a linked one, else one with the e-mail address, else a new one.
// An address that somebody merely claims counts for nothing, and is taken from that account (docs/decisions/0027).
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { timestamp } from '../../../lib/clock.ts';
import { folded } from '../../../lib/text.ts';
import type { Claims } from '../../../protocols/saml/claims.ts';
import { SamlError } from '../../../protocols/saml/error.ts';
import { releaseClaim } from '../addresses/addresses.ts';
import { deletePasswordLinks } from '../passwords/store.ts';
import { endSessionsOf } from '../sessions/store.ts';
import { deleteTokensOf } from '../tokens/store.ts';
import { freeUsername } from '../users/free-username.ts';
import { addUserIfFree, draftUser, lockUser, type UserRow } from '../users/users.ts';
import {
  accountByEmailForUpdate,
  deleteIdentity,
  deleteOtherIdentities,
  identityByName,
  identityOfUser,
  insertIdentity,
} from './store.ts';

/** A locked account, and why it is the right one. */
export interface AccountMatch {
  readonly user: UserRow;
  readonly match: 'known' | 'linked' | 'created';
  readonly audit: readonly AuditEntry[];
}

/** Finds, links or creates the account of a person. Throws `SamlError` when an account may not be linked. */
export async function findOrCreateAccount(tx: Transaction, context: Context, claims: Claims): Promise<AccountMatch> {
  const { provider, nameId, email } = claims;
  const identity = await tx.first(identityByName, { provider, nameId });
  if (identity !== undefined) return { user: await lockUser(tx, identity.user_id), match: 'known', audit: [] };
  if (email === undefined) throw new SamlError('no-email');
  const released = await releaseClaim(tx, context, email);
  const account = (await linkByEmail(tx, context, claims, email)) ?? (await createAccount(tx, context, claims, email));
  return { ...account, audit: [...released, ...account.audit] };
}

/** Links the account of a signed-in person, in place of an earlier name at the same provider. */
export async function linkOwnAccount(
  tx: Transaction,
  context: Context,
  claims: Claims,
  userId: string,
): Promise<readonly AuditEntry[]> {
  const user = await lockUser(tx, userId);
  if (user.is_suspended === 1) throw new SamlError('suspended');
  const { provider, nameId } = claims;
  const identity = await tx.first(identityByName, { provider, nameId });
  if (identity?.user_id === userId) return [];
  if (identity !== undefined) throw new SamlError('linked-to-another');
  await deleteIdentity(tx, provider, userId);
  const entry = await link(tx, context, claims, userId);
  if (entry === undefined) throw new SamlError('linked-to-another');
  return [entry];
}

/** Links the account with the e-mail address, if there is one; its owner must have no password. */
async function linkByEmail(
  tx: Transaction,
  context: Context,
  claims: Claims,
  email: string,
): Promise<AccountMatch | undefined> {
  const account = await tx.first(accountByEmailForUpdate, { key: folded(email) });
  if (account === undefined) return undefined;
  requireLinkable(account);
  const { id } = account;
  const other = await tx.first(identityOfUser, { provider: claims.provider, user: id });
  if (other !== undefined && other.name_id !== claims.nameId) throw new SamlError('linked-to-another');
  const entry = await link(tx, context, claims, id);
  if (entry === undefined) return findOrCreateAccount(tx, context, claims);
  const ended = await endOtherAccess(tx, claims.provider, id);
  return { user: await lockUser(tx, id), match: 'linked', audit: [{ ...entry, before: ended }] };
}

/**
 * Nobody who used the account before, or has the link of its invitation, shares it with the person whom the provider
 * vouches for.
 */
async function endOtherAccess(tx: Transaction, provider: string, id: string): Promise<object> {
  await deletePasswordLinks(tx, id);
  await deleteOtherIdentities(tx, provider, id);
  return { tokens: await deleteTokensOf(tx, id), sessions: await endSessionsOf(tx, id) };
}

function requireLinkable(account: {
  readonly password_hash: string | null;
  readonly is_admin: number;
  readonly is_suspended: number;
  readonly is_service_account: number;
}): void {
  if (account.is_suspended === 1) throw new SamlError('suspended');
  if (account.is_service_account === 1) throw new SamlError('service-account');
  if (account.is_admin === 1) throw new SamlError('site-administrator');
  if (account.password_hash !== null) throw new SamlError('has-password');
}

async function createAccount(tx: Transaction, context: Context, claims: Claims, email: string): Promise<AccountMatch> {
  const draft = await draftUser(context, {
    username: await freeUsername(tx, claims.username, email),
    email,
    emailProof: 'provider',
  });
  const created = await addUserIfFree(tx, draft);
  const linked = created && (await link(tx, context, claims, draft.row.id));
  if (created === undefined || linked === undefined) return findOrCreateAccount(tx, context, claims);
  return { user: draft.row, match: 'created', audit: [created, linked] };
}

/** Stores the link; undefined when another transaction has linked the name meanwhile. */
async function link(
  tx: Transaction,
  { clock }: Context,
  { provider, nameId }: Claims,
  userId: string,
): Promise<AuditEntry | undefined> {
  const created_at = timestamp(clock.now());
  const row = { provider, name_id: nameId, user_id: userId, grants_admin: 0, created_at };
  if ((await insertIdentity(tx, row)) === 0) return undefined;
  return { action: 'user.link-sso', type: 'users', id: userId, after: { provider, 'name-id': nameId } };
}
