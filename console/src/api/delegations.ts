// Delegations of overrides: a team overrides in a workspace, or in a project with its workspaces.
import { nameIn } from './included.ts';
import { creatingRelated, deleting, list, type RowOf } from './query.ts';

const delegations = '/api/v2/organizations/{organization_name}/policy-override-delegations';

/** The delegations of an organization, the newest first. An identifier stands for the name of what the person does not see. */
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

/** Delegates to a team, in a workspace or a project. */
export const createDelegation = creatingRelated(delegations, 'policy-override-delegations');

export const deleteDelegation = deleting('/api/v2/policy-override-delegations/{policy_override_delegation_id}');
