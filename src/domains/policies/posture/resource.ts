import { Type } from 'typebox';
import type { Meta } from '../../../http/reply.ts';
import { resource, shown, shownList, shownObject } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable } from '../../../jsonapi/schema.ts';
import type { Posture, WorkspacePosture } from './posture.ts';
import { groups, type Rate } from './rate.ts';
import type { RatePage } from './rates.ts';
import type { PassRates, PolicyRates, PolicyWeeks, WeekCounts } from './weekly-rates.ts';
import type { ResultPage, WorkspaceResult } from './workspace-rates.ts';
import { latestStatuses } from './workspaces.ts';

const workspacesSchema = Nullable(
  Exactly({
    total: Type.Integer(),
    passed: Type.Integer(),
    overridden: Type.Integer(),
    blocked: Type.Integer(),
    'not-evaluated': Type.Integer(),
    covered: Type.Integer(),
    'evaluations-not-counted': Type.Integer(),
    'state-evaluations': Type.Integer(),
  }),
);

const workspacesIn = (workspaces: WorkspacePosture | null) => {
  if (workspaces === null) return null;
  const { unevaluated, notCounted, ofStates, ...counts } = workspaces;
  const evaluations = { 'evaluations-not-counted': notCounted, 'state-evaluations': ofStates };
  return { ...counts, 'not-evaluated': unevaluated, ...evaluations };
};

const exceptionsSchema = Exactly({
  exemptions: Nullable(Type.Integer()),
  overrides: Nullable(Type.Integer()),
  'next-end': Nullable(Type.String()),
});

export const postureResource = resource<Posture>({
  type: 'postures',
  attributes: {
    workspaces: shown(workspacesSchema, ({ workspaces }) => workspacesIn(workspaces)),
    'blocked-evaluations': shown(Type.Integer(), ({ blocked }) => blocked),
    'blocked-evaluations-before': shown(Type.Integer(), ({ blockedBefore }) => blockedBefore),
    exceptions: shown(exceptionsSchema, ({ exceptions: { exemptions, overrides, nextEnd } }) => ({
      exemptions,
      overrides,
      'next-end': nextEnd,
    })),
    'is-complete': shown(Type.Boolean(), ({ isComplete }) => isComplete),
  },
  relationships: { organization: { to: 'organizations', one: ({ id }) => id } },
  links: { self: ({ id }) => `/api/v2/organizations/${id}/posture` },
});

const failureOf = ({ last_failure = '' }: Rate): readonly (string | null)[] =>
  last_failure === '' ? [null, null] : last_failure.split(' ');

/** Counts of one day, policy or workspace. */
export const rateResource = resource<Rate>({
  type: 'pass-rates',
  attributes: {
    group: shown(Type.Enum([...groups]), ({ group }) => group),
    name: shown(Type.String(), ({ name }) => name),
    passed: shown(Type.Integer(), ({ passed }) => passed),
    failed: shown(Type.Integer(), ({ failed }) => failed),
    errored: shown(Type.Integer(), ({ errored }) => errored),
    overridden: shown(Nullable(Type.Integer()), ({ overridden = null }) => overridden),
    exempted: shown(Type.Integer(), ({ exempted }) => exempted),
    old: shown(Type.Integer(), ({ old }) => old),
    'shadow-passed': shown(Nullable(Type.Integer()), ({ shadow_passed = null }) => shadow_passed),
    'shadow-failed': shown(Type.Integer(), ({ shadow_failed }) => shadow_failed),
    'shadow-errored': shown(Nullable(Type.Integer()), ({ shadow_errored = null }) => shadow_errored),
    'last-failed-at': shown(Nullable(Type.String()), (rate: Rate) => failureOf(rate)[0] ?? null),
    status: shown(Nullable(Type.Enum([...latestStatuses])), ({ latest_status = null }) => latest_status),
    'evaluated-at': shown(Nullable(Type.String()), ({ evaluated_at = null }) => evaluated_at),
  },
  relationships: {
    policy: { to: 'policies', one: ({ policy_id = null }) => policy_id },
    'policy-set': { to: 'policy-sets', one: ({ policy_set_id = null }) => policy_set_id },
    workspace: { to: 'workspaces', one: ({ workspace_id = null }) => workspace_id },
    'last-failed-evaluation': { to: 'policy-evaluations', one: (rate) => failureOf(rate)[1] ?? null },
    'latest-evaluation': { to: 'policy-evaluations', one: ({ evaluation_id = null }) => evaluation_id },
  },
});

export const ratesMeta: Meta<RatePage> = {
  members: { since: Type.String(), 'is-complete': Type.Boolean() },
  read: ({ since, isComplete }) => ({ since, 'is-complete': isComplete }),
};

type SetResult = WorkspaceResult['sets'][number];

const setResult = shownObject<SetResult>({
  id: shown(Type.String(), ({ policy_set_id }) => policy_set_id),
  passed: shown(Type.Integer(), ({ passed }) => passed),
  'mandatory-failed': shown(Type.Integer(), ({ mandatory_failed }) => mandatory_failed),
  'advisory-failed': shown(Type.Integer(), ({ advisory_failed }) => advisory_failed),
  errored: shown(Type.Integer(), ({ errored }) => errored),
  exempted: shown(Type.Integer(), ({ exempted }) => exempted),
  old: shown(Type.Integer(), ({ old }) => old),
  'shadow-failed': shown(Type.Integer(), ({ shadow_failed }) => shadow_failed),
});

/** A workspace with the result of each policy set in its latest evaluation. */
export const workspaceResultResource = resource<WorkspaceResult>({
  type: 'workspace-results',
  attributes: {
    name: shown(Type.String(), ({ name }) => name),
    status: shown(Type.Enum([...latestStatuses]), ({ latest_status }) => latest_status),
    'evaluated-at': shown(Nullable(Type.String()), ({ evaluated_at }) => evaluated_at),
    'policy-sets': shownList(setResult, ({ sets }) => sets),
  },
  relationships: {
    workspace: { to: 'workspaces', one: ({ id }) => id },
    'latest-evaluation': { to: 'policy-evaluations', one: ({ evaluation_id }) => evaluation_id },
  },
});

export const resultsMeta: Meta<ResultPage> = {
  members: {
    'policy-sets': Type.Array(Exactly({ id: Type.String(), name: Type.String() })),
    'policy-set-count': Type.Integer(),
  },
  read: ({ sets, setCount }) => ({ 'policy-sets': sets, 'policy-set-count': setCount }),
};

const weekCounts = shownObject<WeekCounts>({
  week: shown(Type.String(), ({ week }) => week),
  passed: shown(Type.Integer(), ({ passed }) => passed),
  failed: shown(Type.Integer(), ({ failed }) => failed),
  errored: shown(Type.Integer(), ({ errored }) => errored),
  exempted: shown(Type.Integer(), ({ exempted }) => exempted),
  old: shown(Type.Integer(), ({ old }) => old),
});

const policyRates = shownObject<PolicyRates>({
  name: shown(Type.String(), ({ name }) => name),
  weeks: shownList(weekCounts, ({ weeks }) => weeks),
});

/** Weekly pass rates of the policies in a set. */
export const passRatesResource = resource<PassRates>({
  type: 'policy-set-pass-rates',
  attributes: {
    weeks: shown(Type.Array(Type.String()), ({ weeks }) => weeks),
    policies: shownList(policyRates, ({ policies }) => policies),
    'is-truncated': shown(Type.Boolean(), ({ isCut }) => isCut),
  },
});

/** Weekly results of one policy. */
export const policyWeeksResource = resource<PolicyWeeks>({
  type: 'policy-pass-rates',
  attributes: { weeks: shownList(weekCounts, ({ weeks }) => weeks) },
});
