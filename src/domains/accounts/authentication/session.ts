import type { Context } from '../../../context.ts';
import type { Reader } from '../../../db/database.ts';
import type { Authenticated } from '../../../http/admit.ts';
import type { RequestHeaders } from '../../../http/client-request.ts';
import { sessionCookieIn } from '../../../http/session-cookie.ts';
import type { Person, Session } from '../../../kernel/actor.ts';
import { isCapabilityForm, tokenHash } from '../../../lib/secrets/tokens.ts';
import { needsSso, ssoRequiredSince } from '../identity-providers/sign-in-state.ts';
import { recordLastUse } from '../last-use.ts';
import { endOf, inMilliseconds, maxIdleTime } from '../sessions/lifetime.ts';
import { type AccessRow, accessByHash, accessById, noteSessionUse } from '../sessions/store.ts';
import { personOf } from './second-factor.ts';

/**
 * Returns the account that the session in the request acts as. Undefined if the session is missing or no longer valid.
 */
export async function authenticateSession(
  context: Context,
  { cookie: header }: RequestHeaders,
): Promise<Authenticated | undefined> {
  const cookie = header === undefined ? undefined : sessionCookieIn(header, context.baseUrl());
  if (cookie === undefined || !isCapabilityForm(cookie)) return undefined;
  const row = await context.database.first(accessByHash, { hash: tokenHash(cookie) });
  const now = context.clock.now();
  if (row === undefined || !isValid(row, now) || !isStillAllowed(context, row)) return undefined;
  recordLastUse(context, row, noteSessionUse);
  return authenticatedBy(context, row);
}

/**
 * Returns the account that a session acts as, for an operation that was started in the session earlier. This does not
 * count as use of the session. Undefined if the session is no longer valid.
 */
export async function sessionActor(context: Context, reader: Reader, id: string): Promise<Authenticated | undefined> {
  const row = await reader.first(accessById, { id });
  const isLive = row !== undefined && isValid(row, context.clock.now()) && isStillAllowed(context, row);
  return isLive ? authenticatedBy(context, row) : undefined;
}

/**
 * Whether the session has not ended and its account is not suspended. A person's organizations can shorten the session
 * limits but not extend them.
 */
const isValid = (row: AccessRow, now: number): boolean => {
  const idleTime = Math.min(maxIdleTime, inMilliseconds(row.session_timeout));
  return row.is_suspended === 0 && Math.min(endOf(row), Date.parse(row.last_used_at) + idleTime) > now;
};

/**
 * Whether single sign-on rules permit the session. While single sign-on is required, sessions that were opened with a
 * password are invalid, except those of administrators. Invalid sessions stay invalid after the requirement is removed.
 */
const isStillAllowed = (context: Context, { is_admin, sso_session_id, created_at }: AccessRow): boolean =>
  is_admin === 1 || sso_session_id !== null || (!needsSso(context) && created_at > (ssoRequiredSince(context) ?? ''));

const authenticatedBy = (context: Context, row: AccessRow): Authenticated => {
  const { id, user_id: client, impersonation_reason: reason, impersonation_ends_at: endsAt } = row;
  const isBySso = row.sso_session_id !== null;
  const owner = personOf(context, { ...row, id: client, isBySso });
  if (endsAt === null) return { identity: owner, client, session: { id, owner } };
  const target = owner.isAdmin ? targetOf(context, row) : undefined;
  const session: Session = { id, owner, impersonation: { reason: reason ?? '', isOver: target === undefined } };
  return { identity: target ?? owner, client, session };
};

/** Returns the account that an impersonation acts as. Undefined once the impersonation has ended. */
const targetOf = (context: Context, row: AccessRow): Person | undefined => {
  const { target_id: id, target_username: username } = row;
  if (id === null || username === null || row.target_is_suspended === 1) return undefined;
  if (row.impersonation_ends_at === null || Date.parse(row.impersonation_ends_at) <= context.clock.now()) {
    return undefined;
  }
  return personOf(context, {
    id,
    username,
    is_admin: row.target_is_admin ?? 0,
    is_service_account: row.target_is_service_account ?? 0,
    two_factor_confirmed_at: row.target_two_factor_confirmed_at,
    isBySso: row.target_is_sso_only === 1,
  });
};
