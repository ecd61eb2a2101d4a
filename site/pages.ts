// Pages of the documentation. Each page is a Markdown file in `docs/`.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { navigation } from './navigation.ts';

export const source = fileURLToPath(new URL('../docs/', import.meta.url));

export interface Page {
  /** Path within `docs/`, without `.md`. */
  readonly path: string;
  readonly title: string;
  /** First sentence of the page as plain text. */
  readonly summary: string;
}

export const textOf = (path: string): string => readFileSync(`${source}${path}.md`, 'utf8');

const plain = (markdown: string): string =>
  markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]|\s+/g, (mark) => (mark.trim() === '' ? ' ' : ''));

function pageOf(path: string): Page {
  const text = textOf(path);
  const [, title = path] = /^# (.*)$/m.exec(text) ?? [];
  const [, paragraph = ''] = /^# .*\n+(?:(?:!\[|<!--)[^\n]*\n+)*(?!```)([^\n#|](?:[^\n]|\n(?!\n))*)/m.exec(text) ?? [];
  const [first = paragraph] = /^[\s\S]*?\.(?=\s|$)/.exec(plain(paragraph)) ?? [];
  return { path, title: plain(title), summary: first.trim() };
}

const paths: ReadonlySet<string> = new Set(
  globSync('**/*.md', { cwd: source }).map((path) => path.replaceAll('\\', '/').replace(/\.md$/, '')),
);

export interface SectionPages {
  readonly title: string;
  readonly pages: readonly Page[];
}

export const sections: readonly SectionPages[] = navigation.map(({ title, pages }) => ({
  title,
  pages: pages.filter((path) => paths.has(path)).map(pageOf),
}));
