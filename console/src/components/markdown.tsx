// Renders untrusted Markdown as React elements. It supports CommonMark with tables, task lists and alerts. HTML is not
// rendered, except for line breaks. Only images from the same archive are shown. Other images are replaced by their
// descriptions, because pages must not load external content.
import { Alert, Anchor, type MantineColor, Typography } from '@mantine/core';
import markdownIt, { type Token } from 'markdown-it';
import { createElement, Fragment, type ReactNode, useEffect, useMemo } from 'react';
import { type AlertKind, marksOf, markTokens } from './markdown-tokens.ts';

const parser = markdownIt({ html: true, maxNesting: 20 });

/** Maximum number of characters that are rendered. */
const maxRendered = 131_072;

/**
 * Returns the HTML tag for a token. Headings are two levels lower than in the text, so that they are below the headings
 * of the page and the section.
 */
const tagOf = (tag: string): string => {
  const level = /^h([1-6])$/.exec(tag)?.[1];
  return level === undefined ? tag : `h${Math.min(6, Number(level) + 2)}`;
};

const isOutside = (href: string): boolean => /^(?:https?:\/\/|mailto:)/i.test(href);

interface Built {
  readonly nodes: readonly ReactNode[];
  /** Index of the token after the closing token. */
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

/** A table that can be scrolled horizontally, also with the keyboard. */
function tableOf(children: readonly ReactNode[]): ReactNode {
  const scrolling = { tabIndex: 0, role: 'group', 'aria-label': 'Table', style: { overflowX: 'auto' } } as const;
  return createElement('div', scrolling, createElement('table', null, ...children));
}

/** Returns the URL of a file. The path is relative to the text's folder. Undefined if files are not available. */
type FileAddress = ((path: string) => string) | undefined;

/** Resolves a relative address to a path in the text's folder. Returns undefined for an absolute URL. */
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

/** Adds a prefix to a heading anchor, so that it does not conflict with other identifiers on the page. */
const anchor = (slug: string): string => `readme-${slug}`;

function linkOf(href: string, children: readonly ReactNode[], fileAddress: FileAddress): ReactNode {
  if (href.startsWith('#')) return createElement(InsideLink, { href: `#${anchor(href.slice(1))}` }, ...children);
  if (isOutside(href)) return createElement(OutsideLink, { href }, ...children);
  const path = pathOf(href);
  if (path === undefined || fileAddress === undefined) return createElement('span', null, ...children);
  return createElement(InsideLink, { href: fileAddress(path) }, ...children);
}

/** Renders an image with a relative path. Other images are replaced by their descriptions. */
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

/** Removes the library's background and padding of inline code, because they would also apply to code blocks. */
const plain = { background: 'none', padding: 0 };

/** Check box of a task list item. */
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

/** Renders a token that has no children. */
const leafOf = (token: Token, fileAddress: FileAddress): ReactNode => {
  switch (token.type) {
    case 'text':
      return token.content;
    case 'softbreak':
      return '\n';
    case 'hardbreak':
      return createElement('br', null);
    // `<br>` is supported, because generators of module documentation write it in table cells.
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

/** Renders tokens, starting at an index and ending at the closing token of their parent. */
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
  /**
   * Returns the URL of a file. The path is relative to the text's folder. If absent, relative links are rendered as
   * text.
   */
  readonly fileAddress?: (path: string) => string;
}

/** Renders Markdown. Text longer than 131,072 characters is cut off, with a note at the end. */
export function Markdown({ text, fileAddress }: MarkdownProps) {
  const tokens = useMemo(() => {
    const parsed = parser.parse(text.slice(0, maxRendered), {});
    markTokens(parsed);
    return parsed;
  }, [text]);
  // Scrolls to the heading named in the URL. The browser cannot do so, because the heading did not exist when it opened
  // the page.
  useEffect(() => void document.getElementById(decodeURI(location.hash.slice(1)))?.scrollIntoView(), []);
  return (
    <Typography style={{ overflowWrap: 'anywhere', overflowX: 'auto' }}>
      {createElement('div', null, ...nodesFrom(tokens, 0, fileAddress).nodes)}
      {text.length > maxRendered && <p>The text is too long, so its end is not shown.</p>}
    </Typography>
  );
}
