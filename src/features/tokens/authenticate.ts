import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../../context.ts';
import type { Identity } from '../../lib/actor.ts';
import { timestamp } from '../../lib/clock.ts';
import { isTokenForm, tokenHash } from '../../lib/tokens.ts';
import { type HolderRow, holderByHash } from './store.ts';

/** How seldom a token's last use is written down, in milliseconds. */
const useResolution = 60_000;
const bearer = /^Bearer +(\S+) *$/i;

/** Who a request comes from, and what the rate limit counts that as. */
export interface Authenticated {
  readonly identity: Identity;
  readonly client: string;
}

const identityOf = (row: HolderRow): Authenticated | undefined => {
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

/** Writes a use down after the answer, at most once a minute, so that reading costs no write. */
const noteUse = ({ database, log }: Context, { id, last_used_at }: HolderRow, now: number): void => {
  const at = timestamp(now);
  const before = timestamp(now - useResolution);
  if (last_used_at !== null && last_used_at > before) return;
  const write = database.transaction((tx) =>
    tx.run((db) =>
      db
        .updateTable('tokens')
        .set({ last_used_at: at })
        .where('id', '=', id)
        .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', before)])),
    ),
  );
  write.catch((error: unknown) => log.warn({ error }, "a token's use was not written down"));
};

/** The holder of the bearer token in a request's headers; undefined when there is none that is valid now. */
export const authenticate = async (
  context: Context,
  headers: IncomingHttpHeaders,
): Promise<Authenticated | undefined> => {
  const token = bearer.exec(headers.authorization ?? '')?.[1];
  if (token === undefined || !isTokenForm(token)) return undefined;
  const row = await context.database.first(holderByHash, { hash: tokenHash(token) });
  const now = context.clock.now();
  if (row === undefined || (row.expires_at !== null && Date.parse(row.expires_at) <= now)) return undefined;
  const authenticated = identityOf(row);
  if (authenticated !== undefined) noteUse(context, row, now);
  return authenticated;
};
