import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Exactly } from '../../../jsonapi/schema.ts';
import type { ChangedAttribute } from '../../../protocols/plans/plan-changes.ts';
import type { ShownChange } from './changes.ts';
import { policyEvaluationChanges } from './entity.ts';

const attributeSchema = Exactly({
  path: Type.String(),
  change: Type.Enum(['added', 'changed', 'removed']),
  'known-after-apply': Type.Boolean(),
  sensitive: Type.Boolean(),
  'forces-replacement': Type.Boolean(),
  before: Type.Optional(Type.Unknown()),
  after: Type.Optional(Type.Unknown()),
});

/** Returns the changed attributes, with their old and new values if these are stored. */
function attributesOf({ attributes, values }: ShownChange) {
  const changed: readonly ChangedAttribute[] = JSON.parse(attributes);
  return changed.map((attribute, at) => {
    const [before, after] = values[at] ?? [];
    return { ...attribute, before, after };
  });
}

const attributes = {
  ...policyEvaluationChanges.shown,
  actions: shown(Type.Array(Type.String()), ({ actions }: ShownChange) => JSON.parse(actions)),
  attributes: shown(Type.Array(attributeSchema), attributesOf),
};

/** Planned change of a resource for which the evaluation has a finding. */
export const changeResource = resource<ShownChange>({
  type: 'policy-evaluation-changes',
  attributes,
  relationships: { 'policy-evaluation': { to: 'policy-evaluations', one: ({ evaluation_id }) => evaluation_id } },
});
