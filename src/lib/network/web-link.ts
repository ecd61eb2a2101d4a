/** True of an http or https URL, which a reader may follow. */
export const isWebAddress = (text: string): boolean => {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  return url?.protocol === 'https:' || url?.protocol === 'http:';
};
