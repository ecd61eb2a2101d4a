// The people of an organization: members, and invited people.
import { allRelatedIn, relatedIn } from './included.ts';
import { memberList } from './list-specs.ts';
import { creatingRelated, deleting, list, type RowOf } from './query.ts';

const memberships = '/api/v2/organizations/{organization_name}/organization-memberships';

/** The members of an organization, each with the teams that the actor sees. */
export const membersQuery = list('members', memberships, {
  spec: memberList,
  query: { include: ['user', 'teams'] },
  row: ({ id, attributes: { email, status, 'created-at': since }, relationships: { user, teams } }, included) => ({
    id,
    userId: user.data?.id,
    username: relatedIn(included, user)?.attributes.username ?? email,
    email,
    status,
    since,
    teams: allRelatedIn(included, teams),
  }),
});

/** A membership with what it leads to. */
export type Member = RowOf<typeof membersQuery>;

/** Invites by address. The answer has the link that sets the first password where mail does not carry it. */
export const inviteMember = creatingRelated(memberships, 'organization-memberships');

/** Removes a member, cancels an invitation, or leaves. */
export const deleteMember = deleting('/api/v2/organization-memberships/{membership_id}');
