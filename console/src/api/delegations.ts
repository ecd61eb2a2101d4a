// Delegations of the permission to override results. A delegation is for one team, and for one workspace or all workspaces
// of a project.
import { nameIn } from './included.ts';
import { creatingRelated, deleting, list, type RowOf } from './query.ts';

const delegations = '/api/v2/organizations/{organization_name}/policy-override-delegations';

/**
 * An organization's delegations, newest first. Teams, workspaces and projects that the user may not see are shown by
 * their identifiers.
 */
export const delegationsQuery = list('delegations', delegations, {
  query: { include: ['team', 'workspace', 'project'] },
  row: ({ id, attributes, relationships: { team, workspace, project } }, included) => ({
    id,
    attributes,
    team: nameIn(included, team) ?? '',
    place: nameIn(included, workspace) ?? nameIn(included, project) ?? '',
    isProject: project.data !== null,
  }),
});

export type Delegation = RowOf<typeof delegationsQuery>;

/** Creates a delegation for a team in a workspace or project. */
export const createDelegation = creatingRelated(delegations, 'policy-override-delegations');

export const deleteDelegation = deleting('/api/v2/policy-override-delegations/{policy_override_delegation_id}');
