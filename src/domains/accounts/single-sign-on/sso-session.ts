// Opens a session after a sign-in through an identity provider, and asks for a one-time code first if the settings
// require it.
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Rendered } from '../../../http/reply.ts';
import { ApiError, halfAuthorized } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import type { AuditEntry } from '../../../kernel/audit-entry.ts';
import { timestamp } from '../../../kernel/clock.ts';
import type { SecretPlace } from '../../../kernel/secrets.ts';
import type { PageContent } from '../../../pages/layout.ts';
import { pageReply, redirectTo } from '../../../pages/page-reply.ts';
import type { ProviderName } from '../../../protocols/sign-in/claims.ts';
import { refusal, SignInError } from '../../../protocols/sign-in/error.ts';
import { attempt } from '../../../runtime/limits/attempts.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { attemptParts, siteOf } from '../../instance/index.ts';
import { openSession } from '../sessions/sessions.ts';
import { codePage } from '../two-factor/code-page.ts';
import { offerCode } from '../two-factor/send-code.ts';
import { codeLimits, takeOneTimeCode } from '../two-factor/two-factor.ts';
import { findUser, lockUser, type UserRow } from '../users/users.ts';
import { logoutHintPlace } from './places.ts';
import { insertProviderSession, lockName, lockProviderSession, signOutSince } from './store.ts';

/** A session at the provider, with the values that a logout request repeats. */
export interface ProviderSession extends ProviderName {
  readonly nameIdFormat?: string | undefined;
  readonly nameQualifier?: string | undefined;
  readonly spNameQualifier?: string | undefined;
  readonly sessionIndex?: string | undefined;
  readonly logoutHint?: string | undefined;
  /** Time when the provider issued the assertion or ID token, in milliseconds since 1970. */
  readonly issuedAt: number;
}

/** Page to open after a sign-in, and the provider's button to show first on the sign-in page. */
export interface Onward {
  /** Path of the page to open after the sign-in. */
  readonly to?: string | undefined;
  /** Key of the provider's button, which the sign-in page shows first next time. */
  readonly by?: string | undefined;
}

/** Input of a new session in addition to the account. */
export interface SsoStart {
  readonly session: ProviderSession;
  readonly userAgent: string | undefined;
  /** Uses up a one-time code and returns the audit entries. */
  readonly prove?: (tx: Transaction) => Promise<readonly AuditEntry[]>;
}

/** A code that was entered on the one-time code page. */
export interface PostedCode {
  /** Path to which the page posts. */
  readonly action: string;
  readonly ticket: string;
  readonly code: string;
  readonly userAgent: string | undefined;
}

/** Opens a session for the account. Returns the headers that set its cookie. */
export function openSsoSession(
  context: Context,
  from: Actor,
  { id, username, is_admin }: UserRow,
  { session, userAgent, prove }: SsoStart,
): Promise<Readonly<Record<string, string>>> {
  const actor = actorOf(from, { id, username, is_admin });
  return auditedTransaction(context, actor, async (tx) => {
    await lockName(tx, session);
    if (session.sessionIndex !== undefined) await lockProviderSession(tx, session.provider, session.sessionIndex);
    const user = await lockUser(tx, id);
    if (user.is_suspended === 1) throw refusal('suspended');
    await requireNoSignOut(tx, session);
    const proved = (await prove?.(tx)) ?? [];
    const { id: sessionId, headers, audit } = await openSession(tx, context, actor, { user, userAgent });
    const { provider, nameId } = session;
    await insertProviderSession(tx, sessionRow(context, sessionId, session));
    const after = { user: id, provider, 'name-id': nameId };
    return { result: headers, audit: [...proved, { ...audit, after }] };
  });
}

const sessionRow = ({ vault }: Context, session_id: string, session: ProviderSession) => ({
  session_id,
  provider: session.provider,
  name_id: session.nameId,
  name_key: session.nameKey,
  name_id_format: session.nameIdFormat ?? null,
  name_qualifier: session.nameQualifier ?? null,
  sp_name_qualifier: session.spNameQualifier ?? null,
  session_index: session.sessionIndex ?? null,
  logout_hint: session.logoutHint === undefined ? null : vault.seal(logoutHintPlace(session_id), session.logoutHint),
});

/** The one-time code page, with an encrypted ticket that proves the sign-in at the provider. */
export async function requestCode(
  context: Context,
  from: Actor,
  user: UserRow,
  start: SsoStart & Onward & Pick<PostedCode, 'action'>,
): Promise<PageContent> {
  const remark = await offerCode(context, actorOf(from, user), user.id);
  const ticket = context.vault.seal(place, JSON.stringify(contentsOf(context, user, start)));
  const { to, action } = start;
  return codePage(siteOf(context), { action, ticket, to, ...(remark && { remark: { kind: 'bad', text: remark } }) });
}

/**
 * Opens the session with a one-time code. After a wrong code the page is shown again. With an expired ticket the person
 * must sign in again.
 */
export async function signInWithSsoCode(
  context: Context,
  from: Actor,
  { action, ticket, code, userAgent }: PostedCode,
): Promise<Rendered> {
  const site = siteOf(context);
  const opened = openTicket(context, ticket);
  const user = opened && (await findUser(context, opened.userId));
  if (opened === undefined || user === undefined) return redirectTo(site, '/sign-in');
  const { session, to, by } = opened;
  const prove = async (tx: Transaction) => {
    const entries = await takeOneTimeCode(tx, context, user.id, code);
    if (entries === undefined)
      throw halfAuthorized('wrong-one-time-code', 'The one-time code is wrong or was already used.');
    return entries;
  };
  try {
    const start = { session, userAgent, prove };
    const open = () => openSsoSession(context, from, user, start);
    return redirectTo(site, signedInPath({ to, by }), await attempt(attemptParts(context), codeLimits(user.id), open));
  } catch (error) {
    if (error instanceof SignInError) return redirectTo(site, '/sign-in');
    if (!(error instanceof ApiError && [401, 429].includes(error.status))) throw error;
    const text = error.problems.map(({ detail }) => detail).join(' ');
    return pageReply(site, codePage(site, { action, ticket, to, remark: { kind: 'bad', text } }), error.status);
  }
}

/** Path of the sign-in page, which checks that the browser sends the session cookie and then redirects. */
export function signedInPath({ to, by }: Onward): string {
  const parameters = { 'signed-in': '1', ...(to !== undefined && { to }), ...(by !== undefined && { by }) };
  return `/sign-in?${new URLSearchParams(parameters)}`;
}

const place: SecretPlace = { table: '', column: '', id: 'single sign-on ticket' };
const ticketLifetime = 5 * 60_000;

interface Ticket extends Onward {
  readonly userId: string;
  /** Time when the ticket expires, in milliseconds since 1970. */
  readonly endsAt: number;
  readonly session: ProviderSession;
}

const contentsOf = ({ clock }: Context, { id }: UserRow, { session, to, by }: SsoStart & Onward): Ticket => ({
  userId: id,
  endsAt: clock.now() + ticketLifetime,
  session,
  to,
  by,
});

const openTicket = ({ vault, clock }: Context, ticket: string): Ticket | undefined => {
  try {
    const opened: Partial<Ticket> = JSON.parse(vault.open(place, ticket));
    const { userId, endsAt = 0, session, to, by } = opened;
    const isWhole = userId !== undefined && session !== undefined;
    return isWhole && endsAt > clock.now() ? { userId, endsAt, session, to, by } : undefined;
  } catch {
    return undefined;
  }
};

const actorOf = (
  { requestId, address }: Actor,
  { id, username, is_admin }: Pick<UserRow, 'id' | 'username' | 'is_admin'>,
): Actor => ({ requestId, address, identity: { kind: 'user', id, username, isAdmin: is_admin === 1 } });

/**
 * Throws `SignInError` if the provider has already ended the session. This can happen while the provider's response is
 * being delivered.
 */
const requireNoSignOut = async (tx: Transaction, session: ProviderSession): Promise<void> => {
  const { provider, nameId, nameKey, sessionIndex = null, issuedAt } = session;
  const since = { provider, nameId, nameKey, sessionIndex, issuedAt: timestamp(issuedAt) };
  if ((await tx.first(signOutSince, since)) !== undefined) throw refusal('signed-out');
};
