import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { readPageOf } from '../../../db/page.ts';
import { noSessionCookie, sessionCookie } from '../../../http/session-cookie.ts';
import { notFound, unauthorized } from '../../../jsonapi/errors.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { AuditEntry } from '../../../lib/audit-entry.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newId } from '../../../lib/ids.ts';
import type { Page } from '../../../lib/page.ts';
import { newCapability, tokenHash } from '../../../lib/tokens.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { maxIdleTime, maxSessionTime } from './lifetime.ts';
import { deleteSession, endSessionsOf, insertSession, liveSessionsOf, type SessionRow, sessionById } from './store.ts';

/** A session as its holder sees it. */
export interface ShownSession extends SessionRow {
  /** Whether the request that asks came by it. */
  readonly isCurrent: boolean;
}

/** The longest text that a browser may say of itself and have kept. */
const maxUserAgentLength = 255;
const second = 1_000;

/** Who signed in, and from where. */
export interface SessionStart {
  readonly user: { readonly id: string; readonly username: string };
  readonly userAgent: string | undefined;
}

/** A session that has just begun; the cookie is known only now. */
export interface NewSession {
  readonly row: SessionRow;
  /** The header field that hands it out. */
  readonly headers: Readonly<Record<string, string>>;
  readonly audit: AuditEntry;
}

/** Opens a session inside a change that holds the account. */
export const openSession = async (
  tx: Transaction,
  { clock, baseUrl }: Context,
  { address }: Actor,
  { user, userAgent }: SessionStart,
): Promise<NewSession> => {
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
  return {
    row: { ...stored, username: user.username },
    headers: sessionCookie(baseUrl(), cookie, maxSessionTime / second),
    audit: { action: 'session.create', type: 'sessions', id: stored.id, after: { user: user.id } },
  };
};

/** The session that the request came by; 401 when it has just ended. */
export const getCurrentSession = async ({ database }: Context, { session }: Actor): Promise<ShownSession> => {
  const row = session && (await database.first(sessionById, { id: session.id }));
  if (row === undefined) throw unauthorized();
  return { ...row, isCurrent: true };
};

const end = async (tx: Transaction, { id, user_id }: SessionRow): Promise<AuditEntry> => {
  if (!(await deleteSession(tx, id))) throw notFound();
  return { action: 'session.delete', type: 'sessions', id, before: { user: user_id } };
};

/** Signs out: ends the session that the request came by. Answers the header field that takes its cookie back. */
export const signOut = async (context: Context, actor: Actor): Promise<Readonly<Record<string, string>>> => {
  const row = await getCurrentSession(context, actor);
  await auditedTransaction(context, actor, async (tx) => ({ result: undefined, audit: [await end(tx, row)] }));
  return noSessionCookie(context.baseUrl());
};

/** A page of a person's sessions that could still be used, the newest first. */
export const listSessions = async (
  { database, clock }: Context,
  { session }: Actor,
  user: string,
  { page }: ListQuery,
): Promise<Page<ShownSession>> => {
  const now = clock.now();
  const values = { user, now: timestamp(now), idleSince: timestamp(now - maxIdleTime) };
  const result = await readPageOf(database, liveSessionsOf, { values, request: page });
  return { ...result, rows: result.rows.map((row) => ({ ...row, isCurrent: row.id === session?.id })) };
};

/** A session of one's own; 404 for everybody else. */
export const ownSession = async ({ database }: Context, { identity }: Actor, id: string): Promise<SessionRow> => {
  const row = await database.first(sessionById, { id });
  if (row === undefined || identity.kind !== 'user' || row.user_id !== identity.id) throw notFound();
  return row;
};

/** Ends one of a person's sessions; 404 when it has ended meanwhile. */
export const endSession = (context: Context, actor: Actor, row: SessionRow): Promise<void> =>
  auditedTransaction(context, actor, async (tx) => ({ result: undefined, audit: [await end(tx, row)] }));

/** Ends all of a person's sessions but the one that the request came by. */
export const endOtherSessions = (context: Context, actor: Actor, user: string): Promise<void> =>
  auditedTransaction(context, actor, async (tx) => {
    const ended = await endSessionsOf(tx, user, actor.session?.id);
    const entry = { action: 'user.end-sessions', type: 'users', id: user, before: { sessions: ended } };
    return { result: undefined, audit: ended === 0 ? [] : [entry] };
  });
