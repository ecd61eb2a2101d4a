// Markdown rules for the site. They change parts of a document that must be rendered differently than in the
// repository.
import type { MarkdownOptions } from 'vitepress';
import { targetOf } from './links.ts';

type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0];
type Token = ReturnType<Markdown['parse']>[number];

/**
 * Replaces the style attribute that aligns a column with a class, because the content security policy does not allow
 * style attributes.
 */
function alignByClass(token: Token): void {
  const [, side] = /^text-align:(\w+)$/.exec(String(token.attrGet('style'))) ?? [];
  if (side !== undefined) token.attrs = [['class', `align-${side}`]];
}

/**
 * Replaces a link to a file that exists only in the repository with plain text. Returns the name of the HTML element to
 * render.
 */
function resolveLink(token: Token, page: string): string {
  const target = targetOf(page, String(token.attrGet('href')));
  if (target.kind === 'file') Object.assign(token, { tag: 'span', attrs: null });
  if (target.kind === 'served') {
    token.attrs = [
      ['href', target.href],
      ['target', '_self'],
    ];
  }
  return token.tag;
}

/** Makes an empty header cell an ordinary cell, because a screen reader would announce a header without a name. */
function demoteEmptyHeader([start, content, end]: readonly Token[]): void {
  if (start?.type !== 'th_open' || content?.content !== '' || end === undefined) return;
  start.tag = 'td';
  end.tag = 'td';
}

export function addRules(md: Markdown): void {
  md.core.ruler.push('headers', ({ tokens }) => {
    for (const at of tokens.keys()) demoteEmptyHeader(tokens.slice(at, at + 3));
  });
  md.core.ruler.push('alignment', ({ tokens }) => {
    for (const token of tokens) alignByClass(token);
  });
  md.core.ruler.push('targets', ({ tokens, env }) => {
    let tag = 'a';
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === 'link_open') tag = resolveLink(token, env.relativePath);
      else if (token.type === 'link_close') token.tag = tag;
    }
  });
}
