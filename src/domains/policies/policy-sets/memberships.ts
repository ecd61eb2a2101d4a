// Membership changes of policies in policy sets, for audit records.
import type { MembershipChange } from '../../../kernel/audit-entry.ts';
import type { PoliciesInSets } from './store.ts';

const changesOf =
  (isAdded: boolean) =>
  ({ policyIds, policySetIds }: PoliciesInSets): readonly MembershipChange[] =>
    policyIds.flatMap((member) => policySetIds.map((container) => ({ member, container, isAdded })));

/** Returns the membership changes for the addition of each policy to each set. */
export const addedTo = changesOf(true);

/** Returns the membership changes for the removal of each policy from each set. */
export const removedFrom = changesOf(false);
