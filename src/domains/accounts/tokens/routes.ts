import { Type } from 'typebox';
import type { Context } from '../../../context.ts';
import { many, nothing, one, unstored } from '../../../http/reply.ts';
import { type PathParameters, type RouteFactory, route } from '../../../http/route.ts';
import { documentPayload } from '../../../jsonapi/payload.ts';
import { Nullable, Text, Timestamp } from '../../../jsonapi/schema.ts';
import type { Actor } from '../../../lib/actor.ts';
import { managedToken, oneself, organizationAsHolder, teamAsHolder } from './access.ts';
import {
  createUserToken,
  deleteGroupToken,
  deleteToken,
  type GroupHolder,
  getGroupToken,
  listUserTokens,
  replaceGroupToken,
} from './holdings.ts';
import { tokenResource } from './resource.ts';
import type { TokenInput } from './tokens.ts';

const ofUser = '/users/:user_id/authentication-tokens';
const ofToken = '/authentication-tokens/:token_id';
const include = ['created-by'];

const payload = documentPayload({
  type: 'authentication-tokens',
  isOptional: true,
  attributes: Type.Object({
    description: Type.Optional(Nullable(Text())),
    'expired-at': Type.Optional(Nullable(Timestamp())),
  }),
});

interface Attributes {
  readonly description?: string | null;
  readonly 'expired-at'?: string | null;
}

const inputFrom = ({ description = null, 'expired-at': expiresAt = null }: Attributes): TokenInput => ({
  description,
  expiresAt,
});

const list: RouteFactory = () =>
  route({
    method: 'GET',
    path: ofUser,
    summary: "List one's own tokens, without their texts",
    caller: 'user',
    authorise: (context, actor, { user_id }) => oneself(context, actor, user_id),
    query: { paginated: true, include },
    reply: many(tokenResource),
    handle: (context, { subject, query }) => listUserTokens(context, subject, query),
  });

const create: RouteFactory = () =>
  route({
    method: 'POST',
    path: ofUser,
    summary: 'Create a token for oneself; the answer alone shows its text',
    caller: 'user',
    isPersonal: true,
    authorise: (context, actor, { user_id }) => oneself(context, actor, user_id),
    payload,
    reply: unstored(one(tokenResource, 201)),
    handle: (context, { actor, subject, input }) =>
      createUserToken(context, actor, subject, inputFrom(input.attributes)),
  });

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
  authorise: (context: Context, actor: Actor, params: PathParameters<Path>) => Promise<GroupHolder>,
): readonly RouteFactory[] => [
  () =>
    route({
      method: 'POST',
      path,
      summary: `Make ${whose} token in place of the one before; the answer alone shows its text`,
      caller: 'token',
      isPersonal: true,
      authorise,
      payload,
      reply: unstored(one(tokenResource, 201)),
      handle: (context, { actor, subject, input }) =>
        replaceGroupToken(context, actor, subject, inputFrom(input.attributes)),
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

export const tokenRoutes: readonly RouteFactory[] = [
  list,
  create,
  show,
  remove,
  ...groupRoutes(
    '/organizations/:organization_name/authentication-token',
    "an organization's",
    (context, actor, { organization_name }) => organizationAsHolder(context, actor, organization_name),
  ),
  ...groupRoutes('/teams/:team_id/authentication-token', "a team's", (context, actor, { team_id }) =>
    teamAsHolder(context, actor, team_id),
  ),
];
