// Checks links in the documentation and in the site's navigation. Every link must have a target, and every page must be
// reachable.
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import MarkdownIt from 'markdown-it';
import { navigation } from '../../site/navigation.ts';
import { slugOf } from '../../site/slug.ts';
import type { Problem, Sources } from './source.ts';

interface Outline {
  readonly anchors: ReadonlySet<string>;
  readonly links: readonly { readonly href: string; readonly line: number }[];
}

const markdown = new MarkdownIt({ html: true });

/** Returns the anchors of headings. The anchor of a repeated heading has the suffix `-1`, `-2` and so on. */
function anchorsOf(headings: readonly string[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  return new Set(
    headings.map((heading) => {
      const slug = slugOf(heading);
      const count = counts.get(slug) ?? 0;
      counts.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    }),
  );
}

function outlineOf(text: string): Outline {
  const tokens = markdown.parse(text, {});
  const headings = tokens.flatMap(({ type }, index) =>
    type === 'heading_open' ? [(tokens[index + 1]?.children ?? []).map(({ content }) => content).join('')] : [],
  );
  const links = tokens.flatMap(({ children, map }) =>
    (children ?? []).flatMap((token) => {
      const href = token.attrGet(token.type === 'image' ? 'src' : 'href');
      return href === null ? [] : [{ href: decodeURI(String(href)), line: (map?.[0] ?? 0) + 1 }];
    }),
  );
  return { anchors: anchorsOf(headings), links };
}

/** Returns the links to project files or headings that do not exist. */
export function linkProblems(root: string, documents: Sources): readonly Problem[] {
  const outlines = new Map([...documents].map(([path, text]) => [path, outlineOf(text)]));
  const problemOf = (path: string, href: string): string | undefined => {
    if (/^[a-z]+:/i.test(href)) return undefined;
    const [name = '', anchor] = href.split('#');
    const target = name === '' ? path : posix.join(posix.dirname(path), name);
    if (!existsSync(posix.join(root, target))) return `${href} does not lead to a file.`;
    const isThere = anchor === undefined || (outlines.get(target)?.anchors.has(anchor) ?? true);
    return isThere ? undefined : `${href} does not lead to a heading.`;
  };
  return [...outlines].flatMap(([path, { links }]) =>
    links.flatMap(({ href, line }) => {
      const message = problemOf(path, href);
      return message === undefined ? [] : [{ path, line, message }];
    }),
  );
}

const listed = navigation.flatMap(({ pages }) => pages.map((page) => `docs/${page}.md`));

/**
 * Returns the pages that are missing in the navigation, and the navigation entries without a page. Decision records
 * need no entry, because they are numbered.
 */
export function navigationProblems(paths: readonly string[]): readonly Problem[] {
  const missing = paths.filter(
    (path) => path.startsWith('docs/') && !path.startsWith('docs/decisions/') && !listed.includes(path),
  );
  const gone = listed.filter((path) => !paths.includes(path));
  return [
    ...missing.map((path) => ({ path, line: 1, message: 'site/navigation.ts does not list this page.' })),
    ...gone.map((path) => ({ path: 'site/navigation.ts', line: 1, message: `${path} does not exist.` })),
  ];
}
