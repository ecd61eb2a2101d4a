import { queryOptions } from '@tanstack/react-query';
import { client, type Resource } from './client.ts';
import type { Listed } from './list.ts';
import { teamList } from './list-specs.ts';
import { type Attributes, creating, deleting, list, record, relationship, updating } from './query.ts';
import { queryClient } from './query-client.ts';
import { keyOf } from './query-key.ts';

export type Team = Resource<'teams'>;
export type Permission = keyof Team['attributes']['organization-access'];

const teams = '/api/v2/organizations/{organization_name}/teams';
const team = '/api/v2/teams/{team_id}';

/** A page of the teams that the user can see. */
export const teamsQuery = list('teams', teams, { spec: teamList });

/** All teams that the user can see. */
export const everyTeamQuery = (organization: string) =>
  queryOptions({
    queryKey: keyOf('teams', organization, 'all'),
    queryFn: async ({ signal }): Promise<Listed<Team>> => {
      const params = { organization_name: organization };
      return { data: await client.all(teams, { params, query: { 'page[size]': 100 }, signal }), meta: {} };
    },
  });

export const teamQuery = record('team', team);

const ownersTeamQuery = record('teams', teams, {
  part: 'owners',
  query: { 'filter[names]': 'owners', include: ['users'] },
});

/**
 * Usernames of an organization's owners. The cache keeps the whole response, because `changeShownTeam` expects a list of
 * teams below this key.
 */
export const ownersQuery = (organization: string) =>
  queryOptions({
    ...ownersTeamQuery(organization),
    select: ({ included = [] }) =>
      included.flatMap(({ attributes }) => ('username' in attributes ? [attributes.username] : [])),
  });

/** Changes a team in the cache before the service responds. */
export const changeShownTeam = (id: string, change: (team: Team) => Team): void => {
  queryClient.setQueriesData<Listed<Team>>(
    { queryKey: keyOf('teams') },
    (listed) => listed && { ...listed, data: listed.data.map((each) => (each.id === id ? change(each) : each)) },
  );
  queryClient.setQueryData(teamQuery(id).queryKey, (shown) => shown && { ...shown, data: change(shown.data) });
};

export type TeamInput = Attributes<'post', typeof teams>;

export const createTeam = creating(teams, 'teams');

export const updateTeam = updating(team, 'teams');

export const deleteTeam = deleting(team);

/** A page of a team's members. */
export const teamUsersQuery = list('team-users', `${team}/users`);

/** Defines requests that add accounts to a team and remove them. */
export const teamPeople = relationship(`${team}/relationships/users`, 'users');
