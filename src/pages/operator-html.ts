// Texts of operators on pages: plain text, or HTML of which only harmless elements are kept.
import { createRequire } from 'node:module';
import type sanitizeHtml from 'sanitize-html';
import { type Html, html, safeHtml } from '../lib/text/html.ts';

const require = createRequire(import.meta.url);

/** The nesting limit of elements: browsers move more deeply nested ones out of the text. */
const deepest = 16;

const options: sanitizeHtml.IOptions = {
  allowedTags: ['a', 'b', 'br', 'code', 'em', 'h2', 'h3', 'i', 'li', 'ol', 'p', 'pre', 'strong', 'ul'],
  allowedAttributes: { a: ['href', 'title'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: deepest,
};

const sanitized = (text: string): Html => {
  // The sanitiser loads slowly, and few texts need it.
  const sanitize: typeof sanitizeHtml = require('sanitize-html');
  return safeHtml(sanitize(text, options));
};

/** `Ann <ann@example.com>` and `<https://example.com>` have no tags. */
const hasTag = (text: string): boolean => /<(?:!|\/?[a-z][a-z0-9]*(?=[\s/>]))[^<>]*>/i.test(text);

/**
 * The HTML of a text; undefined for a blank one. A text with a tag is HTML: headings, paragraphs, lists, emphasis,
 * code and links are kept, everything else is removed. Any other text is plain and keeps its lines.
 */
export const sanitizedOperatorHtml = (text: string): Html | undefined => {
  if (text.trim() === '') return undefined;
  return hasTag(text) ? html`<div class="rich">${sanitized(text)}</div>` : html`<div class="own">${text}</div>`;
};
