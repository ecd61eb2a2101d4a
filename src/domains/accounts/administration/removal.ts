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
 * Deletes an account with its tokens, sessions, memberships and two-factor data; what the person has created stays. 403 for
 * the account that the impersonation acts as; 404 when it has been deleted meanwhile; 422 for the actor's own account, for
 * the sole owner of an organization, and for the last active administrator.
 */
export async function deleteUser(context: Context, actor: Actor, { id }: Pick<UserRow, 'id'>): Promise<void> {
  requireNotImpersonated(actor, id);
  requireOtherAccount(actor, id, 'delete');
  const isDone = await auditedTransaction(context, actor, async (tx) => {
    const person = await lockPerson(context, tx, id);
    if (person === undefined) return { result: false, audit: [] };
    requireNoSoleOwner(person);
    return { result: true, audit: [await remove(context, tx, person)] };
  });
  if (!isDone) await deleteUser(context, actor, { id });
}

/** An account that is locked with all of its organizations, so that its memberships do not change meanwhile. */
interface LockedPerson {
  readonly user: UserRow;
  readonly soleOwnerOf: readonly string[];
}

/**
 * Locks the organizations before the account, in the same order as an invitation; undefined when the person has joined or
 * left one between the two.
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
  throw invalid({ code: 'last-owner', detail: `User is the sole owner of the ${organizations}.` });
};

const remove = async ({ ports, clock }: Context, tx: Transaction, { user }: LockedPerson) => {
  const { id } = user;
  await endImpersonationsOfDeleted(tx, id, timestamp(clock.now()));
  await ports.deleteMembershipsOf(tx, id);
  await deleteUserRow(tx, user);
  await requireRemainingAdministrator(tx, { before: user }, 'deleted');
  return { action: 'user.delete', type: 'users', id, before: recordedAccount(user) };
};
