// Sends a browser to the identity provider with a request that only this browser can have answered, once, within an hour.
import { parseCookie, type SetCookie, stringifySetCookie } from 'cookie';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Rendered } from '../../../http/reply.ts';
import { notFound } from '../../../jsonapi/errors.ts';
import type { Actor } from '../../../kernel/actor.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { safeRedirectPath } from '../../../lib/network/safe-redirect-path.ts';
import { isCapabilityForm, newCapability, tokenHash } from '../../../lib/secrets/tokens.ts';
import { pageReply, redirectTo } from '../../../pages/page-reply.ts';
import { SamlError } from '../../../protocols/saml/error.ts';
import { authnRequestUrl, newMessageId } from '../../../protocols/saml/messages.ts';
import { siteOf } from '../../instance/index.ts';
import { loginSigningKey, serviceProvider } from './metadata.ts';
import { providerPage, redirectToProvider, refusalPage } from './pages.ts';
import { isSafeAddress, readSamlSettings, type SamlSettings, signInProblem } from './settings.ts';
import { deleteRequest, insertRequest, openRequestOf, requestById } from './store.ts';

/** Use of the response: to sign in, to link an account, or to show the result of a dry run of a sign-in. */
export type Purpose = 'sign-in' | 'link' | 'check';

/**
 * Sends a browser to the provider to sign in; `cookie` is its `Cookie` header, and `path` where it goes afterwards. 404 while
 * single sign-on is off.
 */
export async function login(context: Context, cookie: string | undefined, path: string): Promise<Rendered> {
  const settings = await readSamlSettings(context, context.database);
  if (!settings.enabled) throw notFound();
  const refused = refusalOfStart(context, settings);
  if (refused !== undefined) return refused;
  const { url, headers } = await startLogin(context, settings, {
    purpose: 'sign-in',
    cookie,
    path: safeRedirectPath(path),
  });
  return redirectToProvider(context, url, headers);
}

/** Sends the browser of a signed-in person to the provider; `cookie` is its `Cookie` header. */
export async function loginInSession(
  context: Context,
  { session }: Actor,
  cookie: string | undefined,
  purpose: 'link' | 'check',
): Promise<Rendered> {
  if (session === undefined) return redirectTo(siteOf(context), '/sign-in');
  const settings = await readSamlSettings(context, context.database);
  // An administrator checks the settings before single sign-on is enabled.
  const isUsable = settings.enabled || purpose === 'check';
  if (!isUsable || !isSafeAddress(settings['sso-endpoint-url'] ?? '')) throw notFound();
  const refused = refusalOfStart(context, settings);
  if (refused !== undefined) return refused;
  const { url, headers } = await startLogin(context, settings, { purpose, sessionId: session.id, cookie });
  return providerPage(context, url, headers);
}

/** The page that says that no sign-in can work; undefined for settings with which one can. */
function refusalOfStart(context: Context, settings: SamlSettings): Rendered | undefined {
  const problem = signInProblem(settings);
  if (problem === undefined) return undefined;
  context.log.warn({ reason: problem.code }, problem.detail);
  const site = siteOf(context);
  return pageReply(site, refusalPage(site, problem.code), 503);
}

/** Time in milliseconds during which a request can be answered. */
export const requestLifetime = 3_600_000;

interface LoginStart {
  readonly purpose: Purpose;
  /** Undefined for a sign-in. */
  readonly sessionId?: string;
  /** The `Cookie` header of the browser. */
  readonly cookie: string | undefined;
  /** One of the service's own paths. */
  readonly path?: string | undefined;
}

/** Stores a request; returns its address at the provider, and the header that marks the browser. */
async function startLogin(context: Context, settings: SamlSettings, { purpose, sessionId, cookie, path }: LoginStart) {
  const now = context.clock.now();
  const id = newMessageId();
  // Several tabs of one browser share its cookie, so that each of them can finish.
  const browser = browserCookieIn(context, cookie) ?? newCapability();
  const row = {
    id,
    browser_hash: tokenHash(browser),
    purpose,
    session_id: sessionId ?? null,
    expires_at: timestamp(now + requestLifetime),
  };
  await context.database.transaction((tx) => insertRequest(tx, row));
  const sending = { to: settings['sso-endpoint-url'] ?? '', relayState: path, key: loginSigningKey(settings) };
  const url = authnRequestUrl(serviceProvider(context), { id, now }, sending);
  return { url, headers: browserCookie(context.baseUrl(), browser) };
}

/** Purpose and session of an answered request. */
export interface AnsweredRequest {
  readonly purpose: Purpose;
  readonly sessionId: string | null;
}

/** Marks a request as answered. Throws `SamlError` unless this browser made it within the hour and it is still open. */
export async function finishRequest(
  tx: Transaction,
  { clock }: Context,
  id: string,
  browser: string | undefined,
): Promise<AnsweredRequest> {
  const request = await tx.first(requestById, { id });
  if (request === undefined || request.expires_at <= timestamp(clock.now())) throw new SamlError('unknown-request');
  if (browser === undefined || tokenHash(browser) !== request.browser_hash) throw new SamlError('another-browser');
  if ((await deleteRequest(tx, id)) === 0) throw new SamlError('unknown-request');
  return { purpose: request.purpose, sessionId: request.session_id };
}

/** True if a browser made a request that can still be answered. */
export async function hasOpenRequest({ database, clock }: Context, browser: string | undefined): Promise<boolean> {
  if (browser === undefined) return false;
  const open = { browser: tokenHash(browser), now: timestamp(clock.now()) };
  return (await database.first(openRequestOf, open)) !== undefined;
}

/** The cookie that recognizes the browser which made a request. */
export function browserCookieIn({ baseUrl }: Context, header: string | undefined): string | undefined {
  const value = parseCookie(header ?? '')[cookieName(baseUrl())];
  return value !== undefined && isCapabilityForm(value) ? value : undefined;
}

/**
 * The response is posted from the provider's site, and browsers then send only cookies with `SameSite=None`. Without
 * https they do not store such a cookie; but they send one without `SameSite` during its first two minutes.
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
