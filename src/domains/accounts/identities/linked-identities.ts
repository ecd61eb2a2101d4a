// Lists, confirms and unlinks the external identities of an account.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { badRequest, invalid, notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { enqueueMail } from '../../instance/index.ts';
import { requireNotImpersonated, requireOtherAccount } from '../administration/guards.ts';
import { applyTransition } from '../administration/status.ts';
import { providerNames } from '../identity-providers/sign-in-state.ts';
import { teamRulesOfKey } from '../identity-providers/team-rules.ts';
import { identityUnlinked } from '../mails.ts';
import { endSessionsOf } from '../sessions/store.ts';
import { endOtherAccess } from '../single-sign-on/identities.ts';
import { deleteIdentity, identitiesOfUser, type LinkedIdentityRow, updateIdentity } from '../single-sign-on/store.ts';
import { deleteTokensOf } from '../tokens/store.ts';
import { updateUser } from '../users/store.ts';
import { lockUser, type UserRow } from '../users/users.ts';
import { identityId, type ShownIdentity } from './identity-resource.ts';

type Account = Pick<UserRow, 'id'>;

/** Returns the external identities of an account, at most one per provider. */
export async function findIdentities(context: Context, { id }: Account): Promise<readonly ShownIdentity[]> {
  const { database } = context;
  const [rows, names] = await Promise.all([database.rows(identitiesOfUser, { user: id }), providerNames(context)]);
  return rows.map((row) => ({ ...row, providerName: names.get(row.provider) ?? null }));
}

/** Returns an external identity of the account. 404 if the account has no identity with this identifier. */
export async function getIdentity(context: Context, account: Account, id: string): Promise<ShownIdentity> {
  return identityIn(await findIdentities(context, account), id);
}

const identityIn = <Each extends LinkedIdentityRow>(identities: readonly Each[], id: string): Each => {
  const identity = identities.find((each) => identityId(each) === id);
  if (identity === undefined) throw notFound();
  return identity;
};

const lockIdentity = async (
  tx: Transaction,
  { user_id, ...name }: LinkedIdentityRow,
): Promise<[UserRow, LinkedIdentityRow]> => {
  const user = await lockUser(tx, user_id);
  return [user, identityIn(await tx.rows(identitiesOfUser, { user: user_id }), identityId(name))];
};

/**
 * Confirms that an external identity belongs to the account owner, who can then sign in with this identity. 400 if the
 * identity does not wait for confirmation. 404 if it was unlinked concurrently. 422 if the account is suspended.
 */
export function confirmIdentity(context: Context, actor: Actor, identity: ShownIdentity): Promise<ShownIdentity> {
  requireNotImpersonated(actor, identity.user_id);
  return auditedTransaction(context, actor, async (tx) => {
    const [user, before] = await lockIdentity(tx, identity);
    if (before.to_confirm_since === null) throw badRequest('Identity does not need to be confirmed.', 'wrong-state');
    if (user.is_suspended === 1)
      throw invalid({ code: 'wrong-state', detail: 'User is suspended. Unsuspend the user first.' });
    const confirmed_at = timestamp(context.clock.now());
    const changes = { to_confirm_since: null, confirmed_at };
    await updateIdentity(tx, { provider: before.provider, user: user.id }, changes);
    const isFirst = before.to_confirm_since === before.created_at;
    const ended = isFirst ? await endOtherAccess(tx, before.provider, user.id) : undefined;
    return { result: { ...identity, ...before, ...changes }, audit: [entryOf('user.confirm-sso', before, ended)] };
  });
}

const entryOf = (action: string, { provider, name_id, user_id }: LinkedIdentityRow, ended: object = {}): AuditEntry => {
  const before = { provider, 'name-id': name_id, ...ended };
  return { action, type: 'users', id: user_id, before };
};

/**
 * Unlinks an external identity from another person's account and ends all sessions and tokens of the account. 404 if
 * the identity was unlinked concurrently. 422 for the actor's own account and for the last active administrator.
 */
export function unlinkIdentity(context: Context, actor: Actor, identity: LinkedIdentityRow): Promise<void> {
  requireNotImpersonated(actor, identity.user_id);
  requireOtherAccount(actor, identity.user_id, 'unlink your own identity here. Use your profile page');
  return removeIdentity(context, actor, identity, {
    endAccess: async (tx, { id }) => {
      await updateUser(tx, id, { sso_signed_in_at: null });
      return { tokens: await deleteTokensOf(tx, id), sessions: await endSessionsOf(tx, id) };
    },
  });
}

/** Steps of an identity's removal that differ between administrators and account owners. */
export interface Removal {
  /**
   * Checks the account owner's proof of ownership and returns the audit entries about it. Throws if the proof is not
   * valid.
   */
  readonly prove?: (tx: Transaction) => Promise<readonly AuditEntry[]>;
  /** Throws if the removal is not allowed. */
  readonly requireAllowed?: (tx: Transaction, user: UserRow, identity: LinkedIdentityRow) => Promise<void>;
  /** Ends the access that the identity gave and returns counts for the audit log. */
  readonly endAccess: (tx: Transaction, user: UserRow, identity: LinkedIdentityRow) => Promise<object>;
}

/**
 * Removes an external identity from its account. The account loses the team memberships and the role that it got from
 * the provider.
 */
export async function removeIdentity(
  context: Context,
  actor: Actor,
  identity: LinkedIdentityRow,
  { prove, requireAllowed, endAccess }: Removal,
): Promise<void> {
  const teams = await teamRulesOfKey(context, identity.provider);
  await auditedTransaction(context, actor, async (tx) => {
    const noGroups = { user: identity.user_id, groups: new Set<string>() };
    // Locks organizations before accounts, in the order that all transactions use.
    const leaveTeams = teams && (await context.ports.lockTeamsOfGroups(context, tx, { ...teams, ...noGroups }));
    const [user, before] = await lockIdentity(tx, identity);
    const proved = (await prove?.(tx)) ?? [];
    // An identity that was never confirmed gave no access, so its removal is always allowed.
    const isEntered = before.to_confirm_since !== before.created_at;
    if (isEntered) await requireAllowed?.(tx, user, before);
    await deleteIdentity(tx, { provider: before.provider, user: user.id });
    await enqueueMail(tx, context, user.email, identityUnlinked(user.username, before));
    if (!isEntered) return { result: undefined, audit: [...proved, entryOf('user.unlink-sso', before)] };
    const { audit: left } = (await leaveTeams?.(user)) ?? { audit: [] };
    const isRoleOfProvider = before.grants_admin === 1 && user.is_admin === 1;
    const demotion = { before: user, name: 'revoke_admin' } as const;
    const role = isRoleOfProvider ? [await applyTransition(tx, context, actor, demotion)] : [];
    const ended = await endAccess(tx, user, before);
    return { result: undefined, audit: [...proved, entryOf('user.unlink-sso', before, ended), ...left, ...role] };
  });
}
