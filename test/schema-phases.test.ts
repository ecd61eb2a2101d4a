// Rule for migration steps after the first release: an expansion must not affect running programs, and a contraction
// must not come earlier than one release later.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrations } from '../src/db/schema/migrations/index.ts';
import type { SchemaChange } from '../src/db/schema/migrations/migration.ts';
import { stepProblems } from './support/schema-phases.ts';
import { engines } from './support/world.ts';

const step = (phase: SchemaChange['phase'], ...statements: readonly string[]): SchemaChange => ({
  name: 'planted',
  version: 2,
  phase,
  statements: () => statements,
});

const problemsOf = (change: SchemaChange): number => stepProblems([change], 'postgres').length;

test('The migration steps do not break programs of the previous release', () => {
  for (const engine of engines) assert.deepEqual(stepProblems(migrations, engine), []);
});

test('An expansion adds only tables, extensions, and columns that are nullable or have a default', () => {
  const additions = [
    'create table remarks (id text primary key, body text not null)',
    'create unique index remarks_by_body on remarks (body)',
    "insert into remarks (id, body) values ('1', '')",
    'alter table policies add column summary text collate "C"',
    'alter table policies add column is_pinned integer not null default 0',
    'create extension if not exists pg_trgm',
    "insert into policy_words (policy_words, rank) values ('deletemerge', 0)",
  ];
  const changes = [
    'create index policies_by_summary on policies (summary)',
    'alter table policies add column summary text not null',
    'alter table policies add column summary text unique',
    'alter table policies drop column summary',
    'alter table policies rename column name to title',
    'alter table policies alter column name set not null',
    'drop table policies',
    'update policies set name = 1',
    "insert into policies (id) values ('1')",
  ];

  assert.deepEqual(stepProblems([step('expand', ...additions)], 'postgres'), []);
  for (const change of changes) assert.equal(problemsOf(step('expand', change)), 1, change);
  assert.equal(problemsOf({ ...step('expand'), indexes: [{ name: 'one', isUnique: true, on: 'policies (name)' }] }), 1);
  assert.deepEqual(stepProblems([step('contract', ...changes)], 'postgres'), []);
});

test('Schema versions are consecutive, and a version can have several migration steps', () => {
  const one = step('expand', 'alter table policies add column summary text');

  assert.deepEqual(stepProblems([one, { ...one, name: 'other' }, { ...one, name: 'next', version: 3 }], 'sqlite'), []);
  assert.equal(problemsOf({ ...one, version: 3 }), 1);
  assert.equal(problemsOf({ ...one, version: 1 }), 1);
  assert.equal(problemsOf(step('contract')), 1);
});
