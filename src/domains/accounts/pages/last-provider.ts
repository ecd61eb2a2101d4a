// Remembers in a cookie through which provider a browser last signed in, so that its button is shown first.
import { parseCookie, stringifySetCookie } from 'cookie';
import type { Context } from '../../../context.ts';
import type { ProviderButton } from '../identity-providers/sign-in-state.ts';

const year = 31_536_000;

/** Returns the header that stores the provider's key in the browser. The result is empty if there is no key. */
export function lastProviderCookie({ baseUrl }: Context, key: string | undefined): Readonly<Record<string, string>> {
  if (key === undefined || !/^[\w-]{1,255}$/.test(key)) return {};
  const secure = isSecure(baseUrl());
  const options = { httpOnly: true, maxAge: year, path: '/', sameSite: 'lax', secure } as const;
  return { 'set-cookie': stringifySetCookie({ name: cookieName(baseUrl()), value: key, ...options }) };
}

/** Returns the buttons with that of the remembered provider first. */
export function lastProviderFirst(
  { baseUrl }: Context,
  buttons: readonly ProviderButton[],
  cookie: string | undefined,
): readonly ProviderButton[] {
  const last = parseCookie(cookie ?? '')[cookieName(baseUrl())];
  return buttons.toSorted((one, other) => Number(other.key === last) - Number(one.key === last));
}

const cookieName = (baseUrl: string): string => (isSecure(baseUrl) ? '__Host-tipstaff_provider' : 'tipstaff_provider');

const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:');
