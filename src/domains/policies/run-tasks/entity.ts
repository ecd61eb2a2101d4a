import { Type } from 'typebox';
import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Name } from '../../../jsonapi/schema.ts';
import { flag, generated, integer, json, nullable, oneOf, text, time } from '../../../kernel/columns.ts';

/** Platforms end a task after an hour. */
const maxOutcomeMinutes = 50;

/** Run task, which a run platform calls to have the plans of its runs evaluated. */
export const policyRunTasks = entity('policy_run_tasks', {
  id: text(),
  organization_id: text(),
  name: attribute(text(), { set: 'always', isRequired: true, schema: Name() }),
  is_enabled: attribute(generated(flag()), { as: 'enabled', set: 'always' }),
  /** Maximum time in minutes that a call waits for outcomes that are made elsewhere, once everything else is decided. */
  external_outcomes_minutes: attribute(generated(integer()), {
    set: 'always',
    schema: Type.Integer({ minimum: 0, maximum: maxOutcomeMinutes }),
  }),
  /** A list of origins: what a call names is fetched from there, and answered there, only. */
  allowed_hosts: json(),
  sealed_hmac_key: text(),
  created_at: attribute(time()),
  updated_at: attribute(time()),
});

/** One call of a platform, until it is answered and for a while after. */
export const policyRunTaskCalls = entity('policy_run_task_calls', {
  id: text(),
  run_task_id: text(),
  organization_id: text(),
  /** The platform's own identifiers and names. */
  task_result_id: attribute(text()),
  run_id: attribute(nullable(text())),
  workspace_name: attribute(nullable(text())),
  /**
   * `accepted`: its plan is to be fetched; `evaluating`: it waits for the evaluation; `answering`: there is none, and the
   * platform is to get the reason; `answered`: nothing more happens.
   */
  status: attribute(oneOf('accepted', 'evaluating', 'answering', 'answered')),
  /** Payload of the call, with its token: see `RunCall`. Null once it is answered. */
  sealed: nullable(text()),
  evaluation_id: nullable(text()),
  /** Result that was reported to the platform. */
  result: attribute(nullable(oneOf('passed', 'failed'))),
  /** Reason why there is no evaluation, or why the report to the platform failed. */
  problem: nullable(text()),
  /** When the platform heard last that it is under way. */
  announced_at: nullable(time()),
  /** End of the wait for outcomes that are made elsewhere; null where there is no wait. */
  waits_until: attribute(nullable(time())),
  /** Number of failed attempts at the next step. */
  attempts: generated(integer()),
  next_attempt_at: time(),
  /** When the platform waits no longer. */
  deadline_at: time(),
  created_at: attribute(time()),
  updated_at: attribute(time()),
  expires_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof policyRunTasks, typeof policyRunTaskCalls]> {}
}
