import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable } from '../../../jsonapi/schema.ts';
import { parseKnown } from '../../../lib/json/exact-json.ts';
import { policyReplayInputs, policyReplays } from './entity.ts';
import type { RuleSeen } from './evaluate-input.ts';
import { setChangeSchema } from './set-change.ts';
import type { ReplayInputRow, ReplayRow } from './store.ts';

const self = ({ id }: ReplayRow): string => `/api/v2/policy-replays/${id}`;

const countsSchema = Exactly({
  'newly-failing': Type.Integer(),
  'newly-passing': Type.Integer(),
  errored: Type.Integer(),
  'not-replayable': Type.Integer(),
  changed: Type.Integer(),
  unchanged: Type.Integer(),
  missing: Type.Integer(),
});

const ruleSchema = Exactly({
  'policy-id': Type.String(),
  name: Type.String(),
  file: Type.String(),
  row: Type.Integer(),
});

const unmatchedIn = ({ rules }: ReplayRow) => {
  const seen: readonly RuleSeen[] = JSON.parse(rules);
  // The rules are unknown until the first input has been evaluated, and if the code does not compile.
  if (seen.length === 0) return null;
  return seen
    .filter(({ matched }) => !matched)
    .map(({ policy, name, file, row }) => ({ 'policy-id': policy, name, file, row }));
};

const attributes = {
  ...policyReplays.shown,
  draft: shown(Type.Boolean(), ({ code }: ReplayRow) => code !== null),
  shadow: shown(Nullable(Type.Boolean()), ({ shadow }: ReplayRow) => (shadow === null ? null : shadow === 1)),
  'status-timestamps': shown(Type.Record(Type.String(), Type.String()), (row: ReplayRow) =>
    JSON.parse(row.status_timestamps),
  ),
  'set-change': shown(Nullable(setChangeSchema), ({ set_change }: ReplayRow) =>
    set_change === null ? null : parseKnown(set_change),
  ),
  'newly-failing-workspaces': shown(Type.Integer(), (row: ReplayRow) => row.newly_failing_workspaces),
  'result-counts': shown(countsSchema, (row: ReplayRow) => ({
    'newly-failing': row.newly_failing,
    'newly-passing': row.newly_passing,
    errored: row.errored,
    'not-replayable': row.not_replayable,
    changed: row.changed,
    unchanged: row.unchanged,
    missing: row.missing,
  })),
  'unmatched-rules': shown(Nullable(Type.Array(ruleSchema)), unmatchedIn),
};

/** A replay with the change that it tries, its progress, and the number of inputs for each result. */
export const replayResource = resource<ReplayRow>({
  type: 'policy-replays',
  attributes,
  relationships: {
    organization: { to: 'organizations', one: ({ organization_name }) => organization_name },
    policy: { to: 'policies', one: ({ policy_id, tried_policy_id }) => policy_id ?? tried_policy_id },
    'policy-set': { to: 'policy-sets', one: ({ policy_set_id }) => policy_set_id },
    workspace: { to: 'workspaces', one: ({ workspace_id }) => workspace_id },
  },
  links: { self, differences: (row) => `${self(row)}/differences` },
});

const outcomeSchema = Type.Object({
  status: Type.String(),
  'enforcement-level': Type.String(),
  shadow: Type.Boolean(),
  old: Type.Boolean(),
  revision: Nullable(Type.Integer()),
  'output-count': Type.Integer(),
  output: Nullable(Type.Array(Type.Unknown())),
  problems: Type.Array(Type.String()),
});

const differenceSchema = Type.Object({
  'policy-id': Type.String(),
  'policy-name': Type.String(),
  result: Type.String(),
  before: Nullable(outcomeSchema),
  after: outcomeSchema,
});

const differenceAttributes = {
  ...policyReplayInputs.shown,
  policies: shown(Type.Array(differenceSchema), ({ policies }: ReplayInputRow) => parseKnown(policies)),
};

/** A recorded input whose result changed, and the policies that cause the change. */
export const differenceResource = resource<ReplayInputRow>({
  type: 'policy-replay-differences',
  attributes: differenceAttributes,
  relationships: {
    'policy-replay': { to: 'policy-replays', one: ({ replay_id }) => replay_id },
    'policy-input': { to: 'policy-inputs', one: ({ input_id }) => input_id },
    workspace: { to: 'workspaces', one: ({ workspace_id }) => workspace_id },
  },
});
