// Members and invited users of an organization.
import { allRelatedIn, relatedIn } from './included.ts';
import { memberList } from './list-specs.ts';
import { creatingRelated, deleting, list, type RowOf } from './query.ts';

const memberships = '/api/v2/organizations/{organization_name}/organization-memberships';

/** An organization's members, each with the teams that the user can see. */
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

/** A membership with its user and teams. */
export type Member = RowOf<typeof membersQuery>;

/**
 * Invites a person by e-mail address. If the service does not send mail, the response contains the link to set the
 * first password.
 */
export const inviteMember = creatingRelated(memberships, 'organization-memberships');

/** Removes a member, cancels an invitation, or leaves the organization. */
export const deleteMember = deleting('/api/v2/organization-memberships/{membership_id}');
