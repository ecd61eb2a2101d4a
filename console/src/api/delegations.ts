// Delegations of overrides: a team overrides in a workspace, or in a project with its workspaces.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type Resource, read, send } from './client.ts';
import { includedOf } from './included.ts';
import { type Listed, type ListSearch, listQuery } from './list.ts';
import { delegationList } from './list-specs.ts';
import { keyOf, refresh } from './query-key.ts';

/** A delegation, with the names of the team and the place; an identifier stands for what the person does not see. */
export interface Delegation {
  readonly id: string;
  readonly attributes: Resource<'policy-override-delegations'>['attributes'];
  readonly team: string;
  readonly place: string;
  readonly isProject: boolean;
}

const delegationsKey = (organization: string, ...rest: readonly unknown[]) =>
  keyOf('delegations', organization, ...rest);

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

/** The delegations of an organization, the newest first. */
export const delegationsQuery = (organization: string, search: ListSearch) =>
  queryOptions({
    queryKey: delegationsKey(organization, search),
    queryFn: async ({ signal }): Promise<Listed<Delegation>> => {
      const { data, included, meta } = await read(
        api.GET('/api/v2/organizations/{organization_name}/policy-override-delegations', {
          signal,
          params: {
            path: { organization_name: organization },
            query: { ...listQuery(delegationList, search), include: ['team', 'workspace', 'project'] },
          },
        }),
      );
      return { data: data.map((each) => delegationFrom(each, included)), meta };
    },
    placeholderData: keepPreviousData,
  });

export const refreshDelegations = (queryClient: QueryClient, organization: string) =>
  refresh(queryClient, delegationsKey(organization));

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
  return read(
    api.POST('/api/v2/organizations/{organization_name}/policy-override-delegations', {
      params: { path: { organization_name: organization } },
      body: { data: { type: 'policy-override-delegations', relationships } },
    }),
  );
}

export const deleteDelegation = (id: string) =>
  send(
    api.DELETE('/api/v2/policy-override-delegations/{policy_override_delegation_id}', {
      params: { path: { policy_override_delegation_id: id } },
    }),
  );
