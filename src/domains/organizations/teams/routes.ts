import { Type } from 'typebox';
import { relatedRoute } from '../../../http/related.ts';
import { many, nothing, one } from '../../../http/reply.ts';
import { includable, type Route, route } from '../../../http/route.ts';
import { documentPayload, identifiersPayload } from '../../../jsonapi/payload.ts';
import { linkedIn } from '../../../kernel/linked.ts';
import { permissionNames } from '../../../kernel/permissions.ts';
import { organizationRights } from '../access.ts';
import { inOrganization } from '../organizations/guard.ts';
import { teamFor, visibleTeam } from './access.ts';
import { teams } from './entity.ts';
import { addMembers, type NamedMembers, removeMembers } from './members.ts';
import { teamResource } from './resource.ts';
import { teamList } from './store.ts';
import { createTeam, deleteTeam, findTeamsByIds, listTeams, type TeamChanges, updateTeam } from './teams.ts';

const ofOrganization = '/organizations/:organization_name/teams';
const ofTeam = '/teams/:team_id';
const include = ['users', 'organization-memberships'];

const access = {
  'organization-access': Type.Optional(
    Type.Object(Object.fromEntries(permissionNames.map((name) => [name, Type.Optional(Type.Boolean())]))),
  ),
};

type Attributes = object & { readonly 'organization-access'?: TeamChanges['access'] };

/** Converts the attributes in a request body to the input that `createTeam` and `updateTeam` expect. */
const changesFrom = <Sent extends Attributes>({ 'organization-access': access, ...others }: Sent) => ({
  ...others,
  ...(access !== undefined && { access }),
});

const list = route('GET', ofOrganization, {
  operationId: 'listTeams',
  summary: 'List the teams of an organization',
  description:
    'Lists the teams that the caller may see: secret teams are shown to their members and to people who manage teams.',
  authorise: inOrganization(organizationRights.teams.read),
  query: { ...teamList.query, include },
  reply: many(teamResource),
  handle: (context, { actor, subject, query }) => listTeams(context, actor, subject, query),
});

const create = route('POST', ofOrganization, {
  operationId: 'createTeam',
  summary: 'Create a team',
  description: 'A caller can give a team only permissions that the caller has.',
  authorise: inOrganization(organizationRights.teams.create),
  payload: documentPayload({ type: 'teams', attributes: Type.Object({ ...teams.create, ...access }) }),
  creates: true,
  reply: one(teamResource, 201),
  handle: (context, { actor, subject, input }) => createTeam(context, actor, subject, changesFrom(input.attributes)),
});

const show = route('GET', ofTeam, {
  operationId: 'readTeam',
  summary: 'Show a team',
  description: 'Shows the name, the visibility, the organization access and the number of users of a team.',
  authorise: visibleTeam,
  query: { include },
  reply: one(teamResource),
  handle: (_context, { subject }) => subject,
});

const update = route('PATCH', ofTeam, {
  operationId: 'updateTeam',
  summary: 'Change a team',
  description: 'Changes the name, the visibility or the organization access. Absent attributes keep their values.',
  authorise: teamFor('update'),
  payload: documentPayload({ type: 'teams', attributes: Type.Object({ ...teams.update, ...access }) }),
  reply: one(teamResource),
  handle: (context, { actor, subject, input }) => updateTeam(context, actor, subject, changesFrom(input.attributes)),
});

const remove = route('DELETE', ofTeam, {
  operationId: 'deleteTeam',
  summary: 'Delete a team',
  description: "The team's token stops working immediately. Its users remain members of the organization.",
  authorise: teamFor('delete'),
  reply: nothing,
  failures: [422],
  handle: (context, { actor, subject: { row } }) => deleteTeam(context, actor, row),
});

const membersRoutes = (by: NamedMembers['by'], words: string, operationPart: string): readonly Route[] => [
  route('POST', `${ofTeam}/relationships/${by}`, {
    operationId: `addTeam${operationPart}`,
    summary: 'Add users to a team',
    description: `Adds members of the organization, identified by their ${words}. Users who are already in the team are ignored.`,
    authorise: teamFor('update-members'),
    payload: identifiersPayload(by),
    reply: nothing,
    handle: (context, { actor, subject, input }) => addMembers(context, actor, subject.row, { by, names: input }),
  }),
  route('DELETE', `${ofTeam}/relationships/${by}`, {
    operationId: `removeTeam${operationPart}`,
    summary: 'Remove users from a team',
    description: `Removes the users, identified by their ${words}. They remain members of the organization.`,
    authorise: teamFor('update-members'),
    payload: identifiersPayload(by),
    reply: nothing,
    handle: (context, { actor, subject, input }) => removeMembers(context, actor, subject.row, { by, names: input }),
  }),
];

const users = relatedRoute(`${ofTeam}/users`, {
  operationId: 'listTeamUsers',
  summary: 'List the users of a team',
  of: teamResource,
  authorise: visibleTeam,
  read: ({ user_ids }) => linkedIn(user_ids),
});

export const teamRoutes = [
  list,
  create,
  show,
  users,
  update,
  remove,
  ...membersRoutes('users', 'usernames or identifiers', 'Users'),
  ...membersRoutes('organization-memberships', 'memberships', 'Memberships'),
];

export const includableTeams = includable(teamResource, findTeamsByIds);
