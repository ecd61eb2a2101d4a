import { many, one, unstored } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { accountFor } from '../users/access.ts';
import { tokenInputFrom, tokenPayload } from './input.ts';
import { tokenResource } from './resource.ts';
import { tokensOfUser } from './store.ts';
import { createUserToken } from './tokens.ts';

const ofUser = '/users/:user_id/authentication-tokens';

const list = route('GET', ofUser, {
  operationId: 'listUserTokens',
  summary: 'List your own API tokens',
  description:
    'Returns when each token was created and last used, and when it expires. The tokens themselves are never shown again.',
  caller: 'user',
  authorise: accountFor('manage-tokens'),
  query: { ...tokensOfUser.query, include: ['created-by'] },
  reply: many(tokenResource),
  handle: ({ database }, { subject, query }) => tokensOfUser.read(database, query, { user: subject }),
});

const create = route('POST', ofUser, {
  operationId: 'createUserToken',
  summary: 'Create an API token for yourself',
  description: 'The response contains the token itself, which is shown only once.',
  caller: 'user',
  isPersonal: true,
  authorise: accountFor('manage-tokens'),
  payload: tokenPayload,
  creates: true,
  reply: unstored(one(tokenResource, 201)),
  handle: (context, { actor, subject, input }) =>
    createUserToken(context, actor, subject, tokenInputFrom(input.attributes)),
});

export const tokenRoutes = [list, create];
