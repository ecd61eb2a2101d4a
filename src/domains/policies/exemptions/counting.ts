// Decides whether an exemption counts in a policy set. All functions are pure.
import { allowsOverride } from '../../../kernel/enforcement-levels.ts';
import { type ApproverSet, isApprover } from '../approvers/approvers.ts';
import type { ExemptionRow } from './store.ts';

/**
 * Reason why an exemption does not count in a policy set: the policy does not permit overrides in the set, or the creator
 * of the exemption was not an approver of the set.
 */
export type NotCounted = 'not-overridable' | 'approvers';

/** A policy in a policy set. */
export interface PolicyInSet {
  /** 1 if the set permits overrides of its failed policies, otherwise 0. */
  readonly is_overridable: number;
  /** Enforcement level of the policy; null if the current version of the set does not contain the policy. */
  readonly level: string | null;
  /** The approvers of the set; undefined if the set requires none. */
  readonly approvers: ApproverSet | undefined;
}

/** Returns the reason why an exemption does not count for a policy in a set; undefined if the exemption counts. */
export function notCounted(
  { covers_all_levels, granter_teams }: Pick<ExemptionRow, 'covers_all_levels' | 'granter_teams'>,
  { is_overridable, level, approvers }: PolicyInSet,
): NotCounted | undefined {
  if (covers_all_levels === 0 && level !== null && !allowsOverride({ is_overridable }, level)) return 'not-overridable';
  return approvers === undefined || isApprover(approvers, JSON.parse(granter_teams)) ? undefined : 'approvers';
}
