import type { QueryClient } from '@tanstack/react-query';
import { client, type Resource } from './client.ts';
import type { Listed } from './list.ts';
import { teamList } from './list-specs.ts';
import { creating, deleting, identifiers, list, record, updating } from './query.ts';
import { keyOf, refresh } from './query-key.ts';

export type Team = Resource<'teams'>;
export type Permission = keyof Team['attributes']['organization-access'];

const teams = '/api/v2/organizations/{organization_name}/teams';
const team = '/api/v2/teams/{team_id}';
const peopleOfTeam = `${team}/relationships/users` as const;

/** The teams that the actor sees, a page at a time. */
export const teamsQuery = list('teams', teams, { spec: teamList });

export const teamQuery = record('team', team);

/** Reads the teams again, with their people. */
export const refreshTeams = (queryClient: QueryClient) =>
  refresh(queryClient, keyOf('teams'), keyOf('team'), keyOf('team-users'));

/** Reads the lists again, and not each team: one of them may be deleted. */
export const refreshTeamLists = (queryClient: QueryClient) => refresh(queryClient, keyOf('teams'));

/** Changes a team where pages show it, before the service has answered. */
export const changeShownTeam = (queryClient: QueryClient, id: string, change: (team: Team) => Team): void => {
  queryClient.setQueriesData<Listed<Team>>(
    { queryKey: keyOf('teams') },
    (listed) => listed && { ...listed, data: listed.data.map((each) => (each.id === id ? change(each) : each)) },
  );
  queryClient.setQueryData(teamQuery(id).queryKey, (shown) => shown && { ...shown, data: change(shown.data) });
};

export interface TeamInput {
  readonly name: string;
  readonly visibility: 'secret' | 'organization';
}

export const createTeam = creating(teams, 'teams');

export const updateTeam = updating(team, 'teams');

export const deleteTeam = deleting(team);

/** The people of a team, a page at a time. */
export const teamUsersQuery = list('team-users', `${team}/users`);

const naming = (id: string, userId: string) => ({ params: { team_id: id }, body: identifiers('users', [userId]) });

export const addTeamUser = (id: string, userId: string) => client.post(peopleOfTeam, naming(id, userId));

export const removeTeamUser = (id: string, userId: string) => client.delete(peopleOfTeam, naming(id, userId));
