/**
 * Whether a text contains only characters that a host may contain. An asterisk is refused as well, so that it cannot
 * match other hosts.
 */
const isHost = (text: string): boolean => /^[^/?#@*\s\\]+$/.test(text);

/**
 * Normalizes a host for comparisons: lower case, and without port 443. Returns undefined for a text that is not a host.
 */
export function hostIn(text: string): string | undefined {
  const url = isHost(text) ? URL.parse(`https://${text}`) : null;
  return url === null || url.pathname !== '/' ? undefined : url.host;
}

/**
 * Returns the origin of a URL that has no path. Without a scheme, HTTPS is assumed. Returns undefined for any other
 * text.
 */
export function originIn(text: string): string | undefined {
  const scheme = /^https?:\/\//i.exec(text)?.[0] ?? '';
  const rest = text.slice(scheme.length).replace(/\/$/, '');
  const url = isHost(rest) ? URL.parse(`${scheme || 'https://'}${rest}`) : null;
  return url === null || url.pathname !== '/' ? undefined : url.origin;
}
