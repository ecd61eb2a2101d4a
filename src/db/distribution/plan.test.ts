import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshDatabase } from '../../../test/support/database.ts';
import { actualColumns } from '../../../test/support/schema.ts';
import type { ClusterTable, ForeignKey } from './cluster.ts';
import { type Placement, placements } from './placements.ts';
import { planOf } from './plan.ts';

const keyTo = (parent: string): ForeignKey => ({
  name: `to_${parent}`,
  parent,
  definition: `FOREIGN KEY (${parent}_id) REFERENCES ${parent}(id)`,
});

const plain = (name: string, parents: readonly string[] = []): ClusterTable => ({
  name,
  placement: 'coordinator',
  keys: [{ name: `${name}_pkey`, isPrimary: true, columns: ['id'] }],
  foreignKeys: parents.map(keyTo),
});

const wanted: Readonly<Record<string, Placement>> = {
  homes: 'everywhere',
  people: 'everywhere',
  letters: { by: 'person' },
  pages: { by: 'person' },
  records: 'coordinator',
};

const placementOf = (name: string): Placement => wanted[name] ?? 'coordinator';

const tables = [plain('pages', ['letters']), plain('letters', ['people']), plain('people', ['homes']), plain('homes')];

test('Every table of the schema has a placement in a cluster', async () => {
  await using location = await freshDatabase('postgres');

  const names = new Set((await actualColumns(location)).map(({ table }) => table));

  assert.deepEqual(Object.keys(placements).toSorted(), [...names].toSorted());
});

test('Reference tables come after the tables they refer to, and distributed tables come last, together with those that refer to them', () => {
  const { steps } = planOf({ tables: [...tables, plain('records')], isSequential: false }, wanted);

  const order = steps.map(({ tables: names, setting }) => setting ?? names.join(' '));
  assert.deepEqual(order, ['citus.multi_shard_modify_mode = sequential', 'homes', 'people', 'letters pages']);
  assert.deepEqual(steps.at(-1)?.statements, [
    'alter table "pages" drop constraint "to_letters"',
    'alter table "letters" drop constraint "letters_pkey"',
    'alter table "letters" add constraint "letters_pkey" primary key ("id", "person")',
    `select create_distributed_table('"letters"', 'person')`,
    'alter table "pages" drop constraint "pages_pkey"',
    'alter table "pages" add constraint "pages_pkey" primary key ("id", "person")',
    `select create_distributed_table('"pages"', 'person')`,
    'alter table "pages" add constraint "to_letters" FOREIGN KEY (letters_id) REFERENCES letters(id)',
  ]);
});

test('A key that already contains the distribution column is not changed', () => {
  const table = {
    ...plain('letters'),
    keys: [{ name: 'letters_key', isPrimary: false, columns: ['person', 'number'] }],
  };

  const { steps } = planOf({ tables: [table], isSequential: true }, wanted);

  assert.deepEqual(
    steps.map(({ statements }) => statements),
    [[`select create_distributed_table('"letters"', 'person')`]],
  );
});

test('Completed steps are not repeated, misplaced tables are named, and unknown tables are not changed', () => {
  const done = tables.map((table) => ({ ...table, placement: placementOf(table.name) }));
  const strange = { ...plain('records'), placement: 'everywhere' as const };

  const plan = planOf({ tables: [...done, strange, plain('songs')], isSequential: true }, wanted);

  assert.deepEqual(plan, {
    steps: [],
    misplaced: [{ table: 'records', is: 'everywhere', wanted: 'coordinator' }],
    unknown: ['songs'],
  });
});
