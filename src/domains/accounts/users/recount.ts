// Counts the accounts again, after somebody has changed the database without using the service.
import type { Context } from '../../../context.ts';
import type { Fact } from '../../../db/fact.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { auditedTransaction } from '../../audit/index.ts';
import type { StatusCounts } from './counts.ts';
import { correctCounts, countedStatuses, restoreUserCounts, setUserCounts, userCountsForUpdate } from './store.ts';

/** Counters before and after a recount. */
export interface Recount {
  readonly before: StatusCounts;
  readonly after: StatusCounts;
}

const none: StatusCounts = { active_members: 0, suspended_members: 0, active_admins: 0, suspended_admins: 0 };

const isSame = (one: StatusCounts, other: StatusCounts): boolean =>
  one.active_members === other.active_members &&
  one.suspended_members === other.suspended_members &&
  one.active_admins === other.active_admins &&
  one.suspended_admins === other.suspended_admins;

const audited = (counts: StatusCounts) => ({
  'active-members': counts.active_members,
  'suspended-members': counts.suspended_members,
  'active-admins': counts.active_admins,
  'suspended-admins': counts.suspended_admins,
});

/**
 * Corrects the counters. The service may keep running, because the counters are locked before the accounts are counted.
 */
export function recountUsers(context: Context, actor: Actor): Promise<Recount> {
  return auditedTransaction(context, actor, async (tx) => {
    await restoreUserCounts(tx, none);
    const before = (await tx.first(userCountsForUpdate, {})) ?? none;
    const after = (await tx.first(countedStatuses, {})) ?? none;
    const result = { before, after };
    if (isSame(before, after)) return { result, audit: [] };
    await setUserCounts(tx, after);
    const entry = { action: 'user.recount', type: 'instance', id: 'user-counts' };
    return { result, audit: [{ ...entry, before: audited(before), after: audited(after) }] };
  });
}

/** Whether the counters are correct. The check reads every account. */
export const usersCounted: Fact<boolean> = {
  table: 'user_counts',
  progress: 'Counting the accounts.',
  isCostly: true,
  keptFor: 600_000,
  read: async (reader) => (await reader.rows(correctCounts, {})).length > 0,
};
