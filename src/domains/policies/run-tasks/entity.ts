import { Type } from 'typebox';
import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Name } from '../../../jsonapi/schema.ts';
import { flag, generated, integer, json, nullable, oneOf, text, time } from '../../../kernel/columns.ts';

/** Maximum wait in minutes for external outcomes, because platforms end a task after an hour. */
const maxOutcomeMinutes = 50;

/** Run task, which a run platform calls to have the plans of its runs evaluated. */
export const policyRunTasks = entity('policy_run_tasks', {
  id: text(),
  organization_id: text(),
  name: attribute(text(), { set: 'always', isRequired: true, schema: Name() }),
  is_enabled: attribute(generated(flag()), { as: 'enabled', set: 'always' }),
  /** Maximum time in minutes that a call waits for external outcomes after all other policies have been decided. */
  external_outcomes_minutes: attribute(generated(integer()), {
    set: 'always',
    schema: Type.Integer({ minimum: 0, maximum: maxOutcomeMinutes }),
  }),
  /** JSON list of origins. Plans are fetched only from these origins, and results are sent only to these. */
  allowed_hosts: json(),
  sealed_hmac_key: text(),
  created_at: attribute(time()),
  updated_at: attribute(time()),
});

/** A call of a run platform. It is kept for some time after it has been answered. */
export const policyRunTaskCalls = entity('policy_run_task_calls', {
  id: text(),
  run_task_id: text(),
  organization_id: text(),
  /** Identifiers and names that the platform gave. */
  task_result_id: attribute(text()),
  run_id: attribute(nullable(text())),
  workspace_name: attribute(nullable(text())),
  /**
   * `accepted`: the plan has to be fetched; `evaluating`: the evaluation is waiting or running; `answering`: there is
   * no evaluation, and the reason has to be reported; `answered`: final.
   */
  status: attribute(oneOf('accepted', 'evaluating', 'answering', 'answered')),
  /** Encrypted payload of the call, including its token, see `RunCall`; null once the call is answered. */
  sealed: nullable(text()),
  evaluation_id: nullable(text()),
  /** Result that was reported to the platform. */
  result: attribute(nullable(oneOf('passed', 'failed'))),
  /** Reason why there is no evaluation, or why the report to the platform failed. */
  problem: nullable(text()),
  /** Time of the last progress report to the platform. */
  announced_at: nullable(time()),
  /** Time until which the call waits for external outcomes; null if it does not wait. */
  waits_until: attribute(nullable(time())),
  /** Number of failed attempts at the next step. */
  attempts: generated(integer()),
  next_attempt_at: time(),
  /** Time after which the platform no longer waits. */
  deadline_at: time(),
  created_at: attribute(time()),
  updated_at: attribute(time()),
  expires_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof policyRunTasks, typeof policyRunTaskCalls]> {}
}
