import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { InputForm, Name, Text } from '../../../jsonapi/schema.ts';
import { flag, generated, integer, json, nullable, oneOf, table, text, time } from '../../../kernel/columns.ts';

/** Policies of one kind, and what they apply to. */
export const policySets = entity('policy_sets', {
  id: text(),
  organization_id: text(),
  name: attribute(text(), { set: 'always', isRequired: true, schema: Name() }),
  description: attribute(nullable(text()), { set: 'always' }),
  kind: attribute(oneOf('native', 'opa'), { set: 'once' }),
  is_global: attribute(generated(flag()), { as: 'global', set: 'always' }),
  /** True if people may override a failed policy of the set; only sets of kind `opa` have it. */
  is_overridable: attribute(generated(flag()), { as: 'overridable', set: 'always' }),
  /** True if its policies are evaluated and shown, but never block a run. */
  is_shadow: attribute(generated(flag()), { as: 'shadow', set: 'always' }),
  /** The form in which its policies get a plan that name none; null is the same as `plan`. */
  input: attribute(nullable(text()), { set: 'always', schema: InputForm() }),
  is_versioned: attribute(generated(flag()), { as: 'versioned', set: 'once' }),
  /** Path of the policies in an uploaded archive. */
  policies_path: attribute(nullable(text()), { set: 'always', schema: Text(1_024) }),
  /** True if the policies are evaluated with a version of their tool that the set names. */
  is_agent_enabled: attribute(generated(flag()), { as: 'agent-enabled', set: 'always' }),
  policy_tool_version: attribute(nullable(text()), { set: 'always', schema: Text(255) }),
  /** A short list: see `TagSelector`. */
  tag_selectors: generated(json()),
  /** Matching of the selected tags: a workspace needs any of them, or all; null is the same as any. */
  tag_selector_matching_logic: attribute(nullable(oneOf('any', 'all')), { set: 'always' }),
  /** Of the policies that were added one by one. A set has these, or those of a version. */
  policy_count: generated(integer()),
  /** The version whose policies are in force, and the one that was created last. */
  current_version_id: nullable(text()),
  newest_version_id: nullable(text()),
  version_policy_count: generated(integer()),
  version_mandatory_count: generated(integer()),
  created_at: attribute(time()),
  updated_at: attribute(time()),
});

export const policySetPolicies = table('policy_set_policies', {
  policy_id: text(),
  policy_set_id: text(),
});

/** A workspace or a project that a set applies to, or, as an exclusion, does not. */
export const policySetTargets = table('policy_set_targets', {
  policy_set_id: text(),
  workspace_id: nullable(text()),
  project_id: nullable(text()),
  is_exclusion: flag(),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof policySets, typeof policySetPolicies, typeof policySetTargets]> {}
}
