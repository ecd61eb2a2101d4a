// Acting as somebody else, for support: the session turns into the other person's and back (reference, impersonation).
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { sessionCookie } from '../../../http/session-cookie.ts';
import { badRequest, forbidden, notFound, unauthorized } from '../../../jsonapi/errors.ts';
import type { Actor, Session } from '../../../lib/actor.ts';
import { timestamp } from '../../../lib/clock.ts';
import { newCapability, tokenHash } from '../../../lib/tokens.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { enqueueMail, impersonation } from '../../instance/index.ts';
import { lockedUsers } from '../users/store.ts';
import { findUser, type UserRow } from '../users/users.ts';
import { beginImpersonation, endImpersonation, type SessionRow, sessionById } from './store.ts';

/** How long an impersonation lasts at most, in milliseconds. */
const maxDuration = 3_600_000;
const second = 1_000;

type Cookie = Readonly<Record<string, string>>;

/** Whom a session's administrator may act as, with the session that is for it. */
export interface Impersonation {
  readonly session: Session;
  readonly target: UserRow;
}

/** Why an account cannot be acted as; undefined when it can. */
const refusalOf = ({ owner }: Session, target: UserRow): string | undefined => {
  if (target.id === owner.id) return 'You cannot impersonate yourself.';
  if (target.is_service_account === 1) return 'A service account cannot be impersonated.';
  return target.is_suspended === 1 ? 'A suspended user cannot be impersonated.' : undefined;
};

const requireAllowed = (session: Session, target: UserRow): void => {
  const refusal = refusalOf(session, target);
  if (refusal !== undefined) throw forbidden(refusal);
};

const alreadyImpersonating = () => forbidden('You are already impersonating.');

/**
 * Finds whom a session shall act as. In this order: 401 without a session that is good, 404 for who is no
 * administrator, 403 for who acts as somebody already, 404 when there is no such account, 403 when it cannot be
 * acted as.
 */
export const impersonationOf = async (
  context: Context,
  { session }: Actor,
  idOrUsername: string,
): Promise<Impersonation> => {
  if (session === undefined || session.impersonation?.isOver === true) throw unauthorized();
  if (session.impersonation !== undefined) throw alreadyImpersonating();
  if (!session.owner.isAdmin) throw notFound();
  const target = await findUser(context, idOrUsername);
  if (target === undefined) throw notFound();
  requireAllowed(session, target);
  return { session, target };
};

/** Lets nothing happen to either account meanwhile; refuses what has become impossible since it was looked at. */
const lockAccounts = async (tx: Transaction, { session, target }: Impersonation): Promise<void> => {
  const accounts = await tx.rows(lockedUsers, { one: session.owner.id, other: target.id });
  const owner = accounts.find(({ id }) => id === session.owner.id);
  const now = accounts.find(({ id }) => id === target.id);
  if (owner?.is_suspended !== 0) throw unauthorized();
  if (owner.is_admin === 0 || now === undefined) throw notFound();
  requireAllowed(session, now);
};

/** Gives the session a new cookie, which is all that is left of it for the browser: the one before is dead. */
const renewedCookie = ({ clock, baseUrl }: Context, { expires_at }: SessionRow, cookie: string): Cookie =>
  sessionCookie(baseUrl(), cookie, Math.floor((Date.parse(expires_at) - clock.now()) / second));

const sessionForUpdate = async (tx: Transaction, id: string): Promise<SessionRow> => {
  const row = await tx.first(sessionById, { id });
  if (row === undefined) throw unauthorized();
  return row;
};

/** Turns the session into the target's for an hour at most. Answers the header field with its new cookie. */
export const impersonate = (
  context: Context,
  actor: Actor,
  request: Impersonation,
  reason: string,
): Promise<Cookie> => {
  const { session, target } = request;
  const cookie = newCapability();
  return auditedTransaction(context, actor, async (tx) => {
    await lockAccounts(tx, request);
    const row = await sessionForUpdate(tx, session.id);
    const hasBegun = await beginImpersonation(tx, session.id, {
      hash: tokenHash(cookie),
      impersonated_id: target.id,
      impersonation_reason: reason,
      impersonation_ends_at: timestamp(context.clock.now() + maxDuration),
    });
    if (!hasBegun) throw alreadyImpersonating();
    await enqueueMail(tx, context, target.email, impersonation(actor, target.username, timestamp(context.clock.now())));
    const entry = { action: 'user.impersonate', type: 'users', id: target.id, after: { reason, session: session.id } };
    return { result: renewedCookie(context, row, cookie), audit: [entry] };
  });
};

const notImpersonating = () => badRequest('You are not impersonating.');

/**
 * Turns the session back into its owner's, whether the impersonation is over or not. Answers the header field with
 * its new cookie. Without an impersonation: 400 for an administrator, 404 for anybody else.
 */
export const unimpersonate = (context: Context, actor: Actor, session: Session): Promise<Cookie> => {
  if (session.impersonation === undefined) throw session.owner.isAdmin ? notImpersonating() : notFound();
  const cookie = newCapability();
  return auditedTransaction(context, actor, async (tx) => {
    const row = await sessionForUpdate(tx, session.id);
    if (!(await endImpersonation(tx, session.id, tokenHash(cookie)))) throw notImpersonating();
    const { id, impersonated_id: target } = row;
    const about = target === null ? { type: 'sessions', id } : { type: 'users', id: target };
    return {
      result: renewedCookie(context, row, cookie),
      audit: [{ action: 'user.unimpersonate', ...about, before: { session: id } }],
    };
  });
};
