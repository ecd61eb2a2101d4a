import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizeProblems } from '../../scripts/lint/sizes.ts';
import { wordProblems } from '../../scripts/lint/words.ts';

const messagesIn = (path: string, text: string): readonly string[] =>
  wordProblems(new Map([[path, text]])).map(({ line, message }) => `${line}: ${message}`);

const assertRefused = (text: string, path = 'src/lib/planted.ts'): void =>
  assert.equal(messagesIn(path, text).length, 1, text);

test('A private word is refused wherever a name is given', () => {
  assertRefused('export const heldOrganization = 1;');
  assertRefused('export function holdUser(): void {}');
  assertRefused('const use = (asked: number) => 1;');
  assertRefused('type Standing = string;');
  assertRefused('interface Row { readonly told: string }');
  assertRefused('const row = { was_told: 1 };');
  assertRefused('class Bell {}');
  assertRefused("const attributes = { 'version-asked': requested };");
  assertRefused("const change = 'no-room';");
  assertRefused('const { length: room } = [];');
  assertRefused('', 'src/lib/settle.ts');
  assertRefused('', 'test/pages/dry-rehearsal.test.ts');
});

test('A riddle is refused in comments, texts, pages, names of tests and documents', () => {
  assertRefused('// What clients are told.');
  assertRefused('/** Finds a team for who sees it. */');
  assertRefused("const text = 'The server told why.';");
  assertRefused('const text = `1 row is held`;');
  assertRefused('const page = html`<label>The same once more</label>`;');
  assertRefused("test('Whoever comes is counted anew', () => {});".replace('Whoever comes', 'A user'));
  assertRefused('What is wrong is told at once.', 'README.md');
});

test('The message says the line, and what to write', () => {
  assert.deepEqual(messagesIn('src/lib/planted.ts', '\nconst held = 1;'), [
    '2: "held" is a private word (held): use locked, forUpdate, stored.',
  ]);
});

test('Plain English, and names of others stay', () => {
  for (const text of ["const title = 'not found';", 'await Promise.allSettled([]);', 'const threshold = household;']) {
    assert.deepEqual(messagesIn('src/lib/planted.ts', text), [], text);
  }
  assert.deepEqual(messagesIn('README.md', '```\nwhoever\n```\n'), []);
});

const sizesOf = (path: string, text: string): number => sizeProblems(new Map([[path, text]])).length;

test('Long files, long functions and type assertions are refused where they are not promised', () => {
  assert.equal(sizesOf('src/lib/planted.ts', '\n'.repeat(400)), 0);
  assert.equal(sizesOf('src/lib/planted.ts', '\n'.repeat(401)), 1);
  assert.equal(sizesOf('src/lib/planted.ts', `const f = () => {${'\n'.repeat(49)}};`), 0);
  assert.equal(sizesOf('src/lib/planted.ts', `const f = () => {${'\n'.repeat(50)}};`), 1);
  assert.equal(sizesOf('src/http/planted.ts', 'const a = {} as object;'), 1);
  assert.equal(sizesOf('src/http/planted.ts', 'const a = { b: 1 } as const satisfies object;'), 0);
  assert.equal(sizesOf('src/jsonapi/planted.ts', 'const a = {} as object;'), 0);
});
