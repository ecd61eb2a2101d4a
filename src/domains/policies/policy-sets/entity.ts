import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Name } from '../../../jsonapi/schema.ts';
import { flag, generated, integer, nullable, oneOf, table, text, time } from '../../../lib/columns.ts';

/** Policies of one kind, and what they apply to. */
export const policySets = entity('policy_sets', {
  id: text(),
  organization_id: text(),
  name: attribute(text(), { set: 'always', isRequired: true, schema: Name() }),
  description: attribute(nullable(text()), { set: 'always' }),
  kind: attribute(oneOf('native', 'opa'), { set: 'once', isFilter: true }),
  is_global: attribute(generated(flag()), { as: 'global', set: 'always' }),
  /** Whether people may override a failed policy of the set; only sets of kind `opa` have it. */
  is_overridable: attribute(generated(flag()), { as: 'overridable', set: 'always' }),
  is_versioned: attribute(generated(flag()), { as: 'versioned', set: 'once' }),
  policy_count: attribute(generated(integer())),
  created_at: attribute(time()),
  updated_at: attribute(time()),
});

export const policySetPolicies = table('policy_set_policies', {
  policy_id: text(),
  policy_set_id: text(),
});

/** What a set applies to: it is managed elsewhere, and known here by its identifier only. */
export const policySetTargets = table('policy_set_targets', {
  policy_set_id: text(),
  type: oneOf('workspaces', 'projects'),
  target_id: text(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof policySets, typeof policySetPolicies, typeof policySetTargets]> {}
}
