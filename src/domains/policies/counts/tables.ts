import type { TablesOf } from '../../../db/tables.ts';
import { bigint, integer, table, text, time } from '../../../kernel/columns.ts';

/** Number of the evaluations of an organization that were created on one day, by status. */
export const policyEvaluationDays = table('policy_evaluation_days', {
  id: text(),
  organization_id: text(),
  /** In UTC, such as 2026-01-31. */
  day: text(),
  passed: integer(),
  failed: integer(),
  /** Those that are unreachable, too. */
  errored: integer(),
  overridden: integer(),
  /** Evaluations in which a shadow policy failed, and those in which something was exempt; each has a status, too. */
  shadow_failed: integer(),
  exempted: integer(),
  /** Number of changes of the counts of this day, those of policies included: a recount must see all of them. */
  changes: bigint(),
  recounted_at: time(),
  expires_at: time(),
});

/** Number of the outcomes of a policy in one set and on one day. The row outlives policy and set. */
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
  /** Of policies that are shadow, too. */
  exempted: integer(),
  shadow_passed: integer(),
  shadow_failed: integer(),
  shadow_errored: integer(),
  /** Creation time and identifier of the last evaluation that it failed in, separated by a space; empty for none. */
  last_failure: text(),
  expires_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof policyEvaluationDays, typeof policyOutcomeDays]> {}
}
