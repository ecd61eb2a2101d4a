import { Type } from 'typebox';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Nullable } from '../../../jsonapi/schema.ts';
import { flag, generated, integer, json, nullable, oneOf, text, time } from '../../../kernel/columns.ts';
import { introductions } from '../../../kernel/introduction.ts';

/**
 * Possible results of a recorded input, see `resultOf`. `not-replayable` means that a verdict depends on a masked value,
 * and `missing` that the input was deleted before the replay evaluated it.
 */
const results = [
  'newly-failing',
  'newly-passing',
  'errored',
  'not-replayable',
  'changed',
  'unchanged',
  'missing',
] as const;
export type ReplayResult = (typeof results)[number];

/** A replay, which evaluates policies with recorded inputs and compares the outcomes before and after a change. */
export const policyReplays = entity('policy_replays', {
  id: text(),
  organization_id: text(),
  /** The policy or the policy set to replay. One of the two columns is null. */
  policy_id: nullable(text()),
  policy_set_id: nullable(text()),
  /** If a set is replayed: the policy to which the draft, query or revision belongs. */
  tried_policy_id: nullable(text()),
  status: attribute(oneOf('pending', 'running', 'finished', 'canceled')),
  status_timestamps: json(),
  /**
   * Outcomes with which the replay compares: `current` for the outcomes of the current policies, `recorded` for the
   * outcomes of the original evaluations.
   */
  compared_with: attribute(oneOf('current', 'recorded')),
  /** Draft of the policy's code; null if the replay has no draft. */
  code: nullable(text()),
  query: attribute(nullable(text())),
  revision: attribute(nullable(integer())),
  enforcement_level: attribute(nullable(text())),
  introduction: attribute(nullable(oneOf(...introductions))),
  shadow: nullable(flag()),
  /** Form of the plan document for the policy, or for those policies of the set that specify no form themselves. */
  input: attribute(nullable(text())),
  /** Change of the scope or the contents of the policy set, as JSON: `SetChange`. Null if neither changes. */
  set_change: nullable(json()),
  /** Whether the replay has only the inputs of runs to which the policy or the policy set applies after the change. */
  applicable_only: attribute(generated(flag())),
  workspace_id: nullable(text()),
  since: attribute(nullable(time())),
  until: attribute(nullable(time())),
  /** State of the policies before and after the change when the replay was created, as JSON: `Sides`. */
  sides: json(),
  inputs_total: attribute(integer()),
  inputs_done: attribute(generated(integer())),
  newly_failing: generated(integer()),
  newly_passing: generated(integer()),
  errored: generated(integer()),
  not_replayable: generated(integer()),
  changed: generated(integer()),
  unchanged: generated(integer()),
  missing: generated(integer()),
  /** Rules of the policies, and whether each rule matched at least one input, as JSON: a list of `RuleSeen`. */
  rules: generated(json()),
  engine_version: attribute(nullable(text())),
  created_by: json(),
  /**
   * Account to which the engine's work for the replay is charged, see `accountFor`; `unknown` if an older release
   * stored the replay without an account.
   */
  account: generated(text()),
  created_at: attribute(time()),
  updated_at: attribute(time()),
  /** Time at which the replay's last turn ended; initially the creation time. */
  turn_at: time(),
  expires_at: attribute(time()),
});

/** A recorded input in a replay, and its result. */
export const policyReplayInputs = entity('policy_replay_inputs', {
  id: text(),
  replay_id: text(),
  position: integer(),
  input_id: text(),
  workspace_id: nullable(text()),
  workspace_name: attribute(nullable(text())),
  evaluated_at: attribute(time()),
  /**
   * Policy sets that apply to the run before and after the change, as JSON: `ApplyingSets`. Null if the replay is not
   * limited to the runs to which its policies apply.
   */
  applying_sets: nullable(json()),
  /** Number of times that the service started to evaluate the input. */
  attempts: generated(integer()),
  /** Result of the comparison; null until the input has been evaluated. */
  result: attribute(nullable(oneOf(...results)), { schema: Nullable(Type.Enum([...results])) }),
  /** Policies whose outcomes differ, as JSON: a list of `PolicyDifference`. */
  policies: generated(json()),
  /** Reason why the input could not be evaluated, if no policy caused the error. */
  problem: attribute(nullable(text())),
});
