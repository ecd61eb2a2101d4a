import type { TablesOf } from '../../../db/tables.ts';
import { bigint, integer, table, text, time } from '../../../kernel/columns.ts';

/** Number of an organization's evaluations that were created on one day, by status. */
export const policyEvaluationDays = table('policy_evaluation_days', {
  id: text(),
  organization_id: text(),
  /** Date in UTC, for example 2026-01-31. */
  day: text(),
  passed: integer(),
  failed: integer(),
  /** Errored and unreachable evaluations. */
  errored: integer(),
  overridden: integer(),
  /**
   * Evaluations in which a shadow policy failed, and evaluations with an exempt outcome. These are also counted by
   * their status.
   */
  shadow_failed: integer(),
  exempted: integer(),
  /**
   * Number of changes to the counts of this day, including its policy counts. A recount uses it to detect concurrent
   * changes.
   */
  changes: bigint(),
  recounted_at: time(),
  expires_at: time(),
});

/** Number of a policy's outcomes in one set on one day. The row is kept after the policy or the set is deleted. */
export const policyOutcomeDays = table('policy_outcome_days', {
  id: text(),
  organization_id: text(),
  day: text(),
  policy_set_id: text(),
  policy_id: text(),
  policy_name: text(),
  passed: integer(),
  failed: integer(),
  errored: integer(),
  /** Exempt outcomes, including those of shadow policies. */
  exempted: integer(),
  shadow_passed: integer(),
  shadow_failed: integer(),
  shadow_errored: integer(),
  /**
   * Creation time and identifier of the last evaluation in which the policy failed, separated by a space; empty if it
   * never failed.
   */
  last_failure: text(),
  expires_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof policyEvaluationDays, typeof policyOutcomeDays]> {}
}
