/** Whether a text is an HTTP or HTTPS URL, so that it may be shown as a link. */
export const isWebAddress = (text: string): boolean => {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  return url?.protocol === 'https:' || url?.protocol === 'http:';
};
