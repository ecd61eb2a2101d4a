import type { Context } from '../../../context.ts';
import { nothing, one, unstored } from '../../../http/reply.ts';
import { type PathParameters, type RouteFactory, route } from '../../../http/route.ts';
import type { Actor } from '../../../lib/actor.ts';
import { deleteToken, tokenInputFrom, tokenPayload, tokenResource } from '../../accounts/index.ts';
import { managedToken, organizationAsTokenOwner, teamAsTokenOwner } from './access.ts';
import { deleteGroupToken, type GroupTokenOwner, getGroupToken, replaceGroupToken } from './tokens.ts';

const ofToken = '/authentication-tokens/:token_id';
const include = ['created-by'];

const show: RouteFactory = () =>
  route({
    method: 'GET',
    path: ofToken,
    summary: 'Show a token, without its text',
    caller: 'token',
    authorise: (context, actor, { token_id }) => managedToken(context, actor, token_id),
    query: { include },
    reply: one(tokenResource),
    handle: (_context, { subject }) => subject.token,
  });

const remove: RouteFactory = () =>
  route({
    method: 'DELETE',
    path: ofToken,
    summary: 'Delete a token, which stops at once',
    caller: 'token',
    authorise: (context, actor, { token_id }) => managedToken(context, actor, token_id),
    reply: nothing,
    handle: (context, { actor, subject }) => deleteToken(context, actor, subject),
  });

/** The three routes of the single token that a team or an organization has. */
const groupRoutes = <const Path extends string>(
  path: Path,
  whose: string,
  authorise: (context: Context, actor: Actor, params: PathParameters<Path>) => Promise<GroupTokenOwner>,
): readonly RouteFactory[] => [
  () =>
    route({
      method: 'POST',
      path,
      summary: `Make ${whose} token in place of the one before; the answer alone shows its text`,
      caller: 'token',
      isPersonal: true,
      authorise,
      payload: tokenPayload,
      reply: unstored(one(tokenResource, 201)),
      handle: (context, { actor, subject, input }) =>
        replaceGroupToken(context, actor, subject, tokenInputFrom(input.attributes)),
    }),
  () =>
    route({
      method: 'GET',
      path,
      summary: `Show ${whose} token, without its text`,
      caller: 'token',
      authorise,
      query: { include },
      reply: one(tokenResource),
      handle: (context, { subject }) => getGroupToken(context, subject),
    }),
  () =>
    route({
      method: 'DELETE',
      path,
      summary: `Delete ${whose} token, which stops at once`,
      caller: 'token',
      authorise,
      reply: nothing,
      handle: (context, { actor, subject }) => deleteGroupToken(context, actor, subject),
    }),
];

export const organizationTokenRoutes: readonly RouteFactory[] = [
  show,
  remove,
  ...groupRoutes(
    '/organizations/:organization_name/authentication-token',
    "an organization's",
    (context, actor, { organization_name }) => organizationAsTokenOwner(context, actor, organization_name),
  ),
  ...groupRoutes('/teams/:team_id/authentication-token', "a team's", (context, actor, { team_id }) =>
    teamAsTokenOwner(context, actor, team_id),
  ),
];
