// Markdown of publishers as elements, never as HTML: what is HTML in it is left out, save line breaks. CommonMark with tables;
// images are their descriptions, since pages load nothing from elsewhere.
import { Anchor, Typography } from '@mantine/core';
import markdownIt, { type Token } from 'markdown-it';
import { createElement, Fragment, type ReactNode } from 'react';
import { t } from '../texts/registry.ts';

const parser = markdownIt({ html: true, maxNesting: 20 });

/** In characters. */
const maxRendered = 131_072;

/** Below the heading of the page and that of the section. */
const tagOf = (tag: string): string => {
  const level = /^h([1-6])$/.exec(tag)?.[1];
  return level === undefined ? tag : `h${Math.min(6, Number(level) + 2)}`;
};

const isOutside = (href: string): boolean => /^(?:https?:\/\/|mailto:)/i.test(href);

interface Built {
  readonly nodes: readonly ReactNode[];
  /** The index after the token that closes what is built. */
  readonly next: number;
}

const OutsideLink = ({ href, children }: { readonly href: string; readonly children?: ReactNode }) => (
  <Anchor href={href} rel="nofollow noopener noreferrer" td="underline">
    {children}
  </Anchor>
);

/** A table that scrolls where there is too little width for it, by the keyboard as well. */
function tableOf(children: readonly ReactNode[]): ReactNode {
  const scrolling = { tabIndex: 0, role: 'group', 'aria-label': t.table, style: { overflowX: 'auto' } } as const;
  return createElement('div', scrolling, createElement('table', null, ...children));
}

const elementOf = (token: Token, children: readonly ReactNode[]): ReactNode => {
  if (token.hidden) return createElement(Fragment, null, ...children);
  if (token.tag === 'table') return tableOf(children);
  if (token.tag !== 'a') return createElement(tagOf(token.tag), null, ...children);
  const href = String(token.attrGet('href') ?? '');
  // A relative link leads to a file of the archive, which has no page.
  if (!isOutside(href)) return createElement('span', null, ...children);
  return createElement(OutsideLink, { href }, ...children);
};

/** The library paints code in a block as if it were in a line. */
const plain = { background: 'none', padding: 0 };

/** A token that opens and closes nothing. */
const leafOf = (token: Token): ReactNode => {
  switch (token.type) {
    case 'text':
      return token.content;
    case 'softbreak':
      return '\n';
    case 'hardbreak':
      return createElement('br', null);
    // Tools that document modules break lines in the cells of tables.
    case 'html_inline':
      return /^<br\s*\/?>$/i.test(token.content) ? createElement('br', null) : null;
    case 'hr':
      return createElement('hr', null);
    case 'code_inline':
      return createElement('code', null, token.content);
    case 'code_block':
    case 'fence':
      return createElement('pre', { tabIndex: 0 }, createElement('code', { style: plain }, token.content));
    case 'image':
      return token.content;
    case 'inline':
      return createElement(Fragment, null, ...nodesFrom(token.children ?? [], 0).nodes);
    default:
      return null;
  }
};

/** The elements from a token on, up to the one that closes their parent. */
function nodesFrom(tokens: readonly Token[], start: number): Built {
  const nodes: ReactNode[] = [];
  let index = start;
  for (let token = tokens[index]; token !== undefined && token.nesting !== -1; token = tokens[index]) {
    if (token.nesting === 0) {
      nodes.push(leafOf(token));
    } else {
      const inner = nodesFrom(tokens, index + 1);
      nodes.push(elementOf(token, inner.nodes));
      index = inner.next;
    }
    index += 1;
  }
  return { nodes, next: index };
}

/** A text in Markdown; what is beyond 128 KiB is left out, and the end says so. */
export function Markdown({ text }: { readonly text: string }) {
  const { nodes } = nodesFrom(parser.parse(text.slice(0, maxRendered), {}), 0);
  return (
    <Typography style={{ overflowWrap: 'anywhere', overflowX: 'auto' }}>
      {createElement('div', null, ...nodes)}
      {text.length > maxRendered && <p>{t.cut}</p>}
    </Typography>
  );
}
