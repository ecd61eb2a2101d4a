import { Type } from 'typebox';
import type { TablesOf } from '../../../db/tables.ts';
import { attribute, entity } from '../../../jsonapi/entity.ts';
import { Nullable } from '../../../jsonapi/schema.ts';
import { flag, generated, integer, json, nullable, oneOf, text, time } from '../../../kernel/columns.ts';

/** Results of an input: see `resultOf`. `missing` was deleted before its turn. */
const results = ['newly-failing', 'newly-passing', 'errored', 'changed', 'unchanged', 'missing'] as const;
export type ReplayResult = (typeof results)[number];

/** Policies evaluated with inputs of the past, in two ways that are compared. */
export const policyReplays = entity('policy_replays', {
  id: text(),
  organization_id: text(),
  /** The policy or the set that is replayed. */
  policy_id: nullable(text()),
  policy_set_id: nullable(text()),
  /** The policy of the set that a draft, a query or a revision is of. */
  tried_policy_id: nullable(text()),
  status: attribute(oneOf('pending', 'running', 'finished', 'canceled')),
  status_timestamps: json(),
  /** Other side of the comparison: the policies as they are now, or the recorded outcomes of the evaluations. */
  compared_with: attribute(oneOf('current', 'recorded')),
  /** A draft of the code. */
  code: nullable(text()),
  query: attribute(nullable(text())),
  revision: attribute(nullable(integer())),
  enforcement_level: attribute(nullable(text())),
  shadow: nullable(flag()),
  workspace_id: nullable(text()),
  since: attribute(nullable(time())),
  until: attribute(nullable(time())),
  /** Policies that are evaluated, as they were when the replay was created: see `Sides`. */
  sides: json(),
  inputs_total: attribute(integer()),
  inputs_done: attribute(generated(integer())),
  newly_failing: generated(integer()),
  newly_passing: generated(integer()),
  errored: generated(integer()),
  changed: generated(integer()),
  unchanged: generated(integer()),
  missing: generated(integer()),
  /** The rules of the policies and whether they matched: a list of `RuleSeen`. */
  rules: generated(json()),
  engine_version: attribute(nullable(text())),
  created_by: json(),
  /** The account that it counts for: see `accountFor`. `unknown` in rows of programs that did not store it. */
  account: generated(text()),
  created_at: attribute(time()),
  updated_at: attribute(time()),
  /** When another replay had its turn. */
  turn_at: time(),
  expires_at: attribute(time()),
});

/** An input of a replay, and what came of it. */
export const policyReplayInputs = entity('policy_replay_inputs', {
  id: text(),
  replay_id: text(),
  position: integer(),
  input_id: text(),
  workspace_id: nullable(text()),
  workspace_name: attribute(nullable(text())),
  evaluated_at: attribute(time()),
  /** Number of times that its evaluation began. */
  attempts: generated(integer()),
  /** Null before its turn. */
  result: attribute(nullable(oneOf(...results)), { schema: Nullable(Type.Enum([...results])) }),
  /** The policies that differ: a list of `PolicyDifference`. */
  policies: generated(json()),
  /** Reason for an error that no policy caused. */
  problem: attribute(nullable(text())),
});

declare module '../../../db/tables.ts' {
  interface Tables extends TablesOf<[typeof policyReplays, typeof policyReplayInputs]> {}
}
