import { Type } from 'typebox';
import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Count, Email, Name, Timeout } from '../../../jsonapi/schema.ts';
import { flag, generated, integer, json, nullable, oneOf, text, time } from '../../../kernel/columns.ts';

export const organizations = entity('organizations', {
  /** First, as people read a record from its name on. */
  name: attribute(text(), { set: 'always', isRequired: true, schema: Name() }),
  id: attribute(text(), { as: 'external-id' }),
  name_key: text(),
  /**
   * The account that created it, which the work of its tokens counts for, also once the account is deleted. Null if a site
   * administrator or the operator created it: then its tokens count for the organization itself.
   */
  creator_id: nullable(text()),
  email: attribute(text(), { set: 'always', isRequired: true, schema: Email() }),
  /** Null where the instance's timeout counts, as with the other one. */
  plan_timeout: attribute(nullable(text()), { set: 'always', schema: Timeout() }),
  apply_timeout: attribute(nullable(text()), { set: 'always', schema: Timeout() }),
  wants_cost_estimation: attribute(generated(flag()), { as: 'cost-estimation-enabled', set: 'always' }),
  /** True if groups at the identity provider decide who is in its teams. */
  uses_saml: attribute(generated(flag()), { as: 'saml-enabled', set: 'always' }),
  /** True if archives of deprecated module versions are served with a notice. */
  adds_deprecation_notices: attribute(generated(flag()), {
    as: 'module-deprecation-notices-enabled',
    set: 'always',
  }),
  /** Policy on members without a second factor: `password` lets them in, `two_factor_mandatory` does not. */
  collaborator_auth_policy: attribute(generated(oneOf('password', 'two_factor_mandatory')), { set: 'always' }),
  /** In minutes: after how long without a request the sessions of members end. Null where the instance's time counts. */
  session_timeout: attribute(nullable(integer()), { set: 'always', schema: Count(1) }),
  /** In minutes: how long after the sign-in the sessions of members end. Null where the instance's time counts. */
  session_remember: attribute(nullable(integer()), { set: 'always', schema: Count(1) }),
  /** True if people may use the organization with tokens of their own, beside their sessions. */
  allows_user_tokens: attribute(generated(flag()), { as: 'user-tokens-enabled', set: 'always' }),
  /** Whether a newer commit cancels outdated speculative plans. */
  manages_speculative_plans: attribute(generated(flag()), {
    as: 'speculative-plan-management-enabled',
    set: 'always',
  }),
  /** True if managers of workspaces may delete those that manage resources; none does here. */
  allows_force_delete: attribute(generated(flag()), { as: 'allow-force-delete-workspaces', set: 'always' }),
  /**
   * Check of uploaded policy code: `enforce` takes it only without errors, `enforce-tests` also only when it passes its
   * tests.
   */
  policy_upload_check: attribute(generated(oneOf('report', 'enforce', 'enforce-tests')), { set: 'always' }),
  /** True if an evaluation in which no policy was evaluated is errored. */
  requires_policies: attribute(generated(flag()), { as: 'evaluated-policies-required', set: 'always' }),
  /** True if plans are refused whose planning ended with an error, or left changes for later. */
  requires_complete_plans: attribute(generated(flag()), { as: 'complete-plans-required', set: 'always' }),
  /** True if every evaluation has to name a registered workspace. */
  requires_workspace: attribute(generated(flag()), { as: 'evaluation-workspace-required', set: 'always' }),
  /** True if every organization of the instance may use its modules; administrators decide that. */
  shares_modules: generated(flag()),
  /** Maximum number of workspaces; administrators decide that. Null where nothing but the greatest number counts. */
  workspace_limit: nullable(integer()),
  /** Its own policy of data retention; null where that of the instance counts. */
  retention_policy_id: nullable(text()),
  /** Null also where the organization keeps everything. */
  retention_days: nullable(integer()),
  /** Number of days that inputs of evaluations are remembered, without what is sensitive; null where none are. */
  policy_input_days: attribute(nullable(integer()), {
    as: 'policy-input-retention-days',
    set: 'always',
    schema: Type.Integer({ minimum: 1, maximum: 365 }),
  }),
  /** True if evaluations keep the values that change in resources with findings, without what is sensitive. */
  keeps_change_values: attribute(generated(flag()), { as: 'evaluation-change-values-enabled', set: 'always' }),
  /** True if evaluations show the lines of rules that were true. */
  shows_rule_lines: attribute(generated(flag()), { as: 'evaluation-rule-lines-enabled', set: 'always' }),
  /** Attributes that other vocabularies store. */
  compat: generated(json()),
  /** Kept by the transactions that change policies, so that a page needs no count. */
  native_policy_count: generated(integer()),
  opa_policy_count: generated(integer()),
  default_project_id: text(),
  created_at: attribute(time()),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof organizations]> {}
}
