const nowhere = 'http://own.invalid';

/** Maximum length of the path in characters. The path is stored while the user signs in at an identity provider. */
const maxLength = 500;

/**
 * Returns the path if it is not too long and a redirect to it stays on this site. Otherwise returns undefined. A path
 * must not begin with `//` or `/\`, because browsers interpret what follows as a host. Before that, they remove tabs
 * and line breaks.
 */
export const safeRedirectPath = (text: string): string | undefined => {
  const url = text.startsWith('/') ? URL.parse(text, nowhere) : null;
  if (url?.origin !== nowhere || url.pathname.startsWith('//')) return undefined;
  const path = url.href.slice(nowhere.length);
  return path.length > maxLength ? undefined : path;
};
