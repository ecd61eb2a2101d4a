// Tests that a search for policies by a part of the name gives the same results with and without the index.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { freshDatabase } from '../../../../test/support/database.ts';
import { insertPolicies, newPolicy } from '../../../../test/support/policies.ts';
import { rawStatement } from '../../../../test/support/raw-statement.ts';
import { removeDeleted } from '../../../../test/support/removal.ts';
import { type Home, onEachEngine, openWorld, type World } from '../../../../test/support/world.ts';
import { sqlitePath } from '../../../db/open.ts';
import { prepare, query } from '../../../db/query.ts';
import { connect } from '../../../db/sqlite/connection.ts';
import { findByWord, probePolicies } from './search.ts';
import { policyList } from './store.ts';

const search = async ({ client, name }: Pick<Home, 'client' | 'name'>, word: string, more = '') => {
  const path = `/organizations/${name}/policies?search[name]=${encodeURIComponent(word)}&page[size]=100${more}`;
  const { status, body } = await client.get(path);
  assert.equal(status, 200);
  return {
    names: body.data.map((each: { attributes: { name: string } }) => each.attributes.name),
    total: body.meta.pagination['total-count'],
  };
};

const run = ({ context: { database } }: World, text: string): Promise<unknown> =>
  database.transaction((tx) => tx.run(rawStatement(text)));

const made = ['Tagging', 'no-public-buckets', 'NO_PUBLIC_ADDRESSES', 'limit-cost', 'cost', 'tag', 'a-b-c', 'x1'];
const words = [
  'tag',
  'TAG',
  'public',
  'no',
  'cost',
  'st',
  '-b-',
  'b-c',
  'c_a',
  '%',
  '_pu',
  'zzz',
  'limit-cost',
  'limit_cost',
  '1',
];

onEachEngine('A search finds names that contain a word, with any sort order, page and kind', async (world) => {
  const home = await world.home();
  const other = await world.home();
  for (const [index, name] of made.entries())
    await newPolicy(home, name, {
      kind: index % 2 === 0 ? 'opa' : 'native',
      ...(index % 2 === 0 && { query: 'data.a.deny' }),
    });
  await newPolicy(other, 'tagging-elsewhere');

  for (const word of words) {
    const expected = made.filter((name) => name.toLowerCase().includes(word.toLowerCase())).toSorted();
    const all = await search(home, word);
    assert.deepEqual(all, { names: expected, total: expected.length }, word);
    assert.deepEqual((await search(home, word, '&sort=-name')).names, expected.toReversed(), word);
    assert.deepEqual(
      (await search(home, word, '&filter[kind]=opa')).names,
      expected.filter((name) => made.indexOf(name) % 2 === 0),
      word,
    );
  }
});

onEachEngine('A search reflects renames, deletions and reused names', async (world) => {
  const home = await world.home();
  const first = await newPolicy(home, 'encryption-of-disks');
  const second = await newPolicy(home, 'encryption-of-buckets');
  const listed = async (word: string) => (await search(home, word)).names;

  await run(world, `update policies set name = 'naming' where id = '${second}'`);
  const renamed = [await listed('encryption'), await listed('naming'), await listed('buckets')];
  await home.client.delete(`/policies/${first}`);
  const deleted = await listed('encryption');
  await newPolicy(home, 'encryption-of-disks');
  const again = await listed('encryption');
  await removeDeleted(world);
  const removed = await listed('encryption');

  assert.deepEqual(renamed, [['encryption-of-disks'], ['naming'], []]);
  assert.deepEqual([deleted, again, removed], [[], ['encryption-of-disks'], ['encryption-of-disks']]);
});

const entries = query()((db) => ({
  compile: () => sql<{ total: number }>`select count(*) as total from policy_words('"man" AND "any"')`.compile(db),
}));

test('The index of the embedded database is used for few matches, and abandoned for many', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await insertPolicies(world, home, 3_000);
  const { database } = world.context;
  const by = (word: string) => findByWord(database, home.organization.id, word);

  const few = await by('0123');
  const common = await by('many-0');
  const many = await search(home, 'many-00');
  const before = await database.first(entries, {});
  await home.client.delete(`/organizations/${home.name}`);
  await removeDeleted(world);

  assert.deepEqual([JSON.parse(few ?? '[]').length, common], [11, undefined]);
  assert.equal(many.total, 999);
  assert.deepEqual([before?.total, (await database.first(entries, {}))?.total], [3_000, 0]);
});

test('A search in the embedded database reads the index and then policies by identifier', async () => {
  await using fresh = await freshDatabase('sqlite');
  const connection = connect(sqlitePath(fresh.dataDir), true);
  const planOf = (text: string) =>
    connection
      .prepare(`explain query plan ${text}`)
      .all()
      .map(({ detail }) => String(detail))
      .join('; ');

  const probe = planOf(prepare(probePolicies, 'sqlite').sql);
  const list = planOf(prepare(policyList.pages('name', 'ids', 'filter[kind]=opa').rows, 'sqlite').sql);
  connection.close();

  assert.match(
    probe,
    /policy_words VIRTUAL TABLE.*SEARCH policy_numbers USING INTEGER PRIMARY KEY.*SEARCH policies USING INDEX \S+ \(id=\?\)/,
  );
  assert.match(list, /SEARCH policies USING INDEX \S+ \(id=\?\)/);
});
