import type { IncomingHttpHeaders } from 'node:http';
import type { Context } from '../../../context.ts';
import type { Authenticated } from '../../../http/admit.ts';
import { sessionCookieIn } from '../../../http/session-cookie.ts';
import type { Person, Session } from '../../../lib/actor.ts';
import { isCapabilityForm, tokenHash } from '../../../lib/tokens.ts';
import { noteUse } from '../last-use.ts';
import { maxIdleTime } from '../sessions/lifetime.ts';
import { type AccessRow, accessByHash, noteSessionUse } from '../sessions/store.ts';

/** The account that a session acts as; undefined without a session that is valid now. */
export async function authenticateSession(
  context: Context,
  { cookie: header }: IncomingHttpHeaders,
): Promise<Authenticated | undefined> {
  const cookie = header === undefined ? undefined : sessionCookieIn(header, context.baseUrl());
  if (cookie === undefined || !isCapabilityForm(cookie)) return undefined;
  const row = await context.database.first(accessByHash, { hash: tokenHash(cookie) });
  const now = context.clock.now();
  if (row === undefined || !isValid(row, now)) return undefined;
  noteUse(context, row, noteSessionUse);
  return authenticatedBy(row, now);
}

const isValid = ({ expires_at, last_used_at, is_suspended }: AccessRow, now: number): boolean =>
  is_suspended === 0 && Date.parse(expires_at) > now && Date.parse(last_used_at) + maxIdleTime > now;

const authenticatedBy = (row: AccessRow, now: number): Authenticated => {
  const { id, user_id: client, impersonation_reason: reason, impersonation_ends_at: endsAt } = row;
  const owner = ownerOf(row);
  if (endsAt === null) return { identity: owner, client, session: { id, owner } };
  const target = targetOf(row, now);
  const session: Session = { id, owner, impersonation: { reason: reason ?? '', isOver: target === undefined } };
  return { identity: target ?? owner, client, session };
};

const ownerOf = ({ user_id: id, username, is_admin }: AccessRow): Person => ({
  kind: 'user',
  id,
  username,
  isAdmin: is_admin === 1,
});

/** The account that an impersonation acts as; undefined once the impersonation is over. */
const targetOf = (row: AccessRow, now: number): Person | undefined => {
  const { target_id: id, target_username: username } = row;
  if (id === null || username === null || row.target_is_suspended === 1 || row.is_admin === 0) return undefined;
  if (row.impersonation_ends_at === null || Date.parse(row.impersonation_ends_at) <= now) return undefined;
  return { kind: 'user', id, username, isAdmin: row.target_is_admin === 1 };
};
