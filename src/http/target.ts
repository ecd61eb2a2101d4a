const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * A request's target from its path on. Every server must also take the absolute form (RFC 9112, 3.2.2), which
 * proxies send; whose address it names is of no account here. Slashes that clients double, and one that they add to a path of
 * the API, lead to the same place as without.
 */
export function originForm(target: string): string {
  const form = target.startsWith('/') ? target : `/${target.replace(authority, '')}`;
  const end = form.search(/[?#]/);
  const [path, query] = end < 0 ? [form, ''] : [form.slice(0, end), form.slice(end)];
  if (!path.includes('//') && !path.endsWith('/')) return form;
  const plain = path.replaceAll(/\/{2,}/g, '/');
  return (plain.startsWith('/api/') ? plain.replace(/\/$/, '') : plain) + query;
}
