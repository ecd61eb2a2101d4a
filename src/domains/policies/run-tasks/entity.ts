import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Name } from '../../../jsonapi/schema.ts';
import { flag, generated, integer, json, nullable, oneOf, text, time } from '../../../lib/columns.ts';

/** What a run platform calls to have the plans of its runs evaluated. */
export const policyRunTasks = entity('policy_run_tasks', {
  id: text(),
  organization_id: text(),
  name: attribute(text(), { set: 'always', isRequired: true, schema: Name() }),
  is_enabled: attribute(generated(flag()), { as: 'enabled', set: 'always' }),
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
  /** What the platform sent, with its token: see `RunCall`. Null once it is answered. */
  sealed: nullable(text()),
  evaluation_id: nullable(text()),
  /** What the platform was reported. */
  result: attribute(nullable(oneOf('passed', 'failed'))),
  /** Why there is no evaluation, or why the platform could not be reported. */
  problem: nullable(text()),
  /** Whether the platform knows that it is under way. */
  is_announced: generated(flag()),
  /** How often the next step has failed. */
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
