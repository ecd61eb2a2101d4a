import type { QueryClient } from '@tanstack/react-query';
import { creating, deleting, list } from './query.ts';
import { keyOf, refresh } from './query-key.ts';

const tokens = '/api/v2/users/{user_id}/authentication-tokens';

export const userTokensQuery = list('tokens', tokens);

/** Reads the tokens of users and teams again. */
export const refreshTokens = (queryClient: QueryClient) => refresh(queryClient, keyOf('tokens'));

export interface TokenInput {
  readonly description: string;
  /** Null where it never expires. */
  readonly 'expired-at': string | null;
}

/** Creates a token; only this answer has its text. */
export const createUserToken = creating(tokens, 'authentication-tokens');

export const deleteToken = deleting('/api/v2/authentication-tokens/{token_id}');
