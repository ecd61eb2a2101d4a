import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../../../context.ts';
import type { Authenticated } from '../../../http/admit.ts';
import { isTokenForm, tokenHash } from '../../../lib/tokens.ts';
import { noteUse } from '../last-use.ts';
import { samlSettings } from '../saml/settings.ts';
import { noteTokenUse, type TokenOwnerRow, tokenOwnerByHash } from './store.ts';

const bearer = /^Bearer +(\S+) *$/i;

const identityOf = (row: TokenOwnerRow): Authenticated | undefined => {
  if (row.user_id !== null && row.username !== null && row.is_suspended === 0) {
    const { user_id: id, username } = row;
    return { identity: { kind: 'user', id, username, isAdmin: row.is_admin === 1 }, client: id };
  }
  if (row.team_id !== null && row.team_organization_id !== null) {
    const { team_id: id, team_organization_id: organizationId } = row;
    const isOwners = row.is_owners === 1;
    return {
      identity: { kind: 'team', id, organizationId, isOwners, permissions: row.permissions ?? 0 },
      client: row.id,
    };
  }
  return row.organization_id === null
    ? undefined
    : { identity: { kind: 'organization', id: row.organization_id }, client: row.id };
};

const second = 1_000;

/** Whether the person has not been to the identity provider for so long that their tokens have stopped. */
const isForgotten = (context: Context, { sso_signed_in_at: at }: TokenOwnerRow): boolean => {
  if (at === null) return false;
  const { enabled, 'sso-api-token-session-timeout': timeout } = samlSettings(context);
  return enabled && Date.parse(at) + timeout * second <= context.clock.now();
};

/** The holder of the bearer token in a request's headers; undefined when there is none that is valid now. */
export const authenticateToken = async (
  context: Context,
  headers: IncomingHttpHeaders,
): Promise<Authenticated | undefined> => {
  const token = bearer.exec(headers.authorization ?? '')?.[1];
  if (token === undefined || !isTokenForm(token)) return undefined;
  const row = await context.database.first(tokenOwnerByHash, { hash: tokenHash(token) });
  const isExpired = typeof row?.expires_at === 'string' && Date.parse(row.expires_at) <= context.clock.now();
  if (row === undefined || isExpired || isForgotten(context, row)) return undefined;
  const authenticated = identityOf(row);
  if (authenticated !== undefined) noteUse(context, row, noteTokenUse);
  return authenticated;
};
