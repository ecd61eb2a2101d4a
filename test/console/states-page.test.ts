// The page of states, which only `npm run dev` serves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readSources } from '../../scripts/lint/source.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('The build contains nothing from the page of states', () => {
  const scripts = readSources(root, ['console/dist/assets/*.js']);

  const withPage = [...scripts].filter(([, text]) => text.includes('/app/states'));

  assert.ok(scripts.size > 50, `${scripts.size} scripts`);
  assert.deepEqual(withPage, []);
});
