import { attribute, entity } from '../../../jsonapi/entity.ts';
import { bigint, flag, generated, integer, json, nullable, oneOf, table, text, time } from '../../../kernel/columns.ts';

/**
 * Numbers of policies by result. Policies that errored, are in shadow mode, are exempt or have only old findings are
 * counted separately, regardless of their enforcement level.
 */
const resultCounts = {
  advisory_failed: generated(integer()),
  mandatory_failed: generated(integer()),
  passed: generated(integer()),
  errored: generated(integer()),
  shadow_passed: generated(integer()),
  shadow_failed: generated(integer()),
  shadow_errored: generated(integer()),
  exempted: generated(integer()),
  old: generated(integer()),
  /** Number of policies whose verdicts depend on values known only after apply; null if no policy was examined. */
  unknown: nullable(integer()),
};

/** Evaluation of a plan with the policies that apply to the run. */
export const policyEvaluations = entity('policy_evaluations', {
  id: text(),
  organization_id: text(),
  /** The only policy set to evaluate. Null if all applicable sets are evaluated, or if the policy set was deleted. */
  policy_set_id: nullable(text()),
  scope: oneOf('policy-set', 'organization'),
  /**
   * Origin of the plan. With `state`, the client made the plan from the state of a workspace, and the plan changes
   * nothing. Such an evaluation is not about a run: it blocks nothing and is not in the counts of evaluations.
   */
  source: attribute(generated(oneOf('plan', 'state'))),
  workspace_id: nullable(text()),
  project_id: nullable(text()),
  status: attribute(
    oneOf('pending', 'running', 'passed', 'failed', 'errored', 'unreachable', 'overridden', 'canceled'),
  ),
  /** JSON object with the time at which the evaluation entered each status, keyed by names such as `passed-at`. */
  status_timestamps: json(),
  /**
   * `run` is the client's description of the run as JSON. `tags` are the tags that the client sent for a run without a
   * registered workspace.
   */
  run: json(),
  /**
   * First line of the message, and the commit, from the client's description of the run. Lists show them. They are kept
   * after the description is deleted. Null if the client sent none, or if an older release stored the evaluation.
   */
  run_message: attribute(nullable(text())),
  run_commit: attribute(nullable(text())),
  tags: json(),
  /** Identity that created the evaluation. */
  created_by: json(),
  /**
   * Member and team that the run names as its author. Both may read the evaluation. Null if the run names nobody, or if
   * the organization had no such member or team when the evaluation was created.
   */
  author_id: nullable(text()),
  author_team_id: nullable(text()),
  /**
   * Account to which the engine's work for the evaluation is charged, see `accountFor`; `unknown` if an older release
   * stored the evaluation without an account.
   */
  account: generated(text()),
  /**
   * Whether the creator had the right `count-for-workspace`, which is defined in `policyRights`. Always 0 for the source
   * `state`.
   */
  counts_for_workspace: generated(flag()),
  /** SHA-256 of the plan, in hex; null before it is uploaded. */
  input_digest: attribute(nullable(text())),
  /** Size of the plan in bytes; null before it is uploaded. */
  input_size: nullable(bigint()),
  /**
   * Trace context of the request that uploaded the plan, in the format of the `traceparent` header; null if tracing was
   * off.
   */
  traceparent: nullable(text()),
  /** Number of times that the service started the evaluation. */
  attempts: generated(integer()),
  /**
   * Progress of a running evaluation: the number of policies to evaluate, and the number of policies already evaluated.
   * Null before the first progress report.
   */
  policies: nullable(integer()),
  policies_evaluated: nullable(integer()),
  /** Reason why the evaluation errored, if no policy caused the error. */
  problem: nullable(text()),
  /** JSON list of notices about the evaluation, for example that no policy set applies. */
  notices: generated(json()),
  engine_version: attribute(nullable(text())),
  duration_ms: attribute(nullable(bigint())),
  ...resultCounts,
  /** Whether the evaluation finished without a verdict from any policy. */
  is_empty: attribute(generated(flag()), { as: 'nothing-evaluated' }),
  /** Whether all policies that block the run permit overrides. */
  is_overridable: generated(flag()),
  /** Author, time, reason and expiry of the override, as JSON. */
  override: nullable(json()),
  /** Expiry time of the override; null if there is no override or it does not expire. */
  override_expires_at: nullable(time()),
  overridden_status: nullable(oneOf('failed', 'errored', 'unreachable')),
  /**
   * True if the counts of the creation day include the evaluation, or if the evaluation is never counted because of its
   * source. See `countEvaluation`.
   */
  is_counted: generated(flag()),
  /** Whether this evaluation determined the module versions that its workspace uses. */
  has_modules: generated(flag()),
  created_at: attribute(time()),
  updated_at: attribute(time()),
  expires_at: time(),
});

/** A piece of a plan that waits for evaluation, compressed and encrypted. */
export const policyEvaluationChunks = table('policy_evaluation_chunks', {
  id: text(),
  evaluation_id: text(),
  position: integer(),
  sealed: text(),
});

/** Outcomes of one set's policies in one evaluation. The record is kept after the set is deleted. */
export const policySetOutcomes = entity('policy_set_outcomes', {
  id: text(),
  evaluation_id: text(),
  policy_set_id: text(),
  policy_set_name: attribute(text()),
  policy_set_description: attribute(nullable(text())),
  kind: oneOf('native', 'opa'),
  /** Whether the set permits overrides of its failed policies. */
  is_overridable: attribute(flag(), { as: 'overridable' }),
  /** Whether a policy of the set blocks the run, see `isBlocking`. */
  is_blocking: generated(flag()),
  /** Outcomes of the policies as JSON: a list of `Outcome`. */
  outcomes: json(),
  /**
   * Line numbers of the rules that evaluated to true, in the format of `lineWriter`; null if the organization does not
   * show line numbers.
   */
  true_lines: nullable(json()),
  /**
   * Keys of the findings as JSON, by policy identifier: a list of `FindingKey` parallel to the policy's output. Policies
   * whose findings no approval can cover are absent. The keys are secret: they are never shown or exported.
   */
  finding_keys: nullable(json()),
  ...resultCounts,
});

/**
 * Digests with which two evaluations of a workspace are compared. They are secret: they are never shown or exported.
 */
export const policyEvaluationDigests = table('policy_evaluation_digests', {
  evaluation_id: text(),
  /** Identifier of the encryption key from which the key of the digests is derived. */
  key_id: text(),
  /** Digests of the plan as in `PlanDigests`; null if they are unknown. */
  plan: nullable(text()),
  resources: nullable(text()),
  /** Digests of the input form, parameters and code of each policy, as JSON: `SetDigests` by policy set identifier. */
  policies: json(),
});

/** Total size in bytes of an organization's outcomes that expire on one day. */
export const policyOutcomeBytes = table('policy_outcome_bytes', {
  id: text(),
  organization_id: text(),
  bytes: bigint(),
  expires_at: time(),
});
