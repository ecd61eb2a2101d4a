import { bigint, integer, table, text, time } from '../../../kernel/columns.ts';

/** Number of evaluations by status that were created in an organization on one day. */
export const policyEvaluationDays = table('policy_evaluation_days', {
  id: text(),
  organization_id: text(),
  /** Date in UTC in the format `YYYY-MM-DD`. */
  day: text(),
  passed: integer(),
  failed: integer(),
  /** Number of evaluations with the status `errored` or `unreachable`. */
  errored: integer(),
  overridden: integer(),
  /**
   * Number of evaluations in which a policy in shadow mode failed, number of evaluations with an exempt outcome, and
   * number of evaluations in which a policy had only old findings. These evaluations are also counted by their status.
   */
  shadow_failed: integer(),
  exempted: integer(),
  old: integer(),
  /**
   * Number of changes to this day's counts, including its policy counts. A recount uses the number to detect concurrent
   * changes.
   */
  changes: bigint(),
  recounted_at: time(),
  expires_at: time(),
});

/**
 * Numbers of outcomes that a policy had in one set on one day. The row is kept after the policy or the set is deleted.
 */
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
  /** Number of exempt outcomes, including outcomes in shadow mode. */
  exempted: integer(),
  /** Number of outcomes in which all findings were old. Exempt findings are not considered. */
  old: integer(),
  shadow_passed: integer(),
  shadow_failed: integer(),
  shadow_errored: integer(),
  /**
   * Creation time and identifier of the last evaluation in which the policy failed, separated by a space. Empty if the
   * policy never failed on this day.
   */
  last_failure: text(),
  expires_at: time(),
});
