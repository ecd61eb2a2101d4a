import { type Html, html } from '../text/html.ts';

/** True of an http or https URL, which a reader may follow. */
export const isWebAddress = (text: string): boolean => {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  return url?.protocol === 'https:' || url?.protocol === 'http:';
};

/** A link where the text is an http or https URL, otherwise the text. */
export const webLink = (text: string): Html =>
  isWebAddress(text) ? html`<a href="${text}" rel="nofollow noopener noreferrer">${text}</a>` : html`${text}`;
