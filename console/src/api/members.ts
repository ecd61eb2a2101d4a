// The people of an organization: members, and invited people.
import type { QueryClient } from '@tanstack/react-query';
import { client, type Resource } from './client.ts';
import { includedOf } from './included.ts';
import type { Listed } from './list.ts';
import { memberList } from './list-specs.ts';
import { deleting, identifiers, list } from './query.ts';
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

const memberships = '/api/v2/organizations/{organization_name}/organization-memberships';

/** The members of an organization, a page at a time. */
export const membersQuery = list('members', memberships, {
  spec: memberList,
  query: { include: ['user', 'teams'] },
  shown: ({ data, included, meta }): Listed<Member> => {
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
});

export const refreshMembers = (queryClient: QueryClient) => refresh(queryClient, keyOf('members'));

/** Invites by address. The answer has the link that sets the first password where mail does not carry it. */
export const inviteMember = (
  organization: string,
  { email, teams }: { readonly email: string; readonly teams: readonly string[] },
) =>
  client.post(memberships, {
    params: { organization_name: organization },
    body: {
      data: {
        type: 'organization-memberships',
        attributes: { email },
        relationships: { teams: identifiers('teams', teams) },
      },
    },
  });

/** Removes a member, cancels an invitation, or leaves. */
export const deleteMember = deleting('/api/v2/organization-memberships/{membership_id}');
