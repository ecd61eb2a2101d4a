const nowhere = 'http://own.invalid';

/** Maximum length. The path is stored while the user signs in at an identity provider. */
const maxLength = 500;

/**
 * Returns the path if a redirect to it stays on this site and it is not too long, otherwise undefined. Browsers treat
 * `//` and `/\` at the beginning as the start of a host, after removing tabs and line breaks.
 */
export const safeRedirectPath = (text: string): string | undefined => {
  const url = text.startsWith('/') ? URL.parse(text, nowhere) : null;
  if (url?.origin !== nowhere || url.pathname.startsWith('//')) return undefined;
  const path = url.href.slice(nowhere.length);
  return path.length > maxLength ? undefined : path;
};
