import { type Html, html } from './html.ts';

/** Whether a text is an address that may be opened from a page: nothing but http and https leads anywhere. */
const isWebAddress = (text: string): boolean => {
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  return url?.protocol === 'https:' || url?.protocol === 'http:';
};

/** A text that somebody gave for a link: a link where it is an address of the web, else the text alone. */
export const webLink = (text: string): Html =>
  isWebAddress(text) ? html`<a href="${text}" rel="nofollow noopener noreferrer">${text}</a>` : html`${text}`;
