import { administration, administrationOf } from '../../../http/callers.ts';
import { many, nothing } from '../../../http/reply.ts';
import { route } from '../../../http/route.ts';
import { findToken, getOwnedToken, tokenSearch } from '../tokens/found-token.ts';
import { tokenResource } from '../tokens/resource.ts';
import { tokensOfUser } from '../tokens/store.ts';
import { getUser } from '../users/users.ts';
import { listTokensOf, revokeToken } from './tokens.ts';

const list = route('GET', '/admin/users/:user_id/authentication-tokens', {
  ...administrationOf((context, { user_id }: { readonly user_id: string }) => getUser(context, user_id)),
  operationId: 'listTokensOfUser',
  summary: 'List the API tokens of any user',
  description:
    'Returns when each token was created and last used, and when it expires. `description` is null, because only the user may see it.',
  query: { ...tokensOfUser.query, include: ['created-by'] },
  reply: many(tokenResource),
  handle: (context, { subject, query }) => listTokensOf(context, subject, query),
});

const find = route('POST', '/admin/authentication-tokens/actions/find', {
  ...administration,
  operationId: 'findToken',
  summary: 'Find the owner of an API token',
  description:
    'Use this endpoint if a token has leaked. Send the whole token. `meta` contains its owner: a user, a team or an organization. To delete the token, use `DELETE /admin/authentication-tokens/{token_id}`. The search is recorded in the audit trail.',
  ...tokenSearch,
  handle: (context, { actor, input: { attributes } }) => findToken(context, actor, attributes.token),
});

const remove = route('DELETE', '/admin/authentication-tokens/:token_id', {
  ...administrationOf((context, { token_id }: { readonly token_id: string }) => getOwnedToken(context, token_id)),
  operationId: 'revokeToken',
  summary: 'Delete an API token of any owner',
  description: 'The token stops working immediately. If it belongs to a user, the user is notified by mail.',
  reply: nothing,
  handle: (context, { actor, subject }) => revokeToken(context, actor, subject),
});

export const adminTokenRoutes = [list, find, remove];
