import { Type } from 'typebox';
import { creatorSchema } from '../../../jsonapi/creator.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Exactly, Nullable, Timestamp } from '../../../jsonapi/schema.ts';
import { type ComparedPolicy, type Comparison, comparisonStatuses } from './comparison.ts';
import { changeKinds } from './policy-changes.ts';

const changeSchema = Exactly({
  kind: Type.Enum([...changeKinds]),
  from: Nullable(Type.String()),
  to: Nullable(Type.String()),
  message: Nullable(Type.String()),
  by: Nullable(creatorSchema),
  at: Nullable(Timestamp()),
});

const named = Exactly({ id: Type.String(), name: Type.String() });

const policySchema = Exactly({ policy: named, 'policy-set': named, changes: Type.Array(changeSchema) });

const shownPolicy = ({ set, policy_id, policy_name, changes }: ComparedPolicy) => ({
  policy: { id: policy_id, name: policy_name },
  'policy-set': { id: set.policy_set_id, name: set.policy_set_name },
  changes: [...changes],
});

const planSchema = Exactly({
  status: Type.Enum(['same', 'changed', 'unknown']),
  changed: Nullable(Type.Integer()),
  added: Nullable(Type.Integer()),
  removed: Nullable(Type.Integer()),
});

const resourceSchema = Exactly({
  address: Type.String(),
  status: Type.Enum(['same', 'changed', 'new', 'unknown']),
});

/** Comparison of an evaluation with the last evaluation of its workspace that passed. It has the evaluation's id. */
export const comparisonResource = resource<Comparison>({
  type: 'policy-evaluation-comparisons',
  attributes: {
    status: shown(Type.Enum([...comparisonStatuses]), ({ status }: Comparison) => status),
    'passed-at': shown(Nullable(Timestamp()), ({ passed }: Comparison) => passed?.created_at ?? null),
    policies: shown(Type.Array(policySchema), ({ policies }: Comparison) => policies.map(shownPolicy)),
    'policies-left-out': shown(Type.Integer(), ({ policiesLeftOut }: Comparison) => policiesLeftOut),
    'engine-version': shown(
      Nullable(Exactly({ from: Type.String(), to: Type.String() })),
      ({ engine }: Comparison) => engine ?? null,
    ),
    plan: shown(Nullable(planSchema), ({ plan }: Comparison) => plan ?? null),
    resources: shown(Type.Array(resourceSchema), ({ resources }: Comparison) => [...resources]),
  },
  relationships: {
    'policy-evaluation': { to: 'policy-evaluations', one: ({ id }) => id },
    'passed-evaluation': { to: 'policy-evaluations', one: ({ passed }) => passed?.id ?? null },
  },
});
