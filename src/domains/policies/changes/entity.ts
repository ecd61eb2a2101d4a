import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { flag, integer, json, nullable, oneOf, table, text, time } from '../../../kernel/columns.ts';

/** Planned change of a resource that a finding of the evaluation names. */
export const policyEvaluationChanges = entity('policy_evaluation_changes', {
  id: text(),
  evaluation_id: text(),
  /** Position in the list, from 0. Changes of resources that block the run come first. */
  position: integer(),
  address: attribute(text()),
  module: attribute(nullable(text())),
  /** Resource type and name; null if the address does not contain them. */
  resource_type: attribute(nullable(text())),
  name: attribute(nullable(text())),
  provider: attribute(nullable(text())),
  /** Origin of the change: this plan, a later plan (`deferred`), or a change outside of plans (`drift`). */
  origin: attribute(oneOf('plan', 'deferred', 'drift')),
  /** Whether the object is a deposed object, which a replacement has left behind. */
  is_deposed: attribute(flag(), { as: 'deposed' }),
  actions: json(),
  action_reason: attribute(nullable(text())),
  /** JSON list of `ChangedAttribute`, without values. */
  attributes: json(),
  attributes_left_out: attribute(integer()),
  /** Expiry time of the evaluation. */
  expires_at: time(),
});

/** Old and new values of an evaluation's changes: sensitive values masked, then compressed and encrypted. */
export const policyEvaluationValues = table('policy_evaluation_values', {
  /** Identifier of the evaluation. */
  id: text(),
  organization_id: text(),
  sealed: text(),
  created_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof policyEvaluationChanges, typeof policyEvaluationValues]> {}
}
