// Session cookie: its name, value and attributes.
import { parseCookie, stringifySetCookie } from 'cookie';

const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:');

/**
 * Returns the name of the session cookie. Over HTTPS it has the prefix `__Host-`: browsers then accept the cookie only
 * from this host and only over HTTPS.
 */
export const sessionCookieName = (baseUrl: string): string =>
  isSecure(baseUrl) ? '__Host-tipstaff_session' : 'tipstaff_session';

/** Returns the value of the session cookie from a `Cookie` header, or undefined if it is missing. */
export const sessionCookieIn = (header: string, baseUrl: string): string | undefined =>
  parseCookie(header)[sessionCookieName(baseUrl)];

/** Returns the header that sets the session cookie. `maxAge` is in seconds. */
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

/** Returns the header that deletes the session cookie. */
export const noSessionCookie = (baseUrl: string): Readonly<Record<string, string>> => sessionCookie(baseUrl, '', 0);
