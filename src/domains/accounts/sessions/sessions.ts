import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { noSessionCookie, sessionCookie } from '../../../http/session-cookie.ts';
import { existing, notFound, unauthorized } from '../../../jsonapi/errors.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Page } from '../../../kernel/page.ts';
import { newCapability, tokenHash } from '../../../lib/secrets/tokens.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { accountFor } from '../users/access.ts';
import { updateUser } from '../users/store.ts';
import { inMilliseconds, maxIdleTime, maxSessionTime } from './lifetime.ts';
import {
  deleteSession,
  endSessionsOf,
  endSomeSessionsOf,
  insertSession,
  liveSessionsOf,
  type SessionRow,
  sessionById,
  sessionLimitsOf,
  sessionsBeyond,
} from './store.ts';

/** A session as returned to its owner. */
export interface ShownSession extends SessionRow {
  /** Whether the request carries this session's cookie. */
  readonly isCurrent: boolean;
}

/** Maximum length of a stored user agent, in characters. Longer texts are cut. */
const maxUserAgentLength = 255;
const second = 1_000;

/** The account that signs in, and its browser. */
export interface SessionStart {
  readonly user: { readonly id: string; readonly username: string };
  readonly userAgent: string | undefined;
}

/** A new session. Its cookie is available only here, because only a hash is stored. */
export interface NewSession {
  readonly id: string;
  /** Header that sets the session cookie. */
  readonly headers: Readonly<Record<string, string>>;
  readonly audit: AuditEntry;
}

/** Maximum number of sessions per account. Each further sign-in ends the account's oldest session. */
const maxSessions = 20;

/** Opens a session inside a transaction that has locked the account. */
export async function openSession(
  tx: Transaction,
  { clock, baseUrl }: Context,
  { address }: Actor,
  { user, userAgent }: SessionStart,
): Promise<NewSession> {
  const now = clock.now();
  const cookie = newCapability();
  const stored = {
    id: newId('sess'),
    user_id: user.id,
    impersonated_id: null,
    impersonation_ends_at: null,
    address,
    user_agent: (userAgent ?? '').slice(0, maxUserAgentLength).toWellFormed(),
    created_at: timestamp(now),
    last_used_at: timestamp(now),
    expires_at: timestamp(now + maxSessionTime),
  };
  await insertSession(tx, { ...stored, hash: tokenHash(cookie) });
  await updateUser(tx, user.id, { signed_in_at: stored.created_at });
  const beyond = await tx.rows(sessionsBeyond, { user: user.id, max: maxSessions });
  const ids = beyond.map(({ id }) => id).filter((id) => id !== stored.id);
  const ended = ids.length === 0 ? [] : await endSomeSessionsOf(tx, user.id, ids);
  return {
    id: stored.id,
    headers: sessionCookie(baseUrl(), cookie, maxSessionTime / second),
    audit: {
      action: 'session.create',
      type: 'sessions',
      id: stored.id,
      after: { user: user.id, ...(ended.length > 0 && { ended }) },
    },
  };
}

/** Ends the current session. Returns the header that deletes its cookie. */
export async function signOut(context: Context, actor: Actor): Promise<Readonly<Record<string, string>>> {
  const row = await getCurrentSession(context, actor);
  await auditedTransaction(context, actor, async (tx) => ({ result: undefined, audit: [await end(tx, row)] }));
  return noSessionCookie(context.baseUrl());
}

/** Returns a page of the person's valid sessions, newest first. */
export async function listSessions(
  context: Context,
  { session }: Actor,
  user: string,
  query: ListQuery,
): Promise<Page<ShownSession>> {
  const { database, clock } = context;
  const now = clock.now();
  const limits = await database.first(sessionLimitsOf, { user });
  const values = {
    user,
    now: timestamp(now),
    idleSince: timestamp(now - Math.min(maxIdleTime, inMilliseconds(limits?.session_timeout))),
    createdAfter: timestamp(now - Math.min(maxSessionTime, inMilliseconds(limits?.session_remember))),
  };
  const result = await liveSessionsOf.read(database, query, values);
  return { ...result, rows: result.rows.map((row) => ({ ...row, isCurrent: row.id === session?.id })) };
}

/** Finds a session for its owner. 404 for everybody else. */
export async function ownSession(
  context: Context,
  actor: Actor,
  { session_id: id }: { readonly session_id: string },
): Promise<SessionRow> {
  const row = existing(await context.database.first(sessionById, { id }));
  await accountFor('end-session')(context, actor, row);
  return row;
}

/** Ends a session. 404 if it ended concurrently. */
export function endSession(context: Context, actor: Actor, row: SessionRow): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => ({ result: undefined, audit: [await end(tx, row)] }));
}

/** Ends every session of a person except the current one. */
export function endOtherSessions(context: Context, actor: Actor, user: string): Promise<void> {
  return auditedTransaction(context, actor, async (tx) => {
    const ended = await endSessionsOf(tx, user, actor.session?.id);
    const entry = { action: 'user.end-sessions', type: 'users', id: user, before: { sessions: ended } };
    return { result: undefined, audit: ended === 0 ? [] : [entry] };
  });
}

/** Returns the session whose cookie the request carries. 401 if it has just ended. */
export async function getCurrentSession(context: Context, { session }: Actor): Promise<ShownSession> {
  if (session === undefined) throw unauthorized();
  return getSession(context, session.id);
}

/** Returns the session of a request, with the fields that only its owner sees. 401 if it has just ended. */
export async function getSession({ database }: Context, id: string): Promise<ShownSession> {
  const row = await database.first(sessionById, { id });
  if (row === undefined) throw unauthorized();
  return { ...row, isCurrent: true };
}

const end = async (tx: Transaction, { id, user_id }: SessionRow): Promise<AuditEntry> => {
  if (!(await deleteSession(tx, id))) throw notFound();
  return { action: 'session.delete', type: 'sessions', id, before: { user: user_id } };
};
