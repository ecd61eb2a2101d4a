const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * A request's target from its path on. Every server must also take the absolute form (RFC 9112, 3.2.2), which
 * proxies send; whose address it names is of no account here.
 */
export const originForm = (target: string): string => {
  if (target.startsWith('/')) return target;
  const rest = target.replace(authority, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
};
