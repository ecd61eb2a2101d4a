import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pathProblems } from '../../scripts/lint/documented-paths.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('A path in a document that does not exist is refused, with its line', () => {
  const text =
    'Open `src/config.ts`, `src/domains` and `src/pages/page.tsx`.\nNot `src/nowhere.ts`, nor `console/src/no/where/`.';

  assert.deepEqual(pathProblems(root, new Map([['README.md', text]])), [
    { path: 'README.md', line: 1, message: 'src/pages/page.tsx does not exist.' },
    { path: 'README.md', line: 2, message: 'src/nowhere.ts does not exist.' },
    { path: 'README.md', line: 2, message: 'console/src/no/where/ does not exist.' },
  ]);
});
