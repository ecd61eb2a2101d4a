// Texts that somebody writes for pages: plain, or with a little HTML of which only what is harmless is kept.
import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';
import { type Html, html, safeHtml } from './html.ts';

const require = createRequire(import.meta.url);

/** How deep elements may stand in each other: browsers mend what is far deeper by moving elements out of the text. */
const deepest = 16;

const options: sanitizeHtml.IOptions = {
  allowedTags: ['a', 'b', 'br', 'code', 'em', 'h2', 'h3', 'i', 'li', 'ol', 'p', 'pre', 'strong', 'ul'],
  allowedAttributes: { a: ['href', 'title'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: deepest,
};

const sanitized = (text: string): Html => {
  // It takes longer to load than all the rest, and few texts need it.
  const sanitize: typeof sanitizeHtml = require('sanitize-html');
  return safeHtml(sanitize(text, options));
};

/** `Ann <ann@example.com>` has none, nor has `<https://example.com>`. */
const hasTag = (text: string): boolean => /<(?:!|\/?[a-z][a-z0-9]*(?=[\s/>]))[^<>]*>/i.test(text);

/**
 * A text as a page shows it; undefined when it says nothing. One with a tag is HTML: headings, paragraphs, lists,
 * emphasis, code and links stay, everything else goes. Any other is plain, its lines as they are.
 */
export const sanitizedOperatorHtml = (text: string): Html | undefined => {
  if (text.trim() === '') return undefined;
  return hasTag(text) ? html`<div class="rich">${sanitized(text)}</div>` : html`<div class="own">${text}</div>`;
};
