/**
 * Whether a text has no characters that are forbidden in a host. An asterisk is forbidden, because it would match other
 * hosts.
 */
const isHost = (text: string): boolean => /^[^/?#@*\s\\]+$/.test(text);

/** Normalizes a host for comparison: lower case, without the default port of HTTPS. Undefined for other texts. */
export function hostIn(text: string): string | undefined {
  const url = isHost(text) ? URL.parse(`https://${text}`) : null;
  return url === null || url.pathname !== '/' ? undefined : url.host;
}

/** Returns the origin of a URL without a path. A host alone is treated as HTTPS. Undefined for other texts. */
export function originIn(text: string): string | undefined {
  const scheme = /^https?:\/\//i.exec(text)?.[0] ?? '';
  const rest = text.slice(scheme.length).replace(/\/$/, '');
  const url = isHost(rest) ? URL.parse(`${scheme || 'https://'}${rest}`) : null;
  return url === null || url.pathname !== '/' ? undefined : url.origin;
}
