import { Type } from 'typebox';
import type { Meta } from '../../../http/reply.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Nullable, Timestamp } from '../../../jsonapi/schema.ts';
import { isBlocking } from '../evaluations/outcomes.ts';
import { type FailurePage, type FailureRow, wouldBlock } from './failures.ts';

/** An evaluation in which a policy did not pass. */
export const failureResource = resource<FailureRow>({
  type: 'policy-failures',
  id: ({ policy_id, evaluation_id }) => `${policy_id}.${evaluation_id}`,
  attributes: {
    'evaluated-at': shown(Timestamp(), ({ created_at }: FailureRow) => created_at),
    status: shown(Type.Enum(['failed', 'errored', 'unreachable']), ({ status }: FailureRow) => status),
    'enforcement-level': shown(Type.String(), (row: FailureRow) => row.enforcement_level),
    shadow: shown(Type.Boolean(), ({ introduction }: FailureRow) => introduction === 'shadow'),
    exempt: shown(Type.Boolean(), ({ exempt }: FailureRow) => exempt),
    old: shown(Type.Boolean(), ({ old }: FailureRow) => old),
    blocking: shown(Type.Boolean(), (row: FailureRow) => isBlocking(row)),
    'would-block': shown(Type.Boolean(), (row: FailureRow) => wouldBlock(row)),
    'output-count': shown(Type.Integer(), ({ output_count }: FailureRow) => output_count),
    'policy-set-name': shown(Type.String(), ({ policy_set_name }: FailureRow) => policy_set_name),
    'workspace-name': shown(Nullable(Type.String()), ({ workspace_name }: FailureRow) => workspace_name),
  },
  relationships: {
    policy: { to: 'policies', one: ({ policy_id }) => policy_id },
    evaluation: { to: 'policy-evaluations', one: ({ evaluation_id }) => evaluation_id },
    workspace: { to: 'workspaces', one: ({ workspace_id }) => workspace_id },
  },
});

export const failuresMeta: Meta<FailurePage> = {
  members: { evaluated: Type.Integer() },
  read: ({ evaluated }) => ({ evaluated }),
};
