// Questions to the identity provider: each is for one browser, and is answered once, within an hour.
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Context } from '../../../context.ts';
import type { Transaction } from '../../../db/database.ts';
import { timestamp } from '../../../lib/clock.ts';
import { isCapabilityForm, newCapability, tokenHash } from '../../../lib/tokens.ts';
import { authnRequestUrl, newMessageId } from '../../../protocols/saml/messages.ts';
import { serviceProviderOf } from './believed.ts';
import { Refused } from './refused.ts';
import type { SamlSettings } from './settings.ts';
import { signerOf } from './signer.ts';
import { requestById } from './store.ts';

/** How long a request can be answered, in milliseconds. */
export const requestLifetime = 3_600_000;

export type Purpose = 'sign-in' | 'link' | 'check';

const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:');

const cookieName = (baseUrl: string): string => (isSecure(baseUrl) ? '__Host-reeve_saml' : 'reeve_saml');

/** The value of the cookie by which a browser is known again when it brings the answer. */
export const browserIn = ({ baseUrl }: Context, header: string | undefined): string | undefined => {
  const value = parseCookie(header ?? '')[cookieName(baseUrl())];
  return value !== undefined && isCapabilityForm(value) ? value : undefined;
};

/**
 * The answer is posted from the provider's site: only a cookie that is for all sites comes with it. Without https no
 * such cookie is kept, and browsers send one that says nothing of sites for the first two minutes.
 */
const browserCookie = (baseUrl: string, value: string): Readonly<Record<string, string>> => ({
  'set-cookie': stringifySetCookie({
    name: cookieName(baseUrl),
    value,
    maxAge: requestLifetime / 1_000,
    httpOnly: true,
    path: '/',
    secure: isSecure(baseUrl),
    ...(isSecure(baseUrl) && { sameSite: 'none' }),
  }),
});

export interface Asked {
  readonly purpose: Purpose;
  /** The session that asks; undefined where somebody signs in. */
  readonly sessionId?: string | undefined;
  /** The request's `Cookie` header. */
  readonly cookie: string | undefined;
  /** Where to go afterwards: a path of our own. */
  readonly to?: string | undefined;
}

/** A browser's way to the provider, and the header field that makes it known when it comes back. */
export interface Departure {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Asks the provider who it is that has this browser. */
export const ask = async (context: Context, settings: SamlSettings, asked: Asked): Promise<Departure> => {
  const now = context.clock.now();
  const id = newMessageId();
  // Several tabs of a browser may ask at once: they are one browser.
  const browser = browserIn(context, asked.cookie) ?? newCapability();
  const row = {
    id,
    browser_hash: tokenHash(browser),
    purpose: asked.purpose,
    session_id: asked.sessionId ?? null,
    expires_at: timestamp(now + requestLifetime),
  };
  await context.database.transaction((tx) => tx.run((db) => db.insertInto('saml_requests').values(row)));
  const sending = { to: settings['sso-endpoint-url'] ?? '', relayState: asked.to, signer: signerOf(settings) };
  const address = authnRequestUrl(serviceProviderOf(context), { id, now }, sending);
  return { address, headers: browserCookie(context.baseUrl(), browser) };
};

/** What an answer was asked for. */
export interface Taken {
  readonly purpose: Purpose;
  readonly sessionId: string | null;
}

/** Uses a request up inside a change; throws `Refused` unless this browser made it, within the hour, and has no answer yet. */
export const takeRequest = async (
  tx: Transaction,
  { clock }: Context,
  id: string,
  browser: string | undefined,
): Promise<Taken> => {
  const request = await tx.first(requestById, { id });
  if (request === undefined || request.expires_at <= timestamp(clock.now())) throw new Refused('unknown-request');
  if (browser === undefined || tokenHash(browser) !== request.browser_hash) throw new Refused('another-browser');
  const taken = await tx.run((db) => db.deleteFrom('saml_requests').where('id', '=', id));
  if (taken === 0) throw new Refused('unknown-request');
  return { purpose: request.purpose, sessionId: request.session_id };
};
