// The cookie that carries a session (its name, value and attributes).
import { parseCookie, stringifySetCookie } from 'cookie';

const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:');

/** Name of the session cookie. For a service reached by https, browsers keep its promise: this host alone set it, securely. */
export const sessionCookieName = (baseUrl: string): string =>
  isSecure(baseUrl) ? '__Host-tipstaff_session' : 'tipstaff_session';

/** The value of the session cookie in a `Cookie` header. */
export const sessionCookieIn = (header: string, baseUrl: string): string | undefined =>
  parseCookie(header)[sessionCookieName(baseUrl)];

/** The header field that hands out a session for so many seconds. */
export const sessionCookie = (baseUrl: string, value: string, maxAge: number): Readonly<Record<string, string>> => ({
  'set-cookie': stringifySetCookie({
    name: sessionCookieName(baseUrl),
    value,
    maxAge,
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    secure: isSecure(baseUrl),
  }),
});

/** The header field that takes a session's cookie back. */
export const noSessionCookie = (baseUrl: string): Readonly<Record<string, string>> => sessionCookie(baseUrl, '', 0);
