// Markdown of publishers as elements, never as HTML: what is HTML in it is left out, save line breaks. CommonMark with tables, task
// lists and alerts; pictures are files beside the text, and others are their descriptions, since pages load nothing from elsewhere.
import { Alert, Anchor, type MantineColor, Typography } from '@mantine/core';
import markdownIt, { type Token } from 'markdown-it';
import { createElement, Fragment, type ReactNode, useEffect, useMemo } from 'react';

import { type AlertKind, marksOf, markTokens } from './markdown-tokens.ts';

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

const InsideLink = ({ href, children }: { readonly href: string; readonly children?: ReactNode }) => (
  <Anchor href={href} td="underline">
    {children}
  </Anchor>
);

/** A table that scrolls where there is too little width for it, by the keyboard as well. */
function tableOf(children: readonly ReactNode[]): ReactNode {
  const scrolling = { tabIndex: 0, role: 'group', 'aria-label': 'Table', style: { overflowX: 'auto' } } as const;
  return createElement('div', scrolling, createElement('table', null, ...children));
}

/** The address of a file by its path beside the text; undefined where there are no files. */
type FileAddress = ((path: string) => string) | undefined;

/** The path of a relative address, from the folder of the text on; undefined for an address elsewhere. */
function pathOf(address: string): string | undefined {
  const base = 'https://text.invalid/';
  const url = URL.parse(address, base);
  if (url === null || url.origin !== new URL(base).origin || /^[\\/]{2}/.test(address)) return undefined;
  try {
    return decodeURIComponent(url.pathname.slice(1)) || undefined;
  } catch {
    return undefined;
  }
}

/** Names of headings begin so in addresses, apart from those of the page. */
const anchor = (slug: string): string => `readme-${slug}`;

function linkOf(href: string, children: readonly ReactNode[], fileAddress: FileAddress): ReactNode {
  if (href.startsWith('#')) return createElement(InsideLink, { href: `#${anchor(href.slice(1))}` }, ...children);
  if (isOutside(href)) return createElement(OutsideLink, { href }, ...children);
  const path = pathOf(href);
  if (path === undefined || fileAddress === undefined) return createElement('span', null, ...children);
  return createElement(InsideLink, { href: fileAddress(path) }, ...children);
}

/** A picture beside the text; its description where it is elsewhere. */
function pictureOf(token: Token, fileAddress: FileAddress): ReactNode {
  const path = pathOf(String(token.attrGet('src') ?? ''));
  if (path === undefined || fileAddress === undefined) return token.content;
  return createElement('img', {
    src: fileAddress(path),
    alt: token.content,
    loading: 'lazy',
    style: { maxWidth: '100%', height: 'auto' },
  });
}

const alertColors: Readonly<Record<AlertKind, MantineColor>> = {
  note: 'blue',
  tip: 'green',
  important: 'violet',
  warning: 'yellow',
  caution: 'red',
};

const elementOf = (token: Token, children: readonly ReactNode[], fileAddress: FileAddress): ReactNode => {
  const { alert, slug } = marksOf(token);
  if (token.hidden) return createElement(Fragment, null, ...children);
  if (token.tag === 'table') return tableOf(children);
  if (token.tag === 'a') return linkOf(String(token.attrGet('href') ?? ''), children, fileAddress);
  if (alert !== undefined)
    return createElement(
      Alert,
      {
        color: alertColors[alert],
        title: { note: 'Note', tip: 'Tip', important: 'Important', warning: 'Warning', caution: 'Caution' }[alert],
        my: 'md',
      },
      ...children,
    );
  return createElement(tagOf(token.tag), slug === undefined ? null : { id: anchor(slug) }, ...children);
};

/** The library paints code in a block as if it were in a line. */
const plain = { background: 'none', padding: 0 };

/** The box of a task in a list. */
function taskBox(token: Token): ReactNode {
  const { isDone } = marksOf(token);
  if (isDone === undefined) return null;
  const label = isDone ? 'Done' : 'Not done';
  return createElement('input', {
    type: 'checkbox',
    checked: isDone,
    readOnly: true,
    disabled: true,
    'aria-label': label,
    style: { marginInlineEnd: '0.5em' },
  });
}

/** A token that opens and closes nothing. */
const leafOf = (token: Token, fileAddress: FileAddress): ReactNode => {
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
      return pictureOf(token, fileAddress);
    case 'inline':
      return createElement(Fragment, null, taskBox(token), ...nodesFrom(token.children ?? [], 0, fileAddress).nodes);
    default:
      return null;
  }
};

/** The elements from a token on, up to the one that closes their parent. */
function nodesFrom(tokens: readonly Token[], start: number, fileAddress: FileAddress): Built {
  const nodes: ReactNode[] = [];
  let index = start;
  for (let token = tokens[index]; token !== undefined && token.nesting !== -1; token = tokens[index]) {
    if (token.nesting === 0) {
      nodes.push(leafOf(token, fileAddress));
    } else {
      const inner = nodesFrom(tokens, index + 1, fileAddress);
      nodes.push(elementOf(token, inner.nodes, fileAddress));
      index = inner.next;
    }
    index += 1;
  }
  return { nodes, next: index };
}

interface MarkdownProps {
  readonly text: string;
  /** The address of a file by its path beside the text; without it relative links are text. */
  readonly fileAddress?: (path: string) => string;
}

/** A text in Markdown; what is beyond 128 KiB is left out, and the end says so. */
export function Markdown({ text, fileAddress }: MarkdownProps) {
  const tokens = useMemo(() => {
    const parsed = parser.parse(text.slice(0, maxRendered), {});
    markTokens(parsed);
    return parsed;
  }, [text]);
  // The heading that the address names was not there when the page was opened.
  useEffect(() => void document.getElementById(decodeURI(location.hash.slice(1)))?.scrollIntoView(), []);
  return (
    <Typography style={{ overflowWrap: 'anywhere', overflowX: 'auto' }}>
      {createElement('div', null, ...nodesFrom(tokens, 0, fileAddress).nodes)}
      {text.length > maxRendered && <p>The rest of the text is not shown.</p>}
    </Typography>
  );
}
