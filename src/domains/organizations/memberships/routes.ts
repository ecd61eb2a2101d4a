import { Type } from 'typebox';
import { relatedRoute } from '../../../http/related.ts';
import { many, nothing, one, unstored } from '../../../http/reply.ts';
import { alias, includable, route } from '../../../http/route.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Email, References } from '../../../jsonapi/schema.ts';
import { linkedIn } from '../../../kernel/linked.ts';
import { passwordLinkMeta } from '../../accounts/index.ts';
import { organizationRights } from '../access.ts';
import { inOrganization } from '../organizations/guard.ts';
import { visibleTeam } from '../teams/access.ts';
import { membershipFor } from './access.ts';
import {
  endMembership,
  findMembershipsByIds,
  type Invited,
  invite,
  listMemberships,
  listMembershipsOfTeam,
  listOwnMemberships,
  type MembershipRow,
} from './memberships.ts';
import { membershipResource } from './resource.ts';
import { membershipList, membershipsOfUser } from './store.ts';

const ofOrganization = '/organizations/:organization_name/organization-memberships';
const ofTeam = '/teams/:team_id';
const ofMembership = '/organization-memberships/:membership_id';
const include = ['user', 'teams'];

const list = route('GET', ofOrganization, {
  operationId: 'listMemberships',
  summary: 'List the memberships of an organization',
  description:
    'Lists members and invited people. A membership stays `invited` until the account has a password, a token or a single sign-on identity. If the membership also requires a confirmed e-mail address, it stays `invited` until the address is confirmed.',
  authorise: inOrganization(organizationRights['organization-memberships'].read),
  query: { ...membershipList.query, include },
  reply: many(membershipResource),
  handle: (context, { actor, subject, query }) => listMemberships(context, actor, subject, query),
});

const listOfTeam = route('GET', `${ofTeam}/organization-memberships`, {
  operationId: 'listTeamMemberships',
  summary: 'List the memberships in a team',
  description:
    'Lists the members of a team and the people invited to the team, sorted by identifier. If a list of teams truncates this relationship, the relationship links to this endpoint.',
  authorise: visibleTeam,
  query: { ...membershipList.query, include },
  reply: many(membershipResource),
  handle: (context, { actor, subject, query }) => listMembershipsOfTeam(context, actor, subject, query),
});

/** Alternative path that some clients use to list a team's memberships. */
const listOfTeamAlias = alias(listOfTeam, { path: `${ofTeam}/relationships/organization-memberships` });

const listOwn = route('GET', '/organization-memberships', {
  operationId: 'listOwnMemberships',
  summary: 'List your own memberships',
  description:
    'Lists your memberships, sorted by the name of the organization. The list is empty for tokens of teams and organizations.',
  query: { ...membershipsOfUser.query, include: ['organization', ...include] },
  reply: many(membershipResource),
  handle: (context, { actor, query }) => listOwnMemberships(context, actor, query),
});

const create = route('POST', ofOrganization, {
  operationId: 'createMembership',
  summary: 'Invite a person to an organization',
  description:
    'Invites a person by e-mail address. An account is created if no user has the address. If an account has the address but has not confirmed it, the membership stays `invited` until the address is confirmed: through a mailed link, by an identity provider, or by a site administrator. An inviter can send up to 1,000 invitations in 24 hours. If invitations are sent by mail, an address can be invited up to five times by one organization and up to twenty times in total in 24 hours.',
  authorise: inOrganization(organizationRights['organization-memberships'].create),
  query: { include },
  payload: documentPayload({
    type: 'organization-memberships',
    attributes: Type.Object({ email: Email() }),
    relationships: Type.Object({ teams: Type.Optional(References('teams')) }),
  }),
  creates: true,
  reply: unstored(one<MembershipRow, Invited>(membershipResource, 201, ['user'], passwordLinkMeta)),
  handle: (context, { actor, subject, input: { attributes, relationships } }) => {
    const teamIds = relationships.teams?.data.map(({ id }) => id) ?? [];
    return invite(context, actor, subject, { email: attributes.email, teamIds });
  },
});

const show = route('GET', ofMembership, {
  operationId: 'readMembership',
  summary: 'Show a membership',
  description: 'Shows the status of the membership, its user and its teams.',
  authorise: membershipFor('read'),
  query: { include },
  reply: one(membershipResource),
  handle: (_context, { subject: { row } }) => row,
});

const remove = route('DELETE', ofMembership, {
  operationId: 'deleteMembership',
  summary: 'Remove a member or leave an organization',
  description: 'The user is also removed from all teams of the organization. The last owner cannot be removed.',
  authorise: membershipFor('delete'),
  reply: nothing,
  failures: [422],
  handle: (context, { actor, subject: { row } }) => endMembership(context, actor, row),
});

const teams = relatedRoute(`${ofMembership}/teams`, {
  operationId: 'listTeamsOfMembership',
  summary: 'List the teams of a membership',
  of: membershipResource,
  authorise: membershipFor('read'),
  read: ({ row }) => linkedIn(row.team_ids),
});

export const membershipRoutes = [list, listOfTeam, listOfTeamAlias, listOwn, create, show, teams, remove];

export const includableMemberships = includable(membershipResource, findMembershipsByIds);
