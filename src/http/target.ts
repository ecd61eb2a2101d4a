const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * A request's target from its path on. Every server must also take the absolute form (RFC 9112, 3.2.2), which
 * proxies send; whose address it names is of no account here. Slashes that clients double, and one that they add to a path of
 * the API, lead to the same place as without.
 */
export function originForm(target: string): string {
  const form = target.startsWith('/') ? target : `/${target.replace(authority, '')}`;
  const mark = form.search(/[?#]/);
  const end = mark < 0 ? form.length : mark;
  if (!form.includes('//') && form[end - 1] !== '/') return form;
  const [path, query] = [form.slice(0, end), form.slice(end)];
  const plain = path.replaceAll(/\/{2,}/g, '/');
  return (plain.startsWith('/api/') ? plain.replace(/\/$/, '') : plain) + query;
}
