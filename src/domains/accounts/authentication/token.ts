import type { Context } from '../../../context.ts';
import type { Authenticated } from '../../../http/admit.ts';
import type { RequestHeaders } from '../../../http/client-request.ts';
import { isTokenForm, tokenHash } from '../../../lib/secrets/tokens.ts';
import { tokenTimeout } from '../identity-providers/sign-in-state.ts';
import { recordLastUse } from '../last-use.ts';
import { noteTokenUse, type TokenOwnerRow, tokenOwnerByHash } from '../tokens/store.ts';
import { personOf } from './second-factor.ts';

const bearer = /^Bearer +(\S+) *$/i;
const second = 1_000;

/** Returns the owner of the bearer token. Undefined if the token is missing or invalid. */
export async function authenticateToken(context: Context, headers: RequestHeaders): Promise<Authenticated | undefined> {
  const token = bearer.exec(headers.authorization ?? '')?.[1];
  if (token === undefined || !isTokenForm(token)) return undefined;
  const row = await context.database.first(tokenOwnerByHash, { hash: tokenHash(token) });
  if (row === undefined || isExpired(context, row) || needsSingleSignOn(context, row)) return undefined;
  const authenticated = ownerOf(context, row);
  if (authenticated === undefined) return undefined;
  recordLastUse(context, row, noteTokenUse);
  // The description of a user's token is left out. Only this user may see it, but other people can read audit records,
  // which name the token.
  return { ...authenticated, token: { id: row.id, description: row.user_id === null ? row.description : null } };
}

const isExpired = ({ clock }: Context, { expires_at }: TokenOwnerRow): boolean =>
  expires_at !== null && Date.parse(expires_at) <= clock.now();

/** Whether the person's last single sign-on is so old that their tokens are invalid until they sign in again. */
const needsSingleSignOn = (context: Context, { sso_signed_in_at: at }: TokenOwnerRow): boolean => {
  if (at === null) return false;
  const timeout = tokenTimeout(context);
  return timeout !== undefined && Date.parse(at) + timeout * second <= context.clock.now();
};

const ownerOf = (context: Context, row: TokenOwnerRow): Authenticated | undefined => {
  if (row.user_id !== null && row.username !== null && row.is_suspended === 0) {
    const { user_id: id, username, two_factor_confirmed_at } = row;
    const { is_admin, is_service_account } = row;
    const isBySso = row.is_sso_only === 1;
    const flags = { is_admin: is_admin ?? 0, is_service_account: is_service_account ?? 0 };
    return { identity: personOf(context, { id, username, two_factor_confirmed_at, isBySso, ...flags }), client: id };
  }
  // The identifier is null if the token has no organization, or the organization was deleted.
  const { organization_id: id, organization_name: name } = row;
  if (id === null || name === null) return undefined;
  const shared = { client: row.id, account: row.creator_id ?? id };
  if (row.team_id !== null && row.team_name !== null) {
    const isOwners = row.is_owners === 1;
    const permissions = row.permissions ?? 0;
    const team = { id: row.team_id, name: row.team_name, organizationId: id, isOwners, permissions };
    return { identity: { kind: 'team', ...team }, ...shared };
  }
  const isTrail = row.kind === 'audit-trails';
  return {
    identity: isTrail ? { kind: 'audit-trails', organizationId: id } : { kind: 'organization', id, name },
    ...shared,
  };
};
