import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { flag, integer, json, nullable, oneOf, table, text, time } from '../../../kernel/columns.ts';

/** A change of a plan to a resource that a finding of its evaluation names. */
export const policyEvaluationChanges = entity('policy_evaluation_changes', {
  id: text(),
  evaluation_id: text(),
  /** From 0 on; changes of resources that stop the plan come first. */
  position: integer(),
  address: attribute(text()),
  module: attribute(nullable(text())),
  /** Parts of the address; null where it is not made of them. */
  resource_type: attribute(nullable(text())),
  name: attribute(nullable(text())),
  provider: attribute(nullable(text())),
  /** Author of the change: the plan, a later one (`deferred`), or something else than plans (`drift`). */
  origin: attribute(oneOf('plan', 'deferred', 'drift')),
  /** True for an object that a replacement has left behind. */
  is_deposed: attribute(flag(), { as: 'deposed' }),
  actions: json(),
  action_reason: attribute(nullable(text())),
  /** A list of `ChangedAttribute`, without values. */
  attributes: json(),
  attributes_left_out: attribute(integer()),
  /** That of the evaluation. */
  expires_at: time(),
});

/** Values of the changes of one evaluation, masked, compressed and sealed. */
export const policyEvaluationValues = table('policy_evaluation_values', {
  /** That of the evaluation. */
  id: text(),
  organization_id: text(),
  sealed: text(),
  created_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof policyEvaluationChanges, typeof policyEvaluationValues]> {}
}
