import { Type } from 'typebox';
import { neverOldSentence } from '../../../effects/policy-engine/new-sentence.ts';
import type { Meta } from '../../../http/reply.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable, Timestamp } from '../../../jsonapi/schema.ts';
import type { DebtPage, WorkspaceDebt } from './debt.ts';
import type { Forecast } from './forecast.ts';

/** Recent findings of a policy, from which the effect of each introduction follows. */
export const forecastResource = resource<Forecast>({
  type: 'policy-introduction-forecasts',
  attributes: {
    since: shown(Timestamp(), ({ since }) => since),
    evaluated: shown(Type.Integer(), ({ evaluated }) => evaluated),
    failed: shown(Type.Integer(), ({ failed }) => failed),
    findings: shown(Type.Integer(), ({ findings }) => findings),
    'without-address': shown(Type.Integer(), ({ withoutAddress }) => withoutAddress),
    workspaces: shown(Type.Integer(), ({ workspaces }) => workspaces),
    'is-complete': shown(Type.Boolean(), ({ isComplete }) => isComplete),
    'never-old': shown(Nullable(Type.Array(Type.String())), ({ neverOld }) => neverOld && [...neverOld]),
    'never-old-message': shown(Nullable(Type.String()), ({ neverOld }) =>
      neverOld === null || neverOld.length === 0 ? null : neverOldSentence(neverOld),
    ),
  },
});

const counted = Exactly({ week: Type.String(), old: Type.Integer() });
const weekShown = Exactly({ week: Type.String(), old: Nullable(Type.Integer()) });

/** Old findings of a policy in one workspace, by week. */
export const debtResource = resource<WorkspaceDebt>({
  type: 'policy-old-findings',
  id: ({ policy, workspace }) => `${policy}.${workspace}`,
  attributes: {
    'workspace-name': shown(Type.String(), ({ name }: WorkspaceDebt) => name),
    'old-count': shown(Type.Integer(), ({ old }: WorkspaceDebt) => old),
    weeks: shown(Type.Array(weekShown), ({ weeks }: WorkspaceDebt) => [...weeks]),
  },
  relationships: {
    policy: { to: 'policies', one: ({ policy }) => policy },
    workspace: { to: 'workspaces', one: ({ workspace }) => workspace },
  },
});

export const debtMeta: Meta<DebtPage> = {
  members: { weeks: Type.Array(counted) },
  read: ({ weeks }) => ({ weeks }),
};
