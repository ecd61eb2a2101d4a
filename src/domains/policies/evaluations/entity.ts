import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { bigint, flag, generated, integer, json, nullable, oneOf, table, text, time } from '../../../kernel/columns.ts';

/** Number of policies by result. Errored ones are counted as such, whatever their level; shadow and exempt ones on their own. */
const resultCounts = {
  advisory_failed: generated(integer()),
  mandatory_failed: generated(integer()),
  passed: generated(integer()),
  errored: generated(integer()),
  shadow_passed: generated(integer()),
  shadow_failed: generated(integer()),
  shadow_errored: generated(integer()),
  exempted: generated(integer()),
};

/** The evaluation of a plan by the policies that apply to it. */
export const policyEvaluations = entity('policy_evaluations', {
  id: text(),
  organization_id: text(),
  /** The one set that is evaluated; null where every set counts that applies, and once the set is deleted. */
  policy_set_id: nullable(text()),
  scope: oneOf('policy-set', 'organization'),
  workspace_id: nullable(text()),
  project_id: nullable(text()),
  status: attribute(
    oneOf('pending', 'running', 'passed', 'failed', 'errored', 'unreachable', 'overridden', 'canceled'),
  ),
  /** When it came to each status, by names such as `passed-at`. */
  status_timestamps: json(),
  /** The client's description of the run, and the tags that stand for those of a workspace. */
  run: json(),
  tags: json(),
  /** The identity that created it. */
  created_by: json(),
  /** The account that it counts for: see `accountFor`. `unknown` in rows of programs that did not store it. */
  account: generated(text()),
  /** True if its creator had the right `count-for-workspace` (`policyRights`). */
  counts_for_workspace: generated(flag()),
  /** SHA-256 of the plan, in hex; null before it is uploaded. */
  input_digest: attribute(nullable(text())),
  /** Size of the plan in bytes; null before it is uploaded. */
  input_size: nullable(bigint()),
  /** Context of the trace that brought its plan, as the header field `traceparent` has it; null where none was made. */
  traceparent: nullable(text()),
  /** Number of times that its evaluation began. */
  attempts: generated(integer()),
  /** While it is running: number of policies that the engine evaluates, and that it has evaluated; null where nobody counted. */
  policies: nullable(integer()),
  policies_evaluated: nullable(integer()),
  /** Reason for an error that no policy caused. */
  problem: nullable(text()),
  /** Remarks beside the outcomes, such as that no policy set applies. */
  notices: generated(json()),
  engine_version: attribute(nullable(text())),
  duration_ms: attribute(nullable(bigint())),
  ...resultCounts,
  /** True if it is over and no policy gave a verdict. */
  is_empty: attribute(generated(flag()), { as: 'nothing-evaluated' }),
  /** Every policy that stands in the way allows an override. */
  is_overridable: generated(flag()),
  /** The override: its author, time, reason and expiry. */
  override: nullable(json()),
  /** Until when, and the status that it has again then; null where it is not overridden, or for good. */
  override_expires_at: nullable(time()),
  overridden_status: nullable(oneOf('failed', 'errored', 'unreachable')),
  /** True if its day counts it: see `countEvaluation`. */
  is_counted: generated(flag()),
  created_at: attribute(time()),
  updated_at: attribute(time()),
  expires_at: time(),
});

/** A piece of a plan that waits, compressed and sealed. */
export const policyEvaluationChunks = table('policy_evaluation_chunks', {
  id: text(),
  evaluation_id: text(),
  position: integer(),
  sealed: text(),
});

/** Outcomes of the policies of one set in one evaluation. The record outlives the set. */
export const policySetOutcomes = entity('policy_set_outcomes', {
  id: text(),
  evaluation_id: text(),
  policy_set_id: text(),
  policy_set_name: attribute(text()),
  policy_set_description: attribute(nullable(text())),
  kind: oneOf('native', 'opa'),
  /** True if the set lets people override its failed policies. */
  is_overridable: attribute(flag(), { as: 'overridable' }),
  /** A list: see `Outcome`. */
  outcomes: json(),
  /** Numbers of lines, see `lineWriter`; null where the organization shows none. */
  true_lines: nullable(json()),
  ...resultCounts,
});

/** Size in bytes of the outcomes of an organization that expire on one day. */
export const policyOutcomeBytes = table('policy_outcome_bytes', {
  id: text(),
  organization_id: text(),
  bytes: bigint(),
  expires_at: time(),
});

declare module '../../../db/tables.ts' {
  interface Tables
    extends TablesOf<
      [typeof policyEvaluations, typeof policyEvaluationChunks, typeof policySetOutcomes, typeof policyOutcomeBytes]
    > {}
}
