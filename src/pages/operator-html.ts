// Converts texts that operators wrote to HTML for pages. The texts are plain text, or HTML of which only harmless
// elements are kept.
import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';
import { type Html, html, safeHtml } from '../lib/text/html.ts';

const require = createRequire(import.meta.url);

/** Maximum nesting depth of elements. Browsers move more deeply nested elements outside of the text. */
const deepest = 16;

const options: sanitizeHtml.IOptions = {
  allowedTags: ['a', 'b', 'br', 'code', 'em', 'h2', 'h3', 'i', 'li', 'ol', 'p', 'pre', 'strong', 'ul'],
  allowedAttributes: { a: ['href', 'title'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: deepest,
};

const sanitized = (text: string): Html => {
  // The sanitizer loads slowly and is rarely needed.
  const sanitize: typeof sanitizeHtml = require('sanitize-html');
  return safeHtml(sanitize(text, options));
};

/** Whether a text contains an HTML tag. `Ann <ann@example.com>` and `<https://example.com>` contain none. */
const hasTag = (text: string): boolean => /<(?:!|\/?[a-z][a-z0-9]*(?=[\s/>]))[^<>]*>/i.test(text);

/**
 * Returns the HTML of a text, or undefined for a blank text. A text with a tag is HTML: headings, paragraphs, lists,
 * emphasis, code and links are kept, and everything else is removed. Any other text is plain and keeps its line breaks.
 */
export const sanitizedOperatorHtml = (text: string): Html | undefined => {
  if (text.trim() === '') return undefined;
  return hasTag(text) ? html`<div class="rich">${sanitized(text)}</div>` : html`<div class="own">${text}</div>`;
};
