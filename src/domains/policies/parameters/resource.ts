import { Type } from 'typebox';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Nullable } from '../../../jsonapi/schema.ts';
import { policySetParameters } from './entity.ts';
import type { ParameterRow } from './store.ts';

export const parameterResource = resource<ParameterRow>({
  type: 'vars',
  attributes: {
    ...policySetParameters.shown,
    value: shown(Nullable(Type.String()), ({ value }) => value),
    category: shown(Type.Literal('policy-set'), () => 'policy-set' as const),
  },
  relationships: { configurable: { to: 'policy-sets', one: ({ policy_set_id }) => policy_set_id } },
  links: { self: ({ id, policy_set_id }) => `/api/v2/policy-sets/${policy_set_id}/parameters/${id}` },
});
