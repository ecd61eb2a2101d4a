import { many, nothing, one, unstored } from '../../../http/reply.ts';
import { type Authorise, type Route, route } from '../../../http/route.ts';
import type { QuerySpec } from '../../../jsonapi/query.ts';
import {
  deleteToken,
  findToken,
  tokenInputFrom,
  tokenPayload,
  tokenResource,
  tokenSearch,
  tokensOfTeam,
} from '../../accounts/index.ts';
import { organizationRights } from '../access.ts';
import { inOrganization } from '../organizations/guard.ts';
import { managedToken, organizationAsTokenOwner, teamAsTokenOwner } from './access.ts';
import { createTeamToken, listTokensOfTeams, teamTokenList } from './team-tokens.ts';
import { deleteGroupToken, type GroupTokenOwner, getGroupToken, replaceGroupToken } from './tokens.ts';

const ofToken = '/authentication-tokens/:token_id';
const include = ['created-by'];

const show = route('GET', ofToken, {
  operationId: 'readToken',
  summary: 'Show an API token',
  description: 'Shows when the token was created and last used, and when it expires, but not the token itself.',
  authorise: managedToken,
  query: { include },
  reply: one(tokenResource),
  handle: (_context, { subject }) => subject.token,
});

const remove = route('DELETE', ofToken, {
  operationId: 'deleteToken',
  summary: 'Delete an API token',
  description: 'The token stops working immediately.',
  authorise: managedToken,
  reply: nothing,
  handle: (context, { actor, subject }) => deleteToken(context, actor, subject),
});

const theOwner = { Organization: 'an organization', Team: 'a team' } as const;

/** Returns the routes that read, replace and delete the single token of a team or an organization. */
const groupRoutes = <const Path extends string>(
  path: Path,
  owner: 'Organization' | 'Team',
  authorise: Authorise<Path, GroupTokenOwner>,
  query: QuerySpec = {},
): readonly Route[] => [
  route('POST', path, {
    operationId: `create${owner}Token`,
    summary: `Create the token of ${theOwner[owner]}`,
    description: 'Replaces the previous token, which stops working. Only this response contains the token itself.',
    isPersonal: true,
    authorise,
    query,
    payload: tokenPayload,
    creates: true,
    reply: unstored(one(tokenResource, 201)),
    handle: (context, { actor, subject, input }) =>
      replaceGroupToken(context, actor, subject, tokenInputFrom(input.attributes)),
  }),
  route('GET', path, {
    operationId: `read${owner}Token`,
    summary: `Show the token of ${theOwner[owner]}`,
    description: 'Shows when the token was created and last used, and when it expires, but not the token itself.',
    authorise,
    query: { ...query, include },
    reply: one(tokenResource),
    handle: (context, { subject }) => getGroupToken(context, subject),
  }),
  route('DELETE', path, {
    operationId: `delete${owner}Token`,
    summary: `Delete the token of ${theOwner[owner]}`,
    description: 'The token stops working immediately.',
    authorise,
    query,
    reply: nothing,
    handle: (context, { actor, subject }) => deleteGroupToken(context, actor, subject),
  }),
];

const ofTeam = '/teams/:team_id/authentication-tokens';

const listOfTeam = route('GET', ofTeam, {
  operationId: 'listTeamTokens',
  summary: 'List the tokens of a team',
  description:
    'Lists the single token without a description and the tokens with descriptions, oldest first. The tokens themselves are never shown again.',
  authorise: teamAsTokenOwner,
  query: { ...tokensOfTeam.query, include },
  reply: many(tokenResource),
  handle: ({ database }, { subject, query }) => tokensOfTeam.read(database, query, { team: subject.id }),
});

const createNamed = route('POST', ofTeam, {
  operationId: 'createNamedTeamToken',
  summary: 'Create one more token of a team',
  description: 'The description must be unique in the team. Only this response contains the token itself.',
  isPersonal: true,
  authorise: teamAsTokenOwner,
  payload: tokenPayload,
  creates: true,
  reply: unstored(one(tokenResource, 201)),
  handle: (context, { actor, subject, input }) =>
    createTeamToken(context, actor, subject, tokenInputFrom(input.attributes)),
});

const listOfTeams = route('GET', '/organizations/:organization_name/team-tokens', {
  operationId: 'listTokensOfTeams',
  summary: 'List the tokens of the teams of an organization',
  description:
    'The tokens are sorted by team by default; `q` searches team names. Requires the permission to manage teams.',
  authorise: inOrganization(organizationRights['authentication-tokens']['list-of-teams']),
  query: { ...teamTokenList.query, include },
  reply: many(tokenResource),
  handle: (context, { subject, query }) => listTokensOfTeams(context, subject, query),
});

const find = route('POST', '/organizations/:organization_name/authentication-tokens/actions/find', {
  operationId: 'findOrganizationToken',
  summary: 'Find the owner of a token of an organization or its teams',
  description:
    'Use this endpoint if a token has leaked. Send the whole token. `meta` contains its owner. To delete the token, use `DELETE /authentication-tokens/{token_id}`. Only owners of the organization may search, and each token that they find is recorded in the audit trail. Tokens of people are not found.',
  authorise: inOrganization(organizationRights['authentication-tokens']['manage-of-organization']),
  ...tokenSearch,
  handle: (context, { actor, subject, input: { attributes } }) =>
    findToken(context, actor, attributes.token, subject.organization),
});

export const organizationTokenRoutes = [
  show,
  remove,
  listOfTeam,
  createNamed,
  listOfTeams,
  find,
  ...groupRoutes('/organizations/:organization_name/authentication-token', 'Organization', organizationAsTokenOwner, {
    parameters: ['token'],
    choices: { token: ['audit-trails'] },
  }),
  ...groupRoutes('/teams/:team_id/authentication-token', 'Team', teamAsTokenOwner),
];
