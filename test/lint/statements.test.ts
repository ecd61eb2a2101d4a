import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statementProblems } from '../../scripts/lint/statements.ts';

const linesIn = (path: string, text: string): readonly number[] =>
  statementProblems(new Map([[path, text]])).map(({ line }) => line);

test('A statement that selects all columns is refused', () => {
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

test('The name of a query says whether it locks rows', () => {
  const query = (name: string, work: string) => `export const ${name} = query()((db, _, engine) =>\n  ${work},\n);\n`;
  const locking = "forUpdate(engine, db.selectFrom('users').select('id'))";
  const reading = "db.selectFrom('users').select('id')";

  assert.deepEqual(linesIn('src/a.ts', query('lockedUser', locking)), [1]);
  assert.deepEqual(linesIn('src/a.ts', `\n${query('userForUpdate', reading)}`), [2]);
  assert.deepEqual(linesIn('src/a.ts', query('userForUpdate', locking) + query('userById', reading)), []);
});
