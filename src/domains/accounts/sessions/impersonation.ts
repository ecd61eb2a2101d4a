// Impersonation for support: an administrator's session acts as another account (API reference, impersonation).
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { administrationRights, requireCaller } from '../../../http/callers.ts';
import { sessionCookie } from '../../../http/session-cookie.ts';
import { badRequest, existing, forbidden, notFound, unauthorized } from '../../../jsonapi/errors.ts';
import type { Actor, Session } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newCapability, tokenHash } from '../../../lib/secrets/tokens.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { enqueueMail } from '../../instance/index.ts';
import { impersonation } from '../mails.ts';
import { usersForUpdate } from '../users/store.ts';
import { findUser, type UserRow } from '../users/users.ts';
import { beginImpersonation, endImpersonation, type SessionRow, sessionById } from './store.ts';

/** Maximum duration of an impersonation in milliseconds. */
const maxDuration = 3_600_000;
const second = 1_000;

/** The session of an administrator and the account to impersonate. */
export interface Impersonation {
  readonly session: Session;
  readonly target: UserRow;
}

/**
 * Finds the account to impersonate. Errors are checked in this order:
 * - 401 without a valid session
 * - 403 during an impersonation
 * - 401 if the caller is an administrator who lacks a required second factor, and 404 if the caller is no administrator
 * - 404 if the account does not exist
 * - 403 if the account cannot be impersonated
 */
export async function impersonationOf(
  context: Context,
  { session }: Actor,
  { user_id: idOrUsername }: { readonly user_id: string },
): Promise<Impersonation> {
  if (session === undefined || session.impersonation?.isOver === true) throw unauthorized();
  if (session.impersonation !== undefined) throw alreadyImpersonating();
  requireCaller(administrationRights['/admin/*'].use, session.owner);
  const target = existing(await findUser(context, idOrUsername));
  requireAllowed(session, target);
  return { session, target };
}

type Cookie = Readonly<Record<string, string>>;

/**
 * Ends the impersonation of a session, even if it has expired. Returns the header with the new cookie. Without an
 * impersonation: 400 for an administrator, 401 for an administrator who lacks a required second factor, and 404 for
 * everybody else.
 */
export function unimpersonate(context: Context, actor: Actor, session: Session): Promise<Cookie> {
  if (session.impersonation === undefined) {
    requireCaller(administrationRights['/admin/*'].use, session.owner);
    throw notImpersonating();
  }
  const cookie = newCapability();
  return auditedTransaction(context, actor, async (tx) => {
    const row = await requireSession(tx, session.id);
    if (!(await endImpersonation(tx, session.id, tokenHash(cookie)))) throw notImpersonating();
    const { id, impersonated_id: target } = row;
    const about = target === null ? { type: 'sessions', id } : { type: 'users', id: target };
    return {
      result: renewedCookie(context, row, cookie),
      audit: [{ action: 'user.unimpersonate', ...about, before: { session: id } }],
    };
  });
}

/** Makes the session act as the target account for at most an hour. Returns the header with the new cookie. */
export function impersonate(context: Context, actor: Actor, request: Impersonation, reason: string): Promise<Cookie> {
  const { session, target } = request;
  const cookie = newCapability();
  return auditedTransaction(context, actor, async (tx) => {
    await lockAccounts(tx, request);
    const row = await requireSession(tx, session.id);
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
}

const alreadyImpersonating = () =>
  forbidden('You are already impersonating a user. End this impersonation first.', 'wrong-state');

const requireAllowed = (session: Session, target: UserRow): void => {
  const refusal = refusalOf(session, target);
  if (refusal !== undefined) throw forbidden(refusal);
};

/** Reason why an account cannot be impersonated. Undefined if it can. */
const refusalOf = ({ owner }: Session, target: UserRow): string | undefined => {
  if (target.id === owner.id) return 'You cannot impersonate yourself.';
  if (target.is_service_account === 1) return 'A service account cannot be impersonated.';
  return target.is_suspended === 1 ? 'A suspended user cannot be impersonated.' : undefined;
};

const notImpersonating = () => badRequest('You are not impersonating a user.', 'wrong-state');

const requireSession = async (tx: Transaction, id: string): Promise<SessionRow> => {
  const row = await tx.first(sessionById, { id });
  if (row === undefined) throw unauthorized();
  return row;
};

/** Returns the header with the session's new cookie, which replaces the old one. */
const renewedCookie = ({ clock, baseUrl }: Context, { expires_at }: SessionRow, cookie: string): Cookie =>
  sessionCookie(baseUrl(), cookie, Math.floor((Date.parse(expires_at) - clock.now()) / second));

/** Locks both accounts and repeats the checks of `impersonationOf` whose results may have changed. */
const lockAccounts = async (tx: Transaction, { session, target }: Impersonation): Promise<void> => {
  const accounts = await tx.rows(usersForUpdate, { one: session.owner.id, other: target.id });
  const owner = accounts.find(({ id }) => id === session.owner.id);
  const now = accounts.find(({ id }) => id === target.id);
  if (owner?.is_suspended !== 0) throw unauthorized();
  if (owner.is_admin === 0 || now === undefined) throw notFound();
  requireAllowed(session, now);
};
