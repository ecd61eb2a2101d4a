import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, read, send } from './client.ts';
import { type ListSearch, listQuery } from './list.ts';
import { tokenList } from './list-specs.ts';
import { keyOf, refresh } from './query-key.ts';

export const userTokensQuery = (userId: string, search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('tokens', userId, search),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/users/{user_id}/authentication-tokens', {
          signal,
          params: { path: { user_id: userId }, query: listQuery(tokenList, search) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Reads the tokens of users and teams again. */
export const refreshTokens = (queryClient: QueryClient) => refresh(queryClient, keyOf('tokens'));

export interface TokenInput {
  readonly description: string;
  /** Null where it never expires. */
  readonly 'expired-at': string | null;
}

/** Creates a token; only this answer has its text. */
export const createUserToken = (userId: string, attributes: TokenInput) =>
  read(
    api.POST('/api/v2/users/{user_id}/authentication-tokens', {
      params: { path: { user_id: userId } },
      body: { data: { type: 'authentication-tokens', attributes } },
    }),
  );

export const deleteToken = (id: string) =>
  send(api.DELETE('/api/v2/authentication-tokens/{token_id}', { params: { path: { token_id: id } } }));
