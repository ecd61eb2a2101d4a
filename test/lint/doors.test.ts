import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorProblems } from '../../scripts/lint/doors.ts';

const path = 'src/domains/accounts/index.ts';
const things = 'src/domains/accounts/things.ts';

const namesOf = (count: number, start = 0): string =>
  Array.from({ length: count }, (_, index) => `name${start + index}`).join(', ');

const refusals = (files: Readonly<Record<string, string>>): readonly string[] =>
  doorProblems(new Map(Object.entries(files))).map(({ message }) => /\d+/.exec(message)?.[0] ?? '');

test('A public module with more than 45 exports is refused, also the one for the command line, and no other file', () => {
  const many = `export { ${namesOf(46)} } from './things.ts';`;

  assert.deepEqual(refusals({ [path]: `export { ${namesOf(45)} } from './things.ts';` }), []);
  assert.deepEqual(refusals({ [path]: many, 'src/domains/accounts/commands.ts': many }), ['46', '46']);
  assert.deepEqual(refusals({ [things]: many }), []);
});

test('An object counts as its members, and the declaration of the domain as one name', () => {
  const members = Array.from({ length: 10 }, (_, index) => `a${index}: ${index}`).join(', ');
  const declaration = `export const accounts = { ${members} };`;
  const lists = `export { ${namesOf(36)} } from './others.ts';\nexport { all } from './things.ts';`;

  assert.deepEqual(refusals({ [path]: `export { ${namesOf(44)} } from './others.ts';\n${declaration}` }), []);
  assert.deepEqual(refusals({ [path]: lists, [things]: `export const all = { ${members} };` }), ['46']);
  assert.deepEqual(refusals({ [path]: lists, [things]: 'export const all = 1;' }), []);
});
