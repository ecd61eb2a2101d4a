// The pages as plain Markdown, and `llms.txt`, which lists them (https://llmstxt.org).
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Page, sections, textOf } from './pages.ts';

const lineOf =
  (base: string) =>
  ({ path, title, summary }: Page): string =>
    `- [${title}](${base}${path}.md)${summary === '' ? '' : `: ${summary}`}`;

const listOf = (base: string): string =>
  [
    '# Tipstaff',
    '',
    '> A self-hosted governance service for infrastructure as code: policies in Rego for Terraform and OpenTofu plans, users and',
    '> plans, and a private module registry. Every page below is plain Markdown.',
    ...sections.flatMap(({ title, pages }) => ['', `## ${title}`, '', ...pages.map(lineOf(base))]),
    '',
  ].join('\n');

/** Writes the texts beside the pages. */
export function writePlainText(outDir: string, base: string): void {
  for (const { path } of sections.flatMap(({ pages }) => pages)) {
    const file = join(outDir, `${path}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, textOf(path));
  }
  writeFileSync(join(outDir, 'llms.txt'), listOf(base));
}
