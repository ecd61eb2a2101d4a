import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { linkProblems, navigationProblems } from '../../scripts/lint/document-links.ts';
import { navigation } from '../../site/navigation.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('A link to a file or a heading that does not exist is refused, with its line', () => {
  const documents = new Map([
    ['README.md', '# Tipstaff\n\n[one](docs/api.md#a-first-session), [two](docs/none.md)\n![three](docs/none.png)\n'],
    [
      'docs/api.md',
      '## A first session\n\n## `A first` session\n\n[four](#a-first-session-1), [five](#nothing) <a@b.c>\n',
    ],
  ]);

  assert.deepEqual(
    linkProblems(root, documents).map(({ path, line, message }) => `${path}:${line} ${message}`),
    [
      'README.md:3 docs/none.md does not lead to a file.',
      'README.md:3 docs/none.png does not lead to a file.',
      'docs/api.md:5 #nothing does not lead to a heading.',
    ],
  );
});

test('A page that the navigation does not list is refused, and so is a listed page that does not exist', () => {
  const listed = navigation.flatMap(({ pages }) => pages.map((page) => `docs/${page}.md`));
  const paths = ['README.md', ...listed.slice(1), 'docs/no-such-page.md', 'docs/decisions/0001-api-description.md'];

  assert.deepEqual(
    navigationProblems(paths).map(({ path, message }) => `${path}: ${message}`),
    [
      'docs/no-such-page.md: site/navigation.ts does not list this page.',
      'site/navigation.ts: docs/index.md does not exist.',
    ],
  );
});
