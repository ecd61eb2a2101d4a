// Tests of the account search: the choice of trigrams, and SQLite's query plans.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../../test/support/database.ts';
import { sqlitePath } from '../../../db/open.ts';
import { type AnyQuery, prepare } from '../../../db/query.ts';
import { connect } from '../../../db/sqlite/connection.ts';
import { isProbed, probeFor, probeUsers, sampleUsers, scanUsers } from './search.ts';
import { shownUsersByKeys, shownUsersInOrder } from './store.ts';

const sample = ['ada.turing ada.turing@example.com', 'alan.turing alan@example.com', 'grace grace@example.com'];

test('A word is looked up by the trigrams that match the fewest accounts', () => {
  assert.equal(probeFor('grace@example.com', sample).match, '"gra" AND "rac" AND "ace"');
  assert.equal(probeFor('a.turing@ex', sample).match, '"a.t" AND "ng@" AND "g@e"');
  assert.deepEqual(probeFor('100%', sample), {
    word: '100%',
    match: '"100" AND "00%"',
    one: '%100%',
    two: '%00\\%%',
    three: '%00\\%%',
  });
  assert.equal(probeFor('a"bc', []).match, '"a""b" AND """bc"');
  assert.deepEqual(probeFor('abc', []), { word: 'abc', match: '"abc"', one: '%abc%', two: '%abc%', three: '%abc%' });
});

test('A word of any length is looked up by a few trigrams from its beginning', () => {
  const { match } = probeFor(`${'abc'.repeat(40)}xyz`, sample);

  assert.equal(match, '"abc" AND "bca" AND "cab"');
});

test('Words with three consecutive letters or digits are looked up', () => {
  assert.deepEqual(['abc', 'x-123', 'zoë', '王小明', '𝒷𝒸𝒹'].map(isProbed), [true, true, true, true, true]);
  assert.deepEqual(
    ['', 'a', 'ab', '%%%', 'a.b.c', '12-3', '👩👩👩'].map(isProbed),
    Array.from({ length: 7 }, () => false),
  );
});

/** Returns the steps of a query plan on an empty database. */
const planOf = async (source: AnyQuery): Promise<readonly string[]> => {
  await using fresh = await freshDatabase('sqlite');
  const connection = connect(sqlitePath(fresh.dataDir), true);
  try {
    const steps = connection.prepare(`explain query plan ${prepare(source, 'sqlite').sql}`).all();
    // Keeps the top-level steps of the query plan, because sorting would be one of them. Nested steps only read the few
    // related rows.
    return steps
      .filter(({ parent, detail }) => parent === 0 || !String(detail).startsWith('USE'))
      .map(({ detail }) => String(detail));
  } finally {
    connection.close();
  }
};

const walks = [
  ['q'],
  ['filter[suspended]=true', 'q'],
  ['filter[admin]=true', 'q'],
  ['filter[admin]=true', 'filter[suspended]=true', 'q'],
  ['filter[two-factor]=false'],
  ['filter[admin]=true', 'filter[two-factor]=false'],
  ['filter[two-factor]=true'],
];

for (const filters of walks) {
  test(`Pages are read in the order of an index that has all required columns: by ${filters.join(', ')}`, async () => {
    const { rows, count } = scanUsers.pages('', ...filters);

    const plans = [await planOf(rows), await planOf(count)];

    for (const plan of plans) {
      assert.equal(plan.length, 1);
      assert.match(plan[0] ?? '', /^SCAN users USING COVERING INDEX/);
    }
  });
}

test('Lists of all accounts, administrators and suspended accounts use the order of an index', async () => {
  const plans = await Promise.all(
    [
      shownUsersInOrder.pages(),
      shownUsersInOrder.pages('', 'filter[admin]=true'),
      shownUsersInOrder.pages('', 'filter[suspended]=true'),
      shownUsersInOrder.pages('', 'filter[admin]=true', 'filter[suspended]=true'),
    ].map(({ rows }) => planOf(rows)),
  );

  assert.deepEqual(
    plans.map(([first]) => first),
    [
      'SCAN users USING INDEX sqlite_autoindex_users_2',
      'SEARCH users USING INDEX users_by_admin (is_admin=?)',
      'SEARCH users USING INDEX users_by_suspension (is_suspended=?)',
      'SEARCH users USING INDEX users_by_status (is_admin=? AND is_suspended=?)',
    ],
  );
  assert.deepEqual(
    plans.flat().filter((step) => step.startsWith('USE')),
    [],
  );
});

test('The rows of a page, and those of the trigram index, are read by their keys', async () => {
  const plans = [...(await planOf(shownUsersByKeys)), ...(await planOf(probeUsers))];

  const scans = plans.filter((step) => step.startsWith('SCAN'));
  assert.deepEqual(
    new Set(scans),
    // `linked` reads the first few organizations of an account.
    new Set(['SCAN json_each VIRTUAL TABLE INDEX 1:', 'SCAN linked', 'SCAN words VIRTUAL TABLE INDEX 0:M1']),
  );
});

test('The sample is read from the beginning of an index', async () => {
  assert.deepEqual(await planOf(sampleUsers), ['SCAN users USING INDEX sqlite_autoindex_users_1']);
});
