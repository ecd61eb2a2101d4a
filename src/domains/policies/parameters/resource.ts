import { Type } from 'typebox';
import type { Meta } from '../../../http/reply.ts';
import { resource, shown } from '../../../jsonapi/resource.ts';
import { Nullable } from '../../../jsonapi/schema.ts';
import { parameterOverrides, policySetParameters } from './entity.ts';
import type { OverrideRow } from './override-store.ts';
import type { SavedParameter, ShownParameter } from './parameters.ts';

export const parameterResource = resource<ShownParameter>({
  type: 'vars',
  attributes: {
    ...policySetParameters.shown,
    value: shown(Nullable(Type.String()), ({ value }) => value),
    category: shown(Type.Literal('policy-set'), () => 'policy-set' as const),
    'declared-types': shown(
      Type.Array(Type.Enum(['string', 'number', 'boolean', 'array', 'object'])),
      ({ declared_types }) => declared_types,
    ),
    'override-count': shown(Type.Integer(), ({ override_count }) => override_count),
  },
  relationships: { configurable: { to: 'policy-sets', one: ({ policy_set_id }) => policy_set_id } },
  links: { self: ({ id, policy_set_id }) => `/api/v2/policy-sets/${policy_set_id}/parameters/${id}` },
});

export const savedMeta: Meta<SavedParameter> = {
  members: { notices: Type.Array(Type.String()) },
  read: ({ notices }) => (notices.length === 0 ? undefined : { notices }),
};

export const overrideResource = resource<OverrideRow>({
  type: 'parameter-overrides',
  attributes: {
    ...parameterOverrides.shown,
    value: shown(Nullable(Type.String()), ({ value }) => value),
    sensitive: shown(Type.Boolean(), ({ is_sensitive }) => is_sensitive === 1),
  },
  relationships: {
    parameter: { to: 'vars', one: ({ parameter_id }) => parameter_id },
    workspace: { to: 'workspaces', one: ({ workspace_id }) => workspace_id },
    project: { to: 'projects', one: ({ project_id }) => project_id },
  },
  links: {
    self: ({ id, parameter_id, policy_set_id }) =>
      `/api/v2/policy-sets/${policy_set_id}/parameters/${parameter_id}/overrides/${id}`,
  },
});
