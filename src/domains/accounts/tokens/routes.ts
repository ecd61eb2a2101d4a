import { many, one, unstored } from '../../../http/reply.ts';
import { type RouteFactory, route } from '../../../http/route.ts';
import { tokensOwner } from './access.ts';
import { tokenInputFrom, tokenPayload } from './input.ts';
import { createUserToken, listUserTokens } from './issue.ts';
import { tokenResource } from './resource.ts';

const ofUser = '/users/:user_id/authentication-tokens';

const list: RouteFactory = () =>
  route({
    method: 'GET',
    path: ofUser,
    summary: "List one's own tokens, without their texts",
    caller: 'user',
    authorise: (context, actor, { user_id }) => tokensOwner(context, actor, user_id),
    query: { paginated: true, include: ['created-by'] },
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
    authorise: (context, actor, { user_id }) => tokensOwner(context, actor, user_id),
    payload: tokenPayload,
    reply: unstored(one(tokenResource, 201)),
    handle: (context, { actor, subject, input }) =>
      createUserToken(context, actor, subject, tokenInputFrom(input.attributes)),
  });

export const tokenRoutes: readonly RouteFactory[] = [list, create];
