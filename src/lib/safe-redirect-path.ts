const nowhere = 'http://own.invalid';

/**
 * A path of our own, as a browser would ask for it, that somebody may be sent on to; undefined for whatever a browser
 * would take for another site's address. Browsers take `//` and `/\` at the beginning for another host, and drop tabs
 * and line ends before they look.
 */
export const safeRedirectPath = (text: string): string | undefined => {
  const url = text.startsWith('/') ? URL.parse(text, nowhere) : null;
  if (url?.origin !== nowhere || url.pathname.startsWith('//')) return undefined;
  return url.href.slice(nowhere.length);
};
