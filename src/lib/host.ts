/** A host in the form that can be compared: lower case, without the default port of https; undefined for other texts. */
export function hostIn(text: string): string | undefined {
  const url = /^[^/?#@\s\\]+$/.test(text) ? URL.parse(`https://${text}`) : null;
  return url === null || url.pathname !== '/' ? undefined : url.host;
}
