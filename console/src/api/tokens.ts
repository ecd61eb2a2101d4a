import { type Attributes, creating, deleting, list } from './query.ts';

const tokens = '/api/v2/users/{user_id}/authentication-tokens';

export const userTokensQuery = list('tokens', tokens);

/** Attributes of a new token. `expired-at` is null for a token without an expiry. */
export type TokenInput = Attributes<'post', typeof tokens>;

/** Creates a token. Only this response contains the token's secret. */
export const createUserToken = creating(tokens, 'authentication-tokens');

export const deleteToken = deleting('/api/v2/authentication-tokens/{token_id}');
