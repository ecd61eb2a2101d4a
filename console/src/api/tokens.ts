import { type Attributes, creating, deleting, list } from './query.ts';

const tokens = '/api/v2/users/{user_id}/authentication-tokens';

export const userTokensQuery = list('tokens', tokens);

/** Attributes of a new token. `expired-at` is null for a token without an expiry. */
export type TokenInput = Attributes<'post', typeof tokens>;

/** Creates a token. Only this response contains the token's secret. */
export const createUserToken = creating(tokens, 'authentication-tokens');

export const deleteToken = deleting('/api/v2/authentication-tokens/{token_id}');

const all = '/api/v2/admin/authentication-tokens';

/** Query of a page of any user's tokens, for site administrators. Their descriptions are null. */
export const tokensOfAnyUserQuery = list('tokens', '/api/v2/admin/users/{user_id}/authentication-tokens');

/** Deletes the token of any owner, for site administrators. */
export const revokeToken = deleting(`${all}/{token_id}`);

/** Finds the owner of any token, for site administrators. */
export const findToken = creating(`${all}/actions/find`, 'authentication-tokens');

/** Finds the owner of a token of the organization or its teams. */
export const findOrganizationToken = creating(
  '/api/v2/organizations/{organization_name}/authentication-tokens/actions/find',
  'authentication-tokens',
);
