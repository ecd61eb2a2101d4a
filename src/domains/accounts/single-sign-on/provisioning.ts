// Updates an account at each sign-in: its link to the provider, its administrator role and its teams.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { ApiError } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import type { TeamChange } from '../../../ports.ts';
import type { Claims } from '../../../protocols/sign-in/claims.ts';
import { refusal, type SignInErrorCode } from '../../../protocols/sign-in/error.ts';
import type { Audited } from '../../audit/index.ts';
import { applyTransition, type TransitionName } from '../administration/status.ts';
import { endSomeSessionsOf } from '../sessions/store.ts';
import { updateUser } from '../users/store.ts';
import { lockUser, type UserRow } from '../users/users.ts';
import { type AccountMatch, type Claimed, findOrCreateAccount } from './identities.ts';
import type { SignInRules } from './rules.ts';
import { identityByName, identityOfUser, sessionsOfName, updateIdentity } from './store.ts';

/** An account after a sign-in. */
export interface Provisioned {
  readonly user: UserRow;
  readonly match: AccountMatch['match'];
  readonly wasAdmin: boolean;
  readonly teams: readonly TeamChange[];
  /**
   * Reason why the sign-in is refused although its changes are committed. Either access that came from groups was
   * suspended, or an administrator must confirm the identity.
   */
  readonly refusal?: SignInErrorCode;
}

/**
 * Finds, links or creates the account of a person and updates it. Throws `SignInError` if the account may not sign in.
 */
export async function provision(
  tx: Transaction,
  context: Context,
  actor: Actor,
  claimed: Claimed,
): Promise<Audited<Provisioned>> {
  const { claims, rules } = claimed;
  const { groups } = claims;
  // Locks organizations before accounts, in the order that all transactions use.
  const syncTeams =
    rules.teams &&
    (await context.ports.lockTeamsOfGroups(context, tx, {
      ...rules.teams,
      user: await linkedUserId(tx, claims),
      groups,
    }));
  const matched = await findOrCreateAccount(tx, context, claimed);
  const { user, match, audit } = matched;
  if (matched.isToConfirm) {
    const refused = { user, match, wasAdmin: user.is_admin === 1, teams: [], refusal: 'identity-to-confirm' } as const;
    return { result: refused, audit };
  }
  requireMaySignIn(user);
  const { teams, audit: teamEntries } = (await syncTeams?.(user)) ?? { teams: [], audit: [] };
  const entered = await enter(tx, context, actor, { ...claimed, matched, teams });
  return { result: entered.result, audit: [...audit, ...teamEntries, ...entered.audit] };
}

interface Entering extends Claimed {
  readonly matched: AccountMatch;
  readonly teams: readonly TeamChange[];
}

/**
 * Updates the administrator role after the teams were updated. If a required group claim is missing, suspends the teams
 * and the role that the user has through groups.
 */
async function enter(
  tx: Transaction,
  context: Context,
  actor: Actor,
  { claims, rules, matched: { user, match }, teams }: Entering,
): Promise<Audited<Provisioned>> {
  const own = { provider: claims.provider, user: user.id };
  const identity = await tx.first(identityOfUser, own);
  const isGranted = identity?.grants_admin === 1;
  const isMarked = identity?.awaits_groups === 1;
  const losesRole = isGranted && claims.isAdmin === undefined;
  const losesAnything = losesRole || teams.some(({ change }) => change === 'removed');
  const isRefused = awaitsGroups(claims, rules, { isMarked, losesAnything });
  if (isRefused !== isMarked) await updateIdentity(tx, own, { awaits_groups: isRefused ? 1 : 0 });
  // A refused sign-in must not grant the administrator role.
  const isGrantRefused = isRefused && claims.isAdmin === true;
  const role = isGrantRefused ? [] : await updateAdminRole(tx, context, actor, { user, claims, isGranted });
  const suspended = isRefused ? await suspend(tx, claims, user.id) : [];
  if (!isRefused) await recordSignIn(tx, context, user);
  return {
    result: {
      user: await lockUser(tx, user.id),
      match,
      wasAdmin: user.is_admin === 1,
      teams,
      ...(isRefused && { refusal: 'groups-absent' as const }),
    },
    audit: [...role, ...suspended],
  };
}

/**
 * Whether a sign-in is refused because it has no groups. `losesAnything` means that the person has teams or the role
 * through groups. `isMarked` means that the last sign-in was refused for this reason.
 */
function awaitsGroups(
  { areGroupsSent }: Claims,
  rules: SignInRules,
  { isMarked, losesAnything }: { readonly isMarked: boolean; readonly losesAnything: boolean },
): boolean {
  return !areGroupsSent && rules.groupsAbsent === 'refuse' && (isMarked || losesAnything);
}

/**
 * Ends the sessions that were opened through the provider and invalidates the person's tokens until the next successful
 * sign-in.
 */
async function suspend(tx: Transaction, claims: Claims, user: string): Promise<readonly AuditEntry[]> {
  const { provider, nameId } = claims;
  const sessions = await tx.rows(sessionsOfName, claims);
  const ids = sessions.filter(({ user_id }) => user_id === user).map(({ id }) => id);
  const ended = await endSomeSessionsOf(tx, user, ids);
  await updateUser(tx, user, { sso_signed_in_at: timestamp(0) });
  const after = { reason: 'groups-absent', provider, 'name-id': nameId, sessions: ended.length };
  return [{ action: 'user.suspend-sso', type: 'users', id: user, after }];
}

async function linkedUserId(tx: Transaction, claims: Claims): Promise<string> {
  return (await tx.first(identityByName, claims))?.user_id ?? '';
}

function requireMaySignIn({ is_suspended, is_service_account }: UserRow): void {
  if (is_suspended === 1) throw refusal('suspended');
  if (is_service_account === 1) throw refusal('service-account');
}

/** Stores the time of the sign-in, which limits the lifetime of the person's tokens. */
function recordSignIn(tx: Transaction, { clock }: Context, { id, activated_at }: UserRow): Promise<number> {
  const at = timestamp(clock.now());
  return updateUser(tx, id, { sso_signed_in_at: at, activated_at: activated_at ?? at });
}

/**
 * Grants or revokes the administrator role according to the claims. Throws `SignInError` if this would demote the last
 * administrator.
 */
async function updateAdminRole(
  tx: Transaction,
  context: Context,
  actor: Actor,
  { user, claims, isGranted }: { readonly user: UserRow; readonly claims: Claims; readonly isGranted: boolean },
): Promise<readonly AuditEntry[]> {
  const own = { provider: claims.provider, user: user.id };
  const isAdmin = wantedAdminRole(claims, isGranted);
  if (isGranted !== (isAdmin === true)) await updateIdentity(tx, own, { grants_admin: isAdmin === true ? 1 : 0 });
  if (isAdmin === undefined || isAdmin === (user.is_admin === 1)) return [];
  return [await changeRole(tx, context, actor, { before: user, name: isAdmin ? 'grant_admin' : 'revoke_admin' })];
}

/**
 * Whether the person should be an administrator. Undefined means that the role stays as it is. If the provider does not
 * send the claim, a role that the provider granted is revoked, and a role that was granted in this service is kept.
 */
function wantedAdminRole({ isAdmin }: Claims, isGranted: boolean): boolean | undefined {
  return isAdmin ?? (isGranted ? false : undefined);
}

async function changeRole(
  tx: Transaction,
  context: Context,
  actor: Actor,
  transition: { readonly before: UserRow; readonly name: TransitionName },
): Promise<AuditEntry> {
  try {
    return await applyTransition(tx, context, actor, transition);
  } catch (error) {
    throw error instanceof ApiError && error.problems.some(({ code }) => code === 'last-administrator')
      ? refusal('last-administrator')
      : error;
  }
}
