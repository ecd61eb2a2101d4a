import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenTestProblems } from '../../scripts/lint/chosen-tests.ts';

const titles = "test('A set\\'s name', f); test(`It has $" + '{count} rows ($' + '{{ a: 1 }.a})`, g);';
const sources = new Map([['src/a.test.ts', titles]]);

test('A chosen test has to exist under its path and title', () => {
  const exist = ["src/a.test.ts: A set's name", 'src/a.test.ts: It has 3 rows (1)'];
  const missing = ['src/a.test.ts: A policy', 'src/a.test.ts: It has 3 rows', 'src/b.test.ts: It has 3 rows (1)'];

  const messages = chosenTestProblems(sources, new Set([...exist, ...missing])).map(({ message }) => message);

  assert.deepEqual(
    messages,
    missing.map((name) => `No test is named "${name}". Rename it here, too.`),
  );
});
