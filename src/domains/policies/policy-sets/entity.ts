import type { TablesOf } from '../../../db/tables.ts';
import { flag, generated, integer, nullable, oneOf, table, text, time } from '../../../lib/columns.ts';

/** Policies of one kind, and what they apply to. */
export const policySets = table('policy_sets', {
  id: text(),
  organization_id: text(),
  name: text(),
  description: nullable(text()),
  kind: oneOf('native', 'opa'),
  is_global: generated(flag()),
  /** Whether people may override a failed policy of the set; only sets of kind `opa` have it. */
  is_overridable: generated(flag()),
  is_versioned: generated(flag()),
  policy_count: generated(integer()),
  created_at: time(),
  updated_at: time(),
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
