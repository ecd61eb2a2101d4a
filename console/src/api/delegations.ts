// Delegations of overrides: a team overrides in a workspace, or in a project with its workspaces.
import type { QueryClient } from '@tanstack/react-query';
import { client, type Resource } from './client.ts';
import { includedOf } from './included.ts';
import type { Listed } from './list.ts';
import { deleting, list } from './query.ts';
import { keyOf, refresh } from './query-key.ts';

/** A delegation, with the names of the team and the place; an identifier stands for what the person does not see. */
export interface Delegation {
  readonly id: string;
  readonly attributes: Resource<'policy-override-delegations'>['attributes'];
  readonly team: string;
  readonly place: string;
  readonly isProject: boolean;
}

type Included = Resource<'teams' | 'workspaces' | 'projects'>;

function delegationFrom(
  { id, attributes, relationships }: Resource<'policy-override-delegations'>,
  included: readonly Included[] | undefined,
): Delegation {
  const { team, workspace, project } = relationships;
  const nameOf = (type: Included['type'], of: { readonly id: string } | null) =>
    of === null ? undefined : (includedOf(included, type).get(of.id)?.attributes.name ?? of.id);
  const place = nameOf('workspaces', workspace.data) ?? nameOf('projects', project.data) ?? '';
  return { id, attributes, team: nameOf('teams', team.data) ?? '', place, isProject: project.data !== null };
}

const delegations = '/api/v2/organizations/{organization_name}/policy-override-delegations';

/** The delegations of an organization, the newest first. */
export const delegationsQuery = list('delegations', delegations, {
  query: { include: ['team', 'workspace', 'project'] },
  shown: ({ data, included, meta }): Listed<Delegation> => ({
    data: data.map((each) => delegationFrom(each, included)),
    meta,
  }),
});

export const refreshDelegations = (queryClient: QueryClient, organization: string) =>
  refresh(queryClient, keyOf('delegations', organization));

/** The team, and the workspace or the project; null for none. */
export interface DelegationInput {
  readonly team: string | null;
  readonly workspace: string | null;
  readonly project: string | null;
}

const reference = <Type extends string>(type: Type, id: string) => ({ data: { id, type } });

export function createDelegation(organization: string, { team, workspace, project }: DelegationInput) {
  const relationships = {
    ...(team !== null && { team: reference('teams', team) }),
    ...(workspace !== null && { workspace: reference('workspaces', workspace) }),
    ...(project !== null && { project: reference('projects', project) }),
  };
  return client.post(delegations, {
    params: { organization_name: organization },
    body: { data: { type: 'policy-override-delegations', relationships } },
  });
}

export const deleteDelegation = deleting('/api/v2/policy-override-delegations/{policy_override_delegation_id}');
