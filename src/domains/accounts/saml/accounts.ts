// Whose account it is that the identity provider speaks of: known by its name there, else by an e-mail address, else new.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { timestamp } from '../../../lib/clock.ts';
import { folded } from '../../../lib/text.ts';
import { deletePasswordLinks } from '../passwords/store.ts';
import { freeUsername } from '../users/invitee.ts';
import { addUserIfFree, draftUser, holdUser, type UserRow } from '../users/users.ts';
import type { Claims } from './claims.ts';
import { Refused } from './refused.ts';
import { heldAccountByEmail, identityByName, identityOfUser } from './store.ts';

/** An account that is held, and how it was come by. */
export interface Found {
  readonly user: UserRow;
  readonly how: 'known' | 'linked' | 'created';
  readonly audit: readonly AuditEntry[];
}

const linkEntry = (id: string, { provider, nameId }: Claims): AuditEntry => ({
  action: 'user.link-sso',
  type: 'users',
  id,
  after: { provider, nameId },
});

/** Writes down whose name it is; undefined when somebody else has done so at the same time. */
const insertIdentity = async (
  tx: Transaction,
  { clock }: Context,
  claims: Claims,
  user_id: string,
): Promise<AuditEntry | undefined> => {
  const { provider, nameId } = claims;
  const created_at = timestamp(clock.now());
  const written = await tx.run((db) =>
    db
      .insertInto('saml_identities')
      .values({ provider, name_id: nameId, user_id, grants_admin: 0, created_at })
      .onConflict((conflict) => conflict.doNothing()),
  );
  return written === 0 ? undefined : linkEntry(user_id, claims);
};

const requireLinkable = (account: {
  readonly password_hash: string | null;
  readonly is_admin: number;
  readonly is_suspended: number;
  readonly is_service_account: number;
}): void => {
  if (account.is_suspended === 1) throw new Refused('suspended');
  if (account.is_service_account === 1) throw new Refused('service-account');
  if (account.is_admin === 1) throw new Refused('site-administrator');
  if (account.password_hash !== null) throw new Refused('has-password');
};

/** Links the account of the e-mail address, where there is one that may be linked without its owner's doing. */
const linkByEmail = async (
  tx: Transaction,
  context: Context,
  claims: Claims,
  email: string,
): Promise<Found | undefined> => {
  const account = await tx.first(heldAccountByEmail, { key: folded(email) });
  if (account === undefined) return undefined;
  requireLinkable(account);
  const { id } = account;
  const other = await tx.first(identityOfUser, { provider: claims.provider, user: id });
  if (other !== undefined && other.name_id !== claims.nameId) throw new Refused('linked-to-another');
  const entry = await insertIdentity(tx, context, claims, id);
  if (entry === undefined) return findPerson(tx, context, claims);
  // Whoever invited the person may still have the link that sets a password.
  await deletePasswordLinks(tx, id);
  return { user: await holdUser(tx, id), how: 'linked', audit: [entry] };
};

const create = async (tx: Transaction, context: Context, claims: Claims, email: string): Promise<Found> => {
  const draft = await draftUser(context, { username: await freeUsername(tx, claims.username), email });
  const created = await addUserIfFree(tx, draft);
  const linked = created && (await insertIdentity(tx, context, claims, draft.row.id));
  if (created === undefined || linked === undefined) return findPerson(tx, context, claims);
  return { user: draft.row, how: 'created', audit: [created, linked] };
};

/** Finds, links or creates the account of a person inside a change. Throws `Refused` where none may be used. */
export const findPerson = async (tx: Transaction, context: Context, claims: Claims): Promise<Found> => {
  const { provider, nameId, email } = claims;
  const identity = await tx.first(identityByName, { provider, nameId });
  if (identity !== undefined) return { user: await holdUser(tx, identity.user_id), how: 'known', audit: [] };
  if (email === undefined) throw new Refused('no-email');
  return (await linkByEmail(tx, context, claims, email)) ?? (await create(tx, context, claims, email));
};

/** Links the account of somebody who is signed in to their name at the provider, in place of an earlier one there. */
export const linkOwn = async (
  tx: Transaction,
  context: Context,
  claims: Claims,
  userId: string,
): Promise<readonly AuditEntry[]> => {
  const user = await holdUser(tx, userId);
  if (user.is_suspended === 1) throw new Refused('suspended');
  const { provider, nameId } = claims;
  const identity = await tx.first(identityByName, { provider, nameId });
  if (identity?.user_id === userId) return [];
  if (identity !== undefined) throw new Refused('linked-to-another');
  await tx.run((db) => db.deleteFrom('saml_identities').where('provider', '=', provider).where('user_id', '=', userId));
  const entry = await insertIdentity(tx, context, claims, userId);
  if (entry === undefined) throw new Refused('linked-to-another');
  return [entry];
};
