// Writes the pages as plain Markdown files, and `llms.txt`, which lists these files (https://llmstxt.org).
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { targetOf } from './links.ts';
import { type Page, sections, textOf } from './pages.ts';

const lineOf =
  (base: string) =>
  ({ path, title, summary }: Page): string =>
    `- [${title}](${base}${path}.md)${summary === '' ? '' : `: ${summary}`}`;

const listOf = (base: string): string =>
  [
    '# Tipstaff',
    '',
    '> A self-hosted governance service for infrastructure as code: policies in Rego for Terraform and OpenTofu plans,',
    '> users and subscriptions, and a private module registry. Every page below is plain Markdown.',
    ...sections.flatMap(({ title, pages }) => ['', `## ${title}`, '', ...pages.map(lineOf(base))]),
    '',
  ].join('\n');

/**
 * Returns the Markdown of a page without images. Its links are changed so that they work on a service. Code is not
 * changed.
 */
const plainText = (path: string): string =>
  textOf(path).replaceAll(
    /^```[\s\S]*?^```|`[^`\n]*`|!\[([^\]]*)\]\([^)]*\)|\[((?:[^\]`]|`[^`]*`)*)\]\(([^)\s]*)\)/gm,
    (text, picture?: string, label?: string, href = '') => {
      if (picture !== undefined) return `(Picture: ${picture})`;
      if (label === undefined) return text;
      const target = targetOf(`${path}.md`, href);
      if (target.kind === 'file') return label;
      return target.kind === 'served' ? `[${label}](${target.href})` : text;
    },
  );

/** Writes the Markdown files next to the HTML pages. */
export function writePlainText(outDir: string, base: string): void {
  for (const { path } of sections.flatMap(({ pages }) => pages)) {
    const file = join(outDir, `${path}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, plainText(path));
  }
  writeFileSync(join(outDir, 'llms.txt'), listOf(base));
}
