import { Type } from 'typebox';
import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Count, Email, Name, Timeout } from '../../../jsonapi/schema.ts';
import { flag, generated, integer, json, nullable, oneOf, text, time } from '../../../kernel/columns.ts';

export const organizations = entity('organizations', {
  /** Declared first, so that audit records and responses begin with the name. */
  name: attribute(text(), { set: 'always', isRequired: true, schema: Name() }),
  id: attribute(text(), { as: 'external-id' }),
  name_key: text(),
  /**
   * The account that created the organization. Limits on work count the use of the organization's tokens for this
   * account, even after the account has been deleted. Null if a site administrator or the operator created the
   * organization; the tokens' use then counts for the organization itself.
   */
  creator_id: nullable(text()),
  email: attribute(text(), { set: 'always', isRequired: true, schema: Email() }),
  /** Null if the instance's timeout applies. The same holds for `apply_timeout`. */
  plan_timeout: attribute(nullable(text()), { set: 'always', schema: Timeout() }),
  apply_timeout: attribute(nullable(text()), { set: 'always', schema: Timeout() }),
  wants_cost_estimation: attribute(generated(flag()), { as: 'cost-estimation-enabled', set: 'always' }),
  /** Whether groups at the identity provider determine the members of teams. */
  uses_saml: attribute(generated(flag()), { as: 'saml-enabled', set: 'always' }),
  /** Whether archives of deprecated module versions contain a deprecation notice. */
  adds_deprecation_notices: attribute(generated(flag()), {
    as: 'module-deprecation-notices-enabled',
    set: 'always',
  }),
  /**
   * Policy for members without two-factor authentication: `password` grants them access, `two_factor_mandatory` refuses
   * it.
   */
  collaborator_auth_policy: attribute(generated(oneOf('password', 'two_factor_mandatory')), { set: 'always' }),
  /** Idle timeout of members' sessions in minutes. Null if the instance's setting applies. */
  session_timeout: attribute(nullable(integer()), { set: 'always', schema: Count(1) }),
  /**
   * Maximum lifetime of members' sessions in minutes, counted from the sign-in. Null if the instance's setting applies.
   */
  session_remember: attribute(nullable(integer()), { set: 'always', schema: Count(1) }),
  /** Whether members may access the organization with user tokens in addition to sessions. */
  allows_user_tokens: attribute(generated(flag()), { as: 'user-tokens-enabled', set: 'always' }),
  /** Whether a newer commit cancels outdated speculative plans. */
  manages_speculative_plans: attribute(generated(flag()), {
    as: 'speculative-plan-management-enabled',
    set: 'always',
  }),
  /**
   * Whether managers of workspaces may delete workspaces that manage resources. Has no effect, because workspaces here
   * manage none.
   */
  allows_force_delete: attribute(generated(flag()), { as: 'allow-force-delete-workspaces', set: 'always' }),
  /**
   * Check of uploaded policy code: `report` accepts code with errors, `enforce` refuses it, and `enforce-tests` also
   * refuses code that fails its own tests.
   */
  policy_upload_check: attribute(generated(oneOf('report', 'enforce', 'enforce-tests')), { set: 'always' }),
  /** Whether an evaluation ends as errored if no policy was evaluated. */
  requires_policies: attribute(generated(flag()), { as: 'evaluated-policies-required', set: 'always' }),
  /** Whether plans are refused if planning ended with an error or deferred some changes. */
  requires_complete_plans: attribute(generated(flag()), { as: 'complete-plans-required', set: 'always' }),
  /** Whether every evaluation must name a registered workspace. */
  requires_workspace: attribute(generated(flag()), { as: 'evaluation-workspace-required', set: 'always' }),
  /** Whether all organizations of the instance may use its modules. Set by site administrators. */
  shares_modules: generated(flag()),
  /** Maximum number of workspaces, set by site administrators. If null, only the service's own maximum applies. */
  workspace_limit: nullable(integer()),
  /** Identifier of the organization's own data retention policy; null if the instance's policy applies. */
  retention_policy_id: nullable(text()),
  /** Retention period in days. Null if the organization has no policy of its own, or if its policy keeps everything. */
  retention_days: nullable(integer()),
  /**
   * Number of days for which policy inputs of evaluations are kept, without sensitive values. Null if none are kept.
   */
  policy_input_days: attribute(nullable(integer()), {
    as: 'policy-input-retention-days',
    set: 'always',
    schema: Type.Integer({ minimum: 1, maximum: 365 }),
  }),
  /** Whether evaluations keep the changed values of resources with findings, without sensitive values. */
  keeps_change_values: attribute(generated(flag()), { as: 'evaluation-change-values-enabled', set: 'always' }),
  /** Whether evaluations show the lines of policy rules that evaluated to true. */
  shows_rule_lines: attribute(generated(flag()), { as: 'evaluation-rule-lines-enabled', set: 'always' }),
  /** Attributes that are stored only for third-party clients. */
  compat: generated(json()),
  /** Updated by the transactions that create and delete policies, so that list pages need no count query. */
  native_policy_count: generated(integer()),
  opa_policy_count: generated(integer()),
  default_project_id: text(),
  created_at: attribute(time()),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof organizations]> {}
}
