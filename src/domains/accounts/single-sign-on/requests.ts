// Requests to identity providers. Each request can be answered once, within ten minutes, and only in the browser that
// made it.
import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { tooManyRequests } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { clientNetwork } from '../../../lib/network/address.ts';
import { isCapabilityForm, newCapability, tokenHash } from '../../../lib/secrets/tokens.ts';
import { isStorable } from '../../../lib/text/text.ts';
import { refusal } from '../../../protocols/sign-in/error.ts';
import { keyOf } from '../../../runtime/limits/attempts.ts';
import { countAttempt } from '../../../runtime/limits/failure-limit.ts';
import { deleteRequest, insertRequest, openRequestOf, requestById, sessionOfRequest } from './store.ts';

/**
 * Purpose of a request: to sign in, to link an account, to prove ownership of the account, or to make a dry run of a
 * sign-in.
 */
export type SignInPurpose = 'sign-in' | 'link' | 'prove' | 'check';

/** Time in milliseconds within which a request can be answered. */
export const requestLifetime = 600_000;

/** Maximum number of sign-ins that one network can start per minute. */
export const maxBegun = 300;

/** A new request that a browser takes to an identity provider. */
export interface NewRequest {
  /** An identifier that cannot be guessed. */
  readonly id: string;
  readonly purpose: SignInPurpose;
  /** The sender of the request. */
  readonly actor: Actor;
  /** Session that started the request. Undefined for a sign-in. */
  readonly sessionId?: string | undefined;
  /** The `Cookie` header. */
  readonly cookie: string | undefined;
  /** Identifier of the provider in the settings. Undefined for SAML, which has only one provider. */
  readonly providerId?: string | undefined;
  /** Encrypted values that the response must match. */
  readonly secrets?: string | undefined;
}

/**
 * Stores a request. Returns the header that sets the browser's cookie. 429 if the network has started too many sign-ins
 * within a minute.
 */
export async function openRequest(
  context: Context,
  { id, purpose, actor, sessionId, cookie, providerId, secrets }: NewRequest,
): Promise<Readonly<Record<string, string>>> {
  // All tabs of a browser share this cookie, so that each can finish its sign-in.
  const browser = browserCookieIn(context, cookie) ?? newCapability();
  const row = {
    id,
    browser_hash: tokenHash(browser),
    purpose,
    session_id: sessionId ?? null,
    expires_at: timestamp(context.clock.now() + requestLifetime),
    provider_id: providerId ?? null,
    secrets: secrets ?? null,
  };
  await context.database.transaction(async (tx) => {
    if (sessionId === undefined) await countBegun(tx, context, actor);
    await insertRequest(tx, row);
  });
  return browserCookie(context.baseUrl(), browser);
}

/**
 * Counts a sign-in against the limit of its network, because anybody can start a sign-in. Throws 429 if the limit is
 * exceeded. The exception rolls the transaction back.
 */
async function countBegun(tx: Transaction, { clock }: Context, { address }: Actor): Promise<void> {
  const limit = { key: keyOf('begun sign-ins', clientNetwork(address)), max: maxBegun };
  const wait = await countAttempt(tx, [limit], clock.now());
  if (wait === 0) return;
  const detail = 'Too many sign-ins were started from your network. Try again in a minute.';
  throw tooManyRequests(detail, { 'retry-after': String(Math.ceil(wait / 1_000)) });
}

/** A request that has been answered. */
export interface AnsweredRequest {
  readonly purpose: SignInPurpose;
  readonly sessionId: string | null;
  readonly providerId: string | null;
  /** Encrypted values that the response must match. */
  readonly secrets: string | null;
}

/**
 * Marks a request as answered and returns it. Throws `SignInError` unless the request is open, has not expired, and was
 * made by this browser.
 */
export async function finishRequest(
  tx: Transaction,
  { clock }: Context,
  id: string,
  browser: string | undefined,
): Promise<AnsweredRequest> {
  const request = isStorable(id) ? await tx.first(requestById, { id }) : undefined;
  if (request === undefined || request.expires_at <= timestamp(clock.now())) throw refusal('unknown-request');
  if (browser === undefined || tokenHash(browser) !== request.browser_hash) throw refusal('another-browser');
  if ((await deleteRequest(tx, id)) === 0) throw refusal('unknown-request');
  const { purpose, session_id, provider_id, secrets } = request;
  return { purpose, sessionId: session_id, providerId: provider_id, secrets };
}

/**
 * Returns the session that made the request. Throws `SignInError` if the session has ended or impersonates another
 * account.
 */
export async function requireSession(tx: Transaction, { clock }: Context, { sessionId }: AnsweredRequest) {
  const session = await tx.first(sessionOfRequest, { id: sessionId ?? '' });
  const isValid = session?.impersonation_ends_at === null && session.expires_at > timestamp(clock.now());
  if (session === undefined || !isValid) throw refusal('session-over');
  return session;
}

/** Throws `SignInError` unless the session that made the request belongs to an administrator. */
export async function requireAdministratorSession(
  tx: Transaction,
  context: Context,
  request: AnsweredRequest,
): Promise<void> {
  const { is_admin } = await requireSession(tx, context, request);
  if (is_admin === 0) throw refusal('session-over');
}

/** Whether the browser has made a request that can still be answered. */
export async function hasOpenRequest({ database, clock }: Context, browser: string | undefined): Promise<boolean> {
  if (browser === undefined) return false;
  const open = { browser: tokenHash(browser), now: timestamp(clock.now()) };
  return (await database.first(openRequestOf, open)) !== undefined;
}

/** Value of the cookie that identifies the browser that made a request. */
export function browserCookieIn({ baseUrl }: Context, header: string | undefined): string | undefined {
  const value = parseCookie(header ?? '')[cookieName(baseUrl())];
  return value !== undefined && isCapabilityForm(value) ? value : undefined;
}

/**
 * Creates the cookie header. A provider may post its response from its own site, and browsers send only cookies with
 * `SameSite=None` with such a post. Without https, browsers do not store these cookies, so the cookie gets no
 * `SameSite` attribute. Browsers send a cookie without this attribute with such a post only in the first two minutes
 * after it was set.
 */
function browserCookie(baseUrl: string, value: string): Readonly<Record<string, string>> {
  const cookie: SetCookie = {
    name: cookieName(baseUrl),
    value,
    maxAge: requestLifetime / 1_000,
    httpOnly: true,
    path: '/',
    secure: isSecure(baseUrl),
    ...(isSecure(baseUrl) && { sameSite: 'none' }),
  };
  return { 'set-cookie': stringifySetCookie(cookie) };
}

const cookieName = (baseUrl: string): string => (isSecure(baseUrl) ? '__Host-tipstaff_saml' : 'tipstaff_saml');

const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:');
