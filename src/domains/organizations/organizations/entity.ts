import { Type } from 'typebox';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Count, Email, Name, Timeout } from '../../../jsonapi/schema.ts';
import { flag, generated, integer, json, nullable, oneOf, text, time } from '../../../kernel/columns.ts';
import { unknownValueSettings } from '../../../kernel/unknown-values.ts';

const maxDays = Type.Integer({ minimum: 1, maximum: 3_650 });

export const organizations = entity('organizations', {
  /** The name is declared first, so that audit records and responses begin with it. */
  name: attribute(text(), { set: 'always', isRequired: true, schema: Name() }),
  id: attribute(text(), { as: 'external-id' }),
  name_key: text(),
  /**
   * Account that created the organization, even if the account has been deleted since. Null if a site administrator or
   * the operator created the organization. Each account has a share of limited resources, such as the memory for
   * request bodies. Requests with a token of the organization or of one of its teams use the share of this account. If
   * the column is null, the organization has its own share.
   */
  creator_id: nullable(text()),
  email: attribute(text(), { set: 'always', isRequired: true, schema: Email() }),
  /** If `plan_timeout` or `apply_timeout` is null, the corresponding setting of the instance applies. */
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
  /** Access of members without two-factor authentication: `password` grants it, `two_factor_mandatory` refuses it. */
  collaborator_auth_policy: attribute(generated(oneOf('password', 'two_factor_mandatory')), { set: 'always' }),
  /** Idle timeout of members' sessions in minutes. Null if only the general limit for sessions applies. */
  session_timeout: attribute(nullable(integer()), { set: 'always', schema: Count(1) }),
  /**
   * Maximum lifetime of members' sessions in minutes, counted from the sign-in. Null if only the general limit for
   * sessions applies.
   */
  session_remember: attribute(nullable(integer()), { set: 'always', schema: Count(1) }),
  /** Whether the organization accepts members' user tokens. Sessions are always accepted. */
  allows_user_tokens: attribute(generated(flag()), { as: 'user-tokens-enabled', set: 'always' }),
  /** Whether a newer commit cancels outdated speculative plans. */
  manages_speculative_plans: attribute(generated(flag()), {
    as: 'speculative-plan-management-enabled',
    set: 'always',
  }),
  /**
   * Whether managers of workspaces may delete workspaces that manage resources. The setting has no effect, because
   * workspaces in this service do not manage resources.
   */
  allows_force_delete: attribute(generated(flag()), { as: 'allow-force-delete-workspaces', set: 'always' }),
  /**
   * How uploaded policy code with errors is handled. `report` accepts it, `enforce` refuses it, and `enforce-tests`
   * also refuses code that fails its own tests.
   */
  policy_upload_check: attribute(generated(oneOf('report', 'enforce', 'enforce-tests')), { set: 'always' }),
  /** Whether an evaluation gets the status `errored` if no policy was evaluated. */
  requires_policies: attribute(generated(flag()), { as: 'evaluated-policies-required', set: 'always' }),
  /**
   * Whether incomplete plans are refused. A plan is incomplete if planning ended with an error or deferred some
   * changes.
   */
  requires_complete_plans: attribute(generated(flag()), { as: 'complete-plans-required', set: 'always' }),
  /** Whether every evaluation must name a registered workspace. */
  requires_workspace: attribute(generated(flag()), { as: 'evaluation-workspace-required', set: 'always' }),
  /**
   * How a verdict counts if it depends on values that are known only after apply. A policy set can have a stricter
   * setting.
   */
  unknown_values: attribute(generated(oneOf(...unknownValueSettings)), { set: 'always' }),
  /**
   * Whether all organizations of the instance may use this organization's modules. Only site administrators can set it.
   */
  shares_modules: generated(flag()),
  /**
   * Maximum number of workspaces. Only site administrators can set it. If it is null, the maximum that applies to all
   * organizations is used.
   */
  workspace_limit: nullable(integer()),
  /** Identifier of the organization's own data retention policy. Null if the instance's policy applies. */
  retention_policy_id: nullable(text()),
  /**
   * Number of days in the organization's own retention policy. Null if it has no retention policy of its own or if its
   * policy keeps all data.
   */
  retention_days: nullable(integer()),
  /**
   * Number of days for which the policy inputs of evaluations are kept. Sensitive values in them are masked. Null if
   * inputs are not kept.
   */
  policy_input_days: attribute(nullable(integer()), {
    as: 'policy-input-retention-days',
    set: 'always',
    schema: Type.Integer({ minimum: 1, maximum: 365 }),
  }),
  /** Maximum number of days for which an exemption from a policy lasts. Null if exemptions may last forever. */
  policy_exemption_max_days: attribute(nullable(integer()), { set: 'always', schema: maxDays }),
  /** Maximum number of days for which an override of an evaluation lasts. Null if overrides may last forever. */
  policy_override_max_days: attribute(nullable(integer()), { set: 'always', schema: maxDays }),
  /** Whether exemptions are created only by granting a request, and never directly. */
  exemptions_need_request: attribute(generated(flag()), { set: 'always' }),
  /** Whether evaluations store the changed values of resources with findings. Sensitive values are masked. */
  keeps_change_values: attribute(generated(flag()), { as: 'evaluation-change-values-enabled', set: 'always' }),
  /** Whether evaluations store which lines of policy rules evaluated to true. */
  shows_rule_lines: attribute(generated(flag()), { as: 'evaluation-rule-lines-enabled', set: 'always' }),
  /** Whether the author whom a run names, a member or a team, may read the run's evaluations. */
  lets_authors_read: attribute(generated(flag()), { as: 'evaluation-author-access-enabled', set: 'always' }),
  /** Attributes that are stored only for third-party clients. */
  compat: generated(json()),
  /**
   * Numbers of the organization's policies by kind, so that list pages need no count query. The transactions that
   * create and delete policies update these numbers.
   */
  native_policy_count: generated(integer()),
  opa_policy_count: generated(integer()),
  default_project_id: text(),
  created_at: attribute(time()),
});
