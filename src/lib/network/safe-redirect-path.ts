const nowhere = 'http://own.invalid';

/** Maximum length: the path of a sign-in is stored until the person comes back from an identity provider. */
const maxLength = 500;

/**
 * The path when a redirect to it stays on this site and it is not too long, undefined otherwise. Browsers read `//` and `/\` at the beginning
 * as another host, and remove tabs and line breaks first.
 */
export const safeRedirectPath = (text: string): string | undefined => {
  const url = text.startsWith('/') ? URL.parse(text, nowhere) : null;
  if (url?.origin !== nowhere || url.pathname.startsWith('//')) return undefined;
  const path = url.href.slice(nowhere.length);
  return path.length > maxLength ? undefined : path;
};
