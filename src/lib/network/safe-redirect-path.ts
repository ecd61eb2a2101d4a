const nowhere = 'http://own.invalid';

/**
 * The path when a redirect to it stays on this site, undefined otherwise. Browsers read `//` and `/\` at the beginning
 * as another host, and remove tabs and line breaks first.
 */
export const safeRedirectPath = (text: string): string | undefined => {
  const url = text.startsWith('/') ? URL.parse(text, nowhere) : null;
  if (url?.origin !== nowhere || url.pathname.startsWith('//')) return undefined;
  return url.href.slice(nowhere.length);
};
