// Markdown of publishers as HTML that a page can show: only harmless elements, links to the web, no images.
import markdownIt, { type Token } from 'markdown-it';
import sanitizeHtml from 'sanitize-html';

/** Maximum nesting of Markdown, and of HTML in it; what is deeper is shown without its structure, or left out. */
const [maxBlocks, maxElements] = [20, 32];

/** In characters: rendering as many takes a second at most, whatever they are. */
const maxRendered = 131_072;

const parser = markdownIt({ html: true, maxNesting: maxBlocks });
// Pages load nothing from elsewhere: an image is its description.
parser.renderer.rules.image = (tokens, index) => parser.utils.escapeHtml(descriptionOf(tokens[index]));

const descriptionOf = (token: Token | undefined): string => token?.content ?? '';

/** Below the heading of the page's section. */
const headings = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6' };

const isOutside = (href: string | undefined): href is string => /^(?:https?:\/\/|mailto:)/i.test(href ?? '');

const options: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['a', 'blockquote', 'br', 'code', 'dd', 'del', 'dl', 'dt', 'em', 'h3', 'h4', 'h5', 'h6', 'hr', 'kbd', 'li'],
    ...['ol', 'p', 'pre', 's', 'span', 'strong', 'sub', 'sup', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul'],
  ],
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  nestingLimit: maxElements,
  transformTags: {
    ...headings,
    b: 'strong',
    i: 'em',
    // A relative link leads to a file of the archive, which has no page.
    a: (tagName, { href }) =>
      isOutside(href)
        ? { tagName, attribs: { href, rel: 'nofollow noopener noreferrer' } }
        : { tagName: 'span', attribs: {} },
    img: (_tagName, { alt = '' }) => ({ tagName: 'span', attribs: {}, text: alt }),
  },
};

/** The HTML of a text in Markdown, CommonMark with tables; what is beyond 128 KiB is left out, and the end says so. */
export function sanitizedMarkdown(text: string): string {
  const rendered = sanitizeHtml(parser.render(text.slice(0, maxRendered)), options);
  return text.length > maxRendered ? `${rendered}<p>The text is longer and was cut here.</p>\n` : rendered;
}
