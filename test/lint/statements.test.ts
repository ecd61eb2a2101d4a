import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statementProblems } from '../../scripts/lint/statements.ts';

const linesIn = (path: string, text: string): readonly number[] =>
  statementProblems(new Map([[path, text]])).map(({ line }) => line);

test('A statement that asks for whatever columns there are is refused', () => {
  const refused = [
    "db.selectFrom('users').selectAll()",
    "db.deleteFrom('users').returningAll()",
    'sql`select * from users`',
    'sql`SELECT users.* FROM users`',
    'sql`update users set name = 1 returning *`',
  ];
  const fine = ['sql`select count(*) from users`', 'sql`insert into t (a) select * from unnest($1)`', 'a * b'];

  assert.deepEqual(linesIn('src/domains/planted.ts', refused.join('\n')), [1, 2, 3, 4, 5]);
  assert.deepEqual(linesIn('src/domains/planted.ts', fine.join('\n')), []);
  assert.deepEqual(linesIn('src/domains/planted.test.ts', refused.join('\n')), []);
});
