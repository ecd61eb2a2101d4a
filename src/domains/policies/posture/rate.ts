// Pass rate of a day, a policy or a workspace.
import type { LatestStatus } from './workspaces.ts';

export const groups = ['day', 'policy', 'workspace'] as const;
export type RateGroup = (typeof groups)[number];

/** Counts of one day, policy or workspace. Properties that apply only to another grouping are absent. */
export interface Rate {
  readonly id: string;
  readonly group: RateGroup;
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly errored: number;
  readonly exempted: number;
  readonly old: number;
  readonly shadow_failed: number;
  readonly overridden?: number;
  readonly shadow_passed?: number;
  readonly shadow_errored?: number;
  readonly policy_id?: string | null;
  readonly policy_set_id?: string | null;
  /** Creation time and identifier of the last failed evaluation, separated by a space; empty if there is none. */
  readonly last_failure?: string;
  readonly workspace_id?: string;
  readonly latest_status?: LatestStatus;
  readonly evaluation_id?: string | null;
  readonly evaluated_at?: string | null;
}
