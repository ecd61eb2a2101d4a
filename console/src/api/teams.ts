import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type Resource, read, send } from './client.ts';
import { type Listed, type ListSearch, listQuery } from './list.ts';
import { teamList, teamUserList } from './list-specs.ts';
import { keyOf, refresh } from './query-key.ts';

export type Team = Resource<'teams'>;
export type Permission = keyof Team['attributes']['organization-access'];

const ofOrganization = (organization: string) => ({ organization_name: organization });
const ofTeam = (id: string) => ({ team_id: id });

/** The teams that the actor sees, a page at a time. */
export const teamsQuery = (organization: string, search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('teams', 'list', organization, search),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/organizations/{organization_name}/teams', {
          signal,
          params: { path: ofOrganization(organization), query: listQuery(teamList, search) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const teamQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf('teams', 'one', id),
    queryFn: ({ signal }) => read(api.GET('/api/v2/teams/{team_id}', { signal, params: { path: ofTeam(id) } })),
  });

/** Reads the teams again, with their people. */
export const refreshTeams = (queryClient: QueryClient) => refresh(queryClient, keyOf('teams'));

/** Reads the lists again, and not each team: one of them may be deleted. */
export const refreshTeamLists = (queryClient: QueryClient) => refresh(queryClient, keyOf('teams', 'list'));

/** Changes a team where pages show it, before the service has answered. */
export const changeShownTeam = (queryClient: QueryClient, id: string, change: (team: Team) => Team): void => {
  queryClient.setQueriesData<Listed<Team>>(
    { queryKey: keyOf('teams', 'list') },
    (listed) => listed && { ...listed, data: listed.data.map((each) => (each.id === id ? change(each) : each)) },
  );
  queryClient.setQueryData(teamQuery(id).queryKey, (shown) => shown && { ...shown, data: change(shown.data) });
};

export interface TeamInput {
  readonly name: string;
  readonly visibility: 'secret' | 'organization';
}

export const createTeam = (organization: string, attributes: TeamInput) =>
  read(
    api.POST('/api/v2/organizations/{organization_name}/teams', {
      params: { path: ofOrganization(organization) },
      body: { data: { type: 'teams', attributes } },
    }),
  );

/** Changeable attributes of a team; an absent one stays as it is. */
export interface TeamChanges extends Partial<TeamInput> {
  readonly 'allow-member-token-management'?: boolean;
  readonly 'sso-team-id'?: string | null;
  readonly 'organization-access'?: Partial<Record<Permission, boolean>>;
}

export const updateTeam = (id: string, attributes: TeamChanges) =>
  read(
    api.PATCH('/api/v2/teams/{team_id}', {
      params: { path: ofTeam(id) },
      body: { data: { type: 'teams', attributes } },
    }),
  );

export const deleteTeam = (id: string) => send(api.DELETE('/api/v2/teams/{team_id}', { params: { path: ofTeam(id) } }));

/** The people of a team, a page at a time. */
export const teamUsersQuery = (id: string, search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('teams', 'users', id, search),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/teams/{team_id}/users', {
          signal,
          params: { path: ofTeam(id), query: listQuery(teamUserList, search) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

const usersBody = (userId: string) => ({ data: [{ type: 'users' as const, id: userId }] });

export const addTeamUser = (id: string, userId: string) =>
  send(
    api.POST('/api/v2/teams/{team_id}/relationships/users', { params: { path: ofTeam(id) }, body: usersBody(userId) }),
  );

export const removeTeamUser = (id: string, userId: string) =>
  send(
    api.DELETE('/api/v2/teams/{team_id}/relationships/users', {
      params: { path: ofTeam(id) },
      body: usersBody(userId),
    }),
  );
