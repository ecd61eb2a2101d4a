import { Type } from 'typebox';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Name } from '../../../jsonapi/schema.ts';
import { flag, generated, integer, json, nullable, oneOf, text, time } from '../../../kernel/columns.ts';

/** Maximum time in minutes that a call waits for external outcomes. Platforms end a task after an hour. */
const maxOutcomeMinutes = 50;

/** A run task. Run platforms call it to have the plans of their runs evaluated. */
export const policyRunTasks = entity('policy_run_tasks', {
  id: text(),
  organization_id: text(),
  name: attribute(text(), { set: 'always', isRequired: true, schema: Name() }),
  is_enabled: attribute(generated(flag()), { as: 'enabled', set: 'always' }),
  /** Maximum time in minutes that a call waits for external outcomes after all other policies have been evaluated. */
  external_outcomes_minutes: attribute(generated(integer()), {
    set: 'always',
    schema: Type.Integer({ minimum: 0, maximum: maxOutcomeMinutes }),
  }),
  /**
   * Origins as a JSON list, for example `["https://app.terraform.io"]`. Plans are fetched from and results are sent to
   * these origins only.
   */
  allowed_hosts: json(),
  sealed_hmac_key: text(),
  created_at: attribute(time()),
  updated_at: attribute(time()),
});

/** A call of a run task by a run platform. The record is kept for some time after the call has been answered. */
export const policyRunTaskCalls = entity('policy_run_task_calls', {
  id: text(),
  run_task_id: text(),
  organization_id: text(),
  /** Identifiers and names that the platform sent. */
  task_result_id: attribute(text()),
  run_id: attribute(nullable(text())),
  workspace_name: attribute(nullable(text())),
  /**
   * State of the call. `accepted`: the plan must be fetched. `evaluating`: the evaluation waits or is running.
   * `answering`: there is no evaluation, and the platform must be told the reason. `answered`: the call is completed.
   */
  status: attribute(oneOf('accepted', 'evaluating', 'answering', 'answered')),
  /**
   * Encrypted payload of the call, which contains the platform's token, see `RunCall`; null after the call has been
   * answered.
   */
  sealed: nullable(text()),
  evaluation_id: nullable(text()),
  /** Result that was reported to the platform. */
  result: attribute(nullable(oneOf('passed', 'failed'))),
  /** Reason why the plan is not evaluated, or why the report to the platform failed. */
  problem: nullable(text()),
  /** Time of the last progress report to the platform. */
  announced_at: nullable(time()),
  /** Time until which the call waits for external outcomes; null if the call does not wait for any. */
  waits_until: attribute(nullable(time())),
  /** Number of failed attempts at the call's next step. */
  attempts: generated(integer()),
  next_attempt_at: time(),
  /** Time after which the platform no longer waits for a result. */
  deadline_at: time(),
  created_at: attribute(time()),
  updated_at: attribute(time()),
  expires_at: time(),
});
