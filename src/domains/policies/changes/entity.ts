import { attribute, entity } from '../../../jsonapi/entity.ts';
import { flag, integer, json, nullable, oneOf, table, text, time } from '../../../kernel/columns.ts';

/** Planned change of a resource for which the evaluation has a finding. */
export const policyEvaluationChanges = entity('policy_evaluation_changes', {
  id: text(),
  evaluation_id: text(),
  /**
   * Position of the change in the evaluation's list, from 0. Changes of resources with blocking findings come first.
   */
  position: integer(),
  address: attribute(text()),
  module: attribute(nullable(text())),
  /** Resource type and name; null if the address does not contain them. */
  resource_type: attribute(nullable(text())),
  name: attribute(nullable(text())),
  provider: attribute(nullable(text())),
  /**
   * Origin of the change. `plan`: this plan makes the change. `deferred`: a later plan makes it. `drift`: the resource
   * was changed outside of plans.
   */
  origin: attribute(oneOf('plan', 'deferred', 'drift')),
  /** Whether the change affects a deposed object, that is, an object that remained after its resource was replaced. */
  is_deposed: attribute(flag(), { as: 'deposed' }),
  actions: json(),
  action_reason: attribute(nullable(text())),
  /** Changed attributes as JSON: a list of `ChangedAttribute`. It does not contain the attributes' values. */
  attributes: json(),
  attributes_left_out: attribute(integer()),
  /** Time at which the change expires, together with its evaluation. */
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
