import { Type } from 'typebox';
import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Nullable } from '../../../jsonapi/schema.ts';
import { flag, generated, integer, json, nullable, oneOf, text, time } from '../../../kernel/columns.ts';

/** Results of an input, see `resultOf`. `missing` means that the input was deleted before it was evaluated. */
const results = ['newly-failing', 'newly-passing', 'errored', 'changed', 'unchanged', 'missing'] as const;
export type ReplayResult = (typeof results)[number];

/** A replay: evaluates policies with recorded inputs and compares the outcomes before and after a change. */
export const policyReplays = entity('policy_replays', {
  id: text(),
  organization_id: text(),
  /** The policy or the policy set that is replayed. */
  policy_id: nullable(text()),
  policy_set_id: nullable(text()),
  /** In a replay of a set: the policy that the draft, query or revision belongs to. */
  tried_policy_id: nullable(text()),
  status: attribute(oneOf('pending', 'running', 'finished', 'canceled')),
  status_timestamps: json(),
  /** Outcomes to compare with: those of the current policies, or the recorded outcomes of the original evaluations. */
  compared_with: attribute(oneOf('current', 'recorded')),
  /** Draft of the policy's code; null if no draft is replayed. */
  code: nullable(text()),
  query: attribute(nullable(text())),
  revision: attribute(nullable(integer())),
  enforcement_level: attribute(nullable(text())),
  shadow: nullable(flag()),
  workspace_id: nullable(text()),
  since: attribute(nullable(time())),
  until: attribute(nullable(time())),
  /** Policies before and after the change, as they were when the replay was created: `Sides` as JSON. */
  sides: json(),
  inputs_total: attribute(integer()),
  inputs_done: attribute(generated(integer())),
  newly_failing: generated(integer()),
  newly_passing: generated(integer()),
  errored: generated(integer()),
  changed: generated(integer()),
  unchanged: generated(integer()),
  missing: generated(integer()),
  /** Rules of the policies and whether they matched: a JSON list of `RuleSeen`. */
  rules: generated(json()),
  engine_version: attribute(nullable(text())),
  created_by: json(),
  /** Account that the replay is charged to, see `accountFor`; `unknown` in rows of releases that did not store it. */
  account: generated(text()),
  created_at: attribute(time()),
  updated_at: attribute(time()),
  /** Time at which the replay last gave its turn to another replay. */
  turn_at: time(),
  expires_at: attribute(time()),
});

/** An input of a replay, and its result. */
export const policyReplayInputs = entity('policy_replay_inputs', {
  id: text(),
  replay_id: text(),
  position: integer(),
  input_id: text(),
  workspace_id: nullable(text()),
  workspace_name: attribute(nullable(text())),
  evaluated_at: attribute(time()),
  /** Number of times that the evaluation of the input was started. */
  attempts: generated(integer()),
  /** Null until the input has been evaluated. */
  result: attribute(nullable(oneOf(...results)), { schema: Nullable(Type.Enum([...results])) }),
  /** Policies with different outcomes: a JSON list of `PolicyDifference`. */
  policies: generated(json()),
  /** Reason for an error that no policy caused. */
  problem: attribute(nullable(text())),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof policyReplays, typeof policyReplayInputs]> {}
}
