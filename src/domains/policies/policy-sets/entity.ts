import { attribute, entity } from '../../../jsonapi/entity.ts';
import { InputForm, Name, Text } from '../../../jsonapi/schema.ts';
import { flag, generated, integer, json, nullable, oneOf, table, text, time } from '../../../kernel/columns.ts';
import { unknownValueSettings } from '../../../kernel/unknown-values.ts';

/** A policy set: policies of one kind, and the workspaces and projects that they apply to. */
export const policySets = entity('policy_sets', {
  id: text(),
  organization_id: text(),
  name: attribute(text(), { set: 'always', isRequired: true, schema: Name() }),
  description: attribute(nullable(text()), { set: 'always' }),
  kind: attribute(oneOf('native', 'opa'), { set: 'once' }),
  is_global: attribute(generated(flag()), { as: 'global', set: 'always' }),
  /** Whether users may override failed policies in the set. Only sets of kind `opa` can permit overrides. */
  is_overridable: attribute(generated(flag()), { as: 'overridable', set: 'always' }),
  /** Whether the set is in shadow mode: its policies are evaluated and shown, but never block a run. */
  is_shadow: attribute(generated(flag()), { as: 'shadow', set: 'always' }),
  /**
   * Whether only members of approver teams may approve exceptions from the set's policies. 1 if approvers have been
   * named, even if all their teams were deleted. In this case, the owners are the approvers. 0 if no approvers have
   * been named, or if the last approver team was removed from the set.
   */
  requires_approvers: attribute(generated(flag()), { as: 'approvers-required' }),
  /** Form of the plan document for the set's policies that specify no form themselves; null means `plan`. */
  input: attribute(nullable(text()), { set: 'always', schema: InputForm() }),
  /**
   * Whether verdicts that depend on values known only after apply are accepted. If the organization's setting is
   * stricter, it is used instead.
   */
  unknown_values: attribute(generated(oneOf(...unknownValueSettings)), { set: 'always' }),
  is_versioned: attribute(generated(flag()), { as: 'versioned', set: 'once' }),
  /** Path of the folder with the policies in an uploaded archive. */
  policies_path: attribute(nullable(text()), { set: 'always', schema: Text(1_024) }),
  /** Whether the policies are evaluated with the version of the policy tool in `policy_tool_version`. */
  is_agent_enabled: attribute(generated(flag()), { as: 'agent-enabled', set: 'always' }),
  policy_tool_version: attribute(nullable(text()), { set: 'always', schema: Text(255) }),
  /** Tag selectors as JSON: a list of `TagSelector`. */
  tag_selectors: generated(json()),
  /** Whether a workspace must match any or all of the tag selectors; null means `any`. */
  tag_selector_matching_logic: attribute(nullable(oneOf('any', 'all')), { set: 'always' }),
  /**
   * Number of policies that were added individually. A set contains either such policies or the policies of a policy
   * set version.
   */
  policy_count: generated(integer()),
  /**
   * `current_version_id` is the policy set version whose policies are evaluated; `newest_version_id` is the most
   * recently created policy set version.
   */
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

/** A workspace or project that a policy set applies to or excludes. */
export const policySetTargets = table('policy_set_targets', {
  policy_set_id: text(),
  workspace_id: nullable(text()),
  project_id: nullable(text()),
  is_exclusion: flag(),
});
