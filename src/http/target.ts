const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * Returns a request target without scheme and host. Servers must also accept the absolute form (RFC 9112, section
 * 3.2.2), which proxies send. Repeated slashes are removed, and so is a trailing slash in an API path.
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
