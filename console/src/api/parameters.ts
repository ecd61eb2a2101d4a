// Parameters of a policy set, and overrides that replace the value of a parameter in some workspaces.
import type { Resource } from './client.ts';
import { nameIn } from './included.ts';
import { parameterList, parameterOverrideList } from './list-specs.ts';
import { creating, creatingRelated, deleting, list, type RowOf, tagged, updating } from './query.ts';

const parameters = '/api/v2/policy-sets/{policy_set_id}/parameters';
const parameter = `${parameters}/{parameter_id}` as const;
const overrides = `${parameter}/overrides` as const;
const override = `${overrides}/{override_id}` as const;

export type Parameter = Resource<'vars'>;

/** Parameters of a policy set, sorted by key. */
export const parametersQuery = list('parameters', parameters, { spec: parameterList });

export const readParameter = tagged(parameter);

export const createParameter = creating(parameters, 'vars');

export const updateParameter = updating(parameter, 'vars');

export const deleteParameter = deleting(parameter);

/**
 * Overrides of a parameter. `workspace` and `project` are the names of the workspace or project to which an override
 * applies. Both are null for an override by tag.
 */
export const overridesQuery = list('parameter-overrides', overrides, {
  spec: parameterOverrideList,
  query: { include: ['workspace', 'project'] },
  row: ({ id, attributes, relationships: { workspace, project } }, included) => ({
    id,
    attributes,
    workspace: nameIn(included, workspace),
    project: nameIn(included, project),
  }),
});

export type ParameterOverride = RowOf<typeof overridesQuery>;

export const readOverride = tagged(override);

export const createOverride = creatingRelated(overrides, 'parameter-overrides');

export const updateOverride = updating(override, 'parameter-overrides');

export const deleteOverride = deleting(override);
