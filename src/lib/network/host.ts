/** Characters that no host has; an asterisk would stand for other hosts. */
const isHost = (text: string): boolean => /^[^/?#@*\s\\]+$/.test(text);

/** A host in the form that can be compared: lower case, without the default port of https; undefined for other texts. */
export function hostIn(text: string): string | undefined {
  const url = isHost(text) ? URL.parse(`https://${text}`) : null;
  return url === null || url.pathname !== '/' ? undefined : url.host;
}

/** The origin of an address without a path; a host alone is one over https. Undefined for other texts. */
export function originIn(text: string): string | undefined {
  const scheme = /^https?:\/\//i.exec(text)?.[0] ?? '';
  const rest = text.slice(scheme.length).replace(/\/$/, '');
  const url = isHost(rest) ? URL.parse(`${scheme || 'https://'}${rest}`) : null;
  return url === null || url.pathname !== '/' ? undefined : url.origin;
}
