// Parts of SQL statements. They decide which tests also run on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOf } from '../support/pairs/statement-parts.ts';

const textsOf = (sql: string): readonly string[] => partsOf(sql).map(({ text }) => text);

test('A statement is split into its conditions and the rest', () => {
  const texts = textsOf(
    'select "id" from "users" where "a" = $1 and ("b" = $2 or "c" = $3) and "d" is null order by "id" limit $4',
  );

  assert.deepEqual(texts, [
    'select "id" from "users" where … order by "id" limit ?',
    '"users": "a" = ?',
    '"users": ("b" = ? or "c" = ?)',
    '"users": "d" is null',
  ]);
});

test('Values, list lengths and row counts do not distinguish statements', () => {
  for (const [one, other] of [
    ['select 1 from t where a in ($1, $2)', 'select 1 from t where a in ($1, $2, $3)'],
    ["update t set a = 'user-VjQ2dgMdZngK5ZHu'", "update t set a = 'user-WrCxuBNmyWEHZ8g2'"],
    ['insert into t (a, b) values ($1, $2)', 'insert into t (a, b) values ($1, $2), ($3, $4)'],
    [
      'delete from t where a = any (array(select b from u limit 3))',
      'delete from t where a = any (array(select b from u limit 9))',
    ],
  ] as const) {
    assert.deepEqual(textsOf(one), textsOf(other));
  }
});

test('Conditions, orders and quoted words distinguish statements', () => {
  const texts = [
    'select 1 from t where a = $1 order by b',
    'select 1 from t where a <> $1 order by b',
    'select 1 from t where a = $1 order by b desc',
    "select 1 from t where a = ' and ' order by b",
  ].map((sql) => textsOf(sql).join('\n'));

  assert.equal(new Set(texts).size, 4);
});
