import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportProblems } from '../../scripts/lint/exports.ts';

const unusedIn = (files: Readonly<Record<string, string>>): readonly string[] =>
  exportProblems(new Map(Object.entries(files))).map(({ path, line, message }) => `${path}:${line} ${message}`);

const unused = (name: string, line = 1): readonly string[] => [
  `src/lib/planted.ts:${line} Nothing imports "${name}": delete it, or its \`export\`.`,
];

test('An export that no other file imports is refused, also where its own file uses it', () => {
  const called = 'export const one = 1;\nexport function two() { return one; }\n';
  const importing = "import { two } from './planted.ts';";
  const renamed = { 'src/lib/planted.ts': "export { one as other } from './one.ts';" };

  assert.deepEqual(unusedIn({ 'src/lib/planted.ts': called, 'src/lib/user.ts': importing }), unused('one'));
  assert.deepEqual(unusedIn({ ...renamed, 'src/lib/one.ts': 'export const one = 1;' }), unused('other'));
  assert.deepEqual(unusedIn({ 'src/lib/planted.ts': '\nexport class One {}' }), unused('One', 2));
});

test('A type that describes what its file exports stays, and one that nothing mentions is refused', () => {
  const mentioned = 'export interface One { readonly a: string }\nexport const two = (one: One) => one;';
  const importing = "import { two } from './planted.ts';";
  const idle = '// One of them.\nexport interface One { readonly a: string }';

  assert.deepEqual(unusedIn({ 'src/lib/planted.ts': mentioned, 'src/lib/user.ts': importing }), []);
  assert.deepEqual(unusedIn({ 'src/lib/planted.ts': idle }), unused('One', 2));
});

test('A table that its own file names for the database stays', () => {
  const tables = "export const ones = table('ones', {});\nexport type Tables = TablesOf<typeof ones>;";
  const importing = "import type { Tables } from '../lib/tables.ts';";

  assert.deepEqual(unusedIn({ 'src/lib/tables.ts': tables, 'src/db/user.ts': importing }), []);
});

test('Every way to import a file counts', () => {
  const planted = 'export const one = 1;\nexport type Two = string;';
  for (const importing of [
    "import { one, type Two } from './planted.ts';",
    "import { one as other, type Two } from './planted.js';",
    "import * as all from './planted.ts';",
    "export * from './planted.ts';",
    "const { one } = await import('./planted.ts');",
    "new Worker(new URL('./planted.ts', import.meta.url));",
    "type Planted = typeof import('./planted.ts');",
  ]) {
    assert.deepEqual(unusedIn({ 'src/lib/planted.ts': planted, 'src/lib/user.ts': importing }), [], importing);
  }
});
