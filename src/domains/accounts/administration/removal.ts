import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { invalid } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { endImpersonationsOfDeleted } from '../sessions/store.ts';
import { deleteUserRow } from '../users/store.ts';
import { lockUser, recordedAccount, type UserRow } from '../users/users.ts';
import { requireNotImpersonated, requireOtherAccount, requireRemainingAdministrator } from './guards.ts';

/**
 * Deletes an account with its tokens, sessions, memberships and two-factor data. Resources that the person created are
 * kept. 403 for the account that the actor impersonates. 404 if the account was deleted concurrently. 422 for the
 * actor's own account, the sole owner of an organization and the last active administrator.
 */
export async function deleteUser(context: Context, actor: Actor, { id }: Pick<UserRow, 'id'>): Promise<void> {
  requireNotImpersonated(actor, id);
  requireOtherAccount(actor, id, 'delete yourself');
  const isDone = await auditedTransaction(context, actor, async (tx) => {
    const person = await lockPerson(context, tx, id);
    if (person === undefined) return { result: false, audit: [] };
    requireNoSoleOwner(person);
    return { result: true, audit: [await remove(context, tx, person)] };
  });
  if (!isDone) await deleteUser(context, actor, { id });
}

/** An account whose row and organizations are locked, so that its memberships cannot change. */
interface LockedPerson {
  readonly user: UserRow;
  readonly soleOwnerOf: readonly string[];
}

/**
 * Locks the account's organizations and then the account. Invitations lock in the same order. Returns undefined if the
 * account joined or left an organization between the two steps.
 */
const lockPerson = async ({ ports }: Context, tx: Transaction, id: string): Promise<LockedPerson | undefined> => {
  const locked = await ports.lockOrganizationsOf(tx, id);
  const user = await lockUser(tx, id);
  const { organizations, soleOwnerOf } = await ports.ownershipsOf(tx, id);
  return organizations === locked ? { user, soleOwnerOf } : undefined;
};

const requireNoSoleOwner = ({ soleOwnerOf }: LockedPerson): void => {
  if (soleOwnerOf.length === 0) return;
  const organizations = `${soleOwnerOf.length === 1 ? 'organization' : 'organizations'} ${soleOwnerOf.join(', ')}`;
  throw invalid({
    code: 'last-owner',
    detail: `User is the sole owner of the ${organizations}. Make another member an owner, or delete the organization first.`,
  });
};

const remove = async ({ ports, clock }: Context, tx: Transaction, { user }: LockedPerson) => {
  const { id } = user;
  await endImpersonationsOfDeleted(tx, id, timestamp(clock.now()));
  await ports.deleteMembershipsOf(tx, id);
  await deleteUserRow(tx, user);
  await requireRemainingAdministrator(tx, { before: user }, 'deleted');
  return { action: 'user.delete', type: 'users', id, before: recordedAccount(user) };
};
