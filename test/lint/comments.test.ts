import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commentProblems } from '../../scripts/lint/comments.ts';

const problemsIn = (files: Readonly<Record<string, string>>): readonly string[] =>
  commentProblems(new Map(Object.entries(files))).map(({ path, line, message }) => `${path}:${line} ${message}`);

test('A comment that names what no code has is refused', () => {
  const comment = '\n/** Waits for `patience` milliseconds. */\nexport const wait = (timeout: number) => timeout;';

  assert.deepEqual(problemsIn({ 'src/lib/planted.ts': comment }), [
    'src/lib/planted.ts:2 No code has a "patience": name what there is now, or add a name of others to scripts/lint/comments.ts.',
  ]);
  assert.equal(problemsIn({ 'src/lib/planted.ts': '// See `gone()`, and once more `gone`.' }).length, 2);
});

test('A comment may name what any file of its tree has: identifiers, and words of texts', () => {
  const comment = '// `limiter`, `user_id`, `Select`, `created_at`, `manage-policies`, `/v2`, `a`';
  const code =
    "export const limiter = 'user_id'; const page = <Select />; const sql = `select created_at`; type A = string;";
  const other = { 'console/src/other.tsx': code };

  assert.deepEqual(problemsIn({ 'console/src/planted.ts': comment, ...other }), []);
  assert.deepEqual(problemsIn({ 'test/planted.ts': comment, ...other }), []);
  assert.equal(problemsIn({ 'src/planted.ts': comment, ...other }).length, 4);
});

test('A doc comment that begins with a relative clause is refused; a line comment may', () => {
  const code =
    '/** How long it waits. */\nexport const wait = 1;\n/** Whole seconds. */\nexport const other = 2; // What else';

  assert.deepEqual(problemsIn({ 'src/planted.ts': code }), [
    'src/planted.ts:1 A doc comment begins with a noun, not with "How": "Number of …", "True if …", "Reason for …".',
  ]);
});
