// The people of an organization: members, and invited people.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, type Resource, read, send } from './client.ts';
import { includedOf } from './included.ts';
import { type Listed, type ListSearch, listQuery } from './list.ts';
import { memberList } from './list-specs.ts';
import { keyOf, refresh } from './query-key.ts';

/** A membership with what it leads to. */
export interface Member {
  readonly id: string;
  readonly userId: string | undefined;
  readonly username: string;
  readonly email: string;
  readonly status: 'active' | 'invited';
  readonly since: string;
  /** The teams that the actor sees. */
  readonly teams: readonly Resource<'teams'>[];
}

/** The members of an organization, a page at a time. */
export const membersQuery = (organization: string, search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('members', organization, search),
    queryFn: async ({ signal }): Promise<Listed<Member>> => {
      const { data, included, meta } = await read(
        api.GET('/api/v2/organizations/{organization_name}/organization-memberships', {
          signal,
          params: {
            path: { organization_name: organization },
            query: { ...listQuery(memberList, search), include: ['user', 'teams'] },
          },
        }),
      );
      const users = includedOf(included, 'users');
      const teams = includedOf(included, 'teams');
      const rows = data.map(({ id, attributes, relationships }): Member => {
        const userId = relationships.user.data?.id;
        const { email, status, 'created-at': since } = attributes;
        const shown = relationships.teams.data.flatMap((each) => teams.get(each.id) ?? []);
        const username = (userId === undefined ? undefined : users.get(userId)?.attributes.username) ?? email;
        return { id, userId, username, email, status, since, teams: shown };
      });
      return { data: rows, meta };
    },
    placeholderData: keepPreviousData,
  });

export const refreshMembers = (queryClient: QueryClient) => refresh(queryClient, keyOf('members'));

/** Invites by address. The answer has the link that sets the first password where mail does not carry it. */
export const inviteMember = (
  organization: string,
  { email, teams }: { readonly email: string; readonly teams: readonly string[] },
) =>
  read(
    api.POST('/api/v2/organizations/{organization_name}/organization-memberships', {
      params: { path: { organization_name: organization } },
      body: {
        data: {
          type: 'organization-memberships',
          attributes: { email },
          relationships: { teams: { data: teams.map((id) => ({ type: 'teams' as const, id })) } },
        },
      },
    }),
  );

/** Removes a member, cancels an invitation, or leaves. */
export const deleteMember = (id: string) =>
  send(api.DELETE('/api/v2/organization-memberships/{membership_id}', { params: { path: { membership_id: id } } }));
