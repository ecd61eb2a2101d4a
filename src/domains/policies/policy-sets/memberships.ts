// Memberships of policies in policy sets, in audit records.
import type { MembershipChange } from '../../../kernel/audit-entry.ts';
import type { PoliciesInSets } from './store.ts';

const changesOf =
  (isAdded: boolean) =>
  ({ policyIds, policySetIds }: PoliciesInSets): readonly MembershipChange[] =>
    policyIds.flatMap((member) => policySetIds.map((container) => ({ member, container, isAdded })));

/** Returns the membership changes to record if each policy is added to each set. */
export const addedTo = changesOf(true);

/** Returns the membership changes to record if each policy is removed from each set. */
export const removedFrom = changesOf(false);
