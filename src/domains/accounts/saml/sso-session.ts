// The session that a sign-in through the identity provider opens, after a one-time code where the settings require it.
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
import type { Assertion } from '../../../protocols/saml/assertion.ts';
import { providerName } from '../../../protocols/saml/claims.ts';
import { SamlError } from '../../../protocols/saml/error.ts';
import { attempt } from '../../../runtime/limits/attempts.ts';
import { auditedTransaction } from '../../audit/index.ts';
import { attemptParts, siteOf } from '../../instance/index.ts';
import { openSession } from '../sessions/sessions.ts';
import { codePage } from '../two-factor/code-page.ts';
import { offerCode } from '../two-factor/send-code.ts';
import { codeLimits, takeOneTimeCode } from '../two-factor/two-factor.ts';
import { findUser, lockUser, type UserRow } from '../users/users.ts';
import { type SamlSettings, samlPaths } from './settings.ts';
import { insertSamlSession, lockName, signOutSince } from './store.ts';

type SsoName = Pick<
  Assertion,
  'issuer' | 'nameId' | 'nameIdFormat' | 'nameQualifier' | 'spNameQualifier' | 'sessionIndex' | 'issuedAt'
>;

/** Input of a new session beside the account. */
export interface SsoStart {
  readonly assertion: SsoName;
  readonly userAgent: string | undefined;
  /** Path of the page to open afterwards. */
  readonly to: string | undefined;
  /** Uses up a one-time code; gives the audit entries. */
  readonly prove?: (tx: Transaction) => Promise<readonly AuditEntry[]>;
}

/** Opens a session for the account; returns the headers with its cookie. */
export function openSsoSession(
  context: Context,
  from: Actor,
  { id, username, is_admin }: UserRow,
  { assertion, userAgent, prove }: SsoStart,
): Promise<Readonly<Record<string, string>>> {
  const actor = actorOf(from, { id, username, is_admin });
  return auditedTransaction(context, actor, async (tx) => {
    const name = providerName(assertion.issuer, assertion.nameId);
    await lockName(tx, name);
    const user = await lockUser(tx, id);
    if (user.is_suspended === 1) throw new SamlError('suspended');
    await requireNoSignOut(tx, assertion);
    const proved = (await prove?.(tx)) ?? [];
    const { id: sessionId, headers, audit } = await openSession(tx, context, actor, { user, userAgent });
    const { provider, nameId, nameKey } = name;
    await insertSamlSession(tx, {
      session_id: sessionId,
      provider,
      name_id: nameId,
      name_key: nameKey,
      name_id_format: assertion.nameIdFormat ?? null,
      name_qualifier: assertion.nameQualifier ?? null,
      sp_name_qualifier: assertion.spNameQualifier ?? null,
      session_index: assertion.sessionIndex ?? null,
    });
    const after = { user: id, provider, 'name-id': nameId };
    return { result: headers, audit: [...proved, { ...audit, after }] };
  });
}

/** True if the sign-in through the provider takes a one-time code of the account, too. */
export function requiresCode(settings: SamlSettings, { is_two_factor_verified }: UserRow): boolean {
  return !settings['sso-satisfies-two-factor'] && is_two_factor_verified === 1;
}

/** The page of the code, with a ticket that proves what the provider said. */
export async function requestCode(context: Context, from: Actor, user: UserRow, start: SsoStart): Promise<PageContent> {
  const remark = await offerCode(context, actorOf(from, user), user.id);
  const ticket = context.vault.seal(place, JSON.stringify(contentsOf(context, user, start)));
  const { to } = start;
  return codePage(siteOf(context), { ...form, ticket, to, ...(remark && { remark: { kind: 'bad', text: remark } }) });
}

/** Opens the session with the code. The page comes again after a wrong code; a ticket that has expired starts over. */
export async function signInWithSsoCode(
  context: Context,
  from: Actor,
  {
    ticket,
    code,
    userAgent,
  }: { readonly ticket: string; readonly code: string; readonly userAgent: string | undefined },
): Promise<Rendered> {
  const site = siteOf(context);
  const opened = openTicket(context, ticket);
  const user = opened && (await findUser(context, opened.userId));
  if (opened === undefined || user === undefined) return redirectTo(site, '/sign-in');
  const { assertion, to } = opened;
  const prove = async (tx: Transaction) => {
    const entries = await takeOneTimeCode(tx, context, user.id, code);
    if (entries === undefined) throw halfAuthorized('wrong-one-time-code', 'That code is wrong, or was used before.');
    return entries;
  };
  try {
    const start = { assertion, userAgent, to, prove };
    const open = () => openSsoSession(context, from, user, start);
    return redirectTo(site, signedInPath(to), await attempt(attemptParts(context), codeLimits(user.id), open));
  } catch (error) {
    if (error instanceof SamlError) return redirectTo(site, '/sign-in');
    if (!(error instanceof ApiError && [401, 429].includes(error.status))) throw error;
    const text = error.problems.map(({ detail }) => detail).join(' ');
    return pageReply(site, codePage(site, { ...form, ticket, to, remark: { kind: 'bad', text } }), error.status);
  }
}

/** The sign-in page then checks that the browser sends the cookie. */
export function signedInPath(to: string | undefined): string {
  return `/sign-in?${new URLSearchParams({ 'signed-in': '1', ...(to !== undefined && { to }) })}`;
}

const form = { action: samlPaths.code };
const place: SecretPlace = { table: '', column: '', id: 'single sign-on ticket' };
const ticketLifetime = 5 * 60_000;

interface Ticket {
  readonly userId: string;
  /** In milliseconds since 1970. */
  readonly endsAt: number;
  readonly assertion: SsoName;
  readonly to?: string | undefined;
}

const contentsOf = ({ clock }: Context, { id }: UserRow, { assertion, to }: SsoStart): Ticket => {
  const { issuer, nameId, nameIdFormat, nameQualifier, spNameQualifier, sessionIndex, issuedAt } = assertion;
  const name = { issuer, nameId, nameIdFormat, nameQualifier, spNameQualifier, sessionIndex, issuedAt };
  return { userId: id, endsAt: clock.now() + ticketLifetime, assertion: name, to };
};

const openTicket = ({ vault, clock }: Context, ticket: string): Ticket | undefined => {
  try {
    const opened: Ticket = JSON.parse(vault.open(place, ticket));
    return opened.endsAt > clock.now() ? opened : undefined;
  } catch {
    return undefined;
  }
};

const actorOf = (
  { requestId, address }: Actor,
  { id, username, is_admin }: Pick<UserRow, 'id' | 'username' | 'is_admin'>,
): Actor => ({ requestId, address, identity: { kind: 'user', id, username, isAdmin: is_admin === 1 } });

/** The provider may end the session while its assertion is still on the way here. */
const requireNoSignOut = async (tx: Transaction, assertion: SsoName): Promise<void> => {
  const { issuer, nameId, sessionIndex = null, issuedAt } = assertion;
  const session = { ...providerName(issuer, nameId), sessionIndex, issuedAt: timestamp(issuedAt) };
  if ((await tx.first(signOutSince, session)) !== undefined) throw new SamlError('signed-out');
};
