import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextMembers, contextProblems } from '../../scripts/lint/context-members.ts';

const services = `
export interface Engine { version(): string }
export interface Intake { readonly engine: Engine; readonly others: { readonly first: Engine; readonly second: Engine } }
export interface Words { readonly team: string; readonly user: string }
export interface Limits { readonly max: number; readonly take: () => void }
export type Pair = { readonly one: Engine; readonly other: Engine };
`;

const sourcesWith = (members: readonly string[]) =>
  new Map([
    ['src/services.ts', services],
    [
      'src/context.ts',
      `import type { Engine, Intake as Uploads, Limits, Pair, Words } from './services.ts';\n\nexport interface Context {\n${members.join('\n')}\n}\n`,
    ],
  ]);

const countOf = (...members: readonly string[]): number => contextMembers(sourcesWith(members)).count;

test('A context has at most twelve members', () => {
  const members = Array.from({ length: 12 }, (_, index) => `readonly member${index}: Engine;`);

  const [fine, refused] = [
    contextProblems(sourcesWith(members)),
    contextProblems(sourcesWith([...members, 'a(): 1;'])),
  ];

  assert.deepEqual(fine, []);
  assert.deepEqual(
    refused.map(({ path, line }) => [path, line]),
    [['src/context.ts', 3]],
  );
  assert.match(refused[0]?.message ?? '', /^Context has 13 members; the limit is 12\./);
});

test('An object of unrelated services counts as its members, wherever its type is declared', () => {
  assert.equal(countOf('readonly address: { readonly base: () => string; readonly prefix: () => string };'), 2);
  assert.equal(countOf('readonly uploads: Uploads;'), 3);
  assert.equal(countOf('readonly pair: Pair;'), 2);
  assert.equal(countOf('readonly both: Pair & { readonly third: Engine };'), 3);
});

test('A service counts once, and so do data and functions', () => {
  assert.equal(countOf('readonly engine: Engine;', 'readonly limits: Limits;', 'readonly words: Words;'), 3);
  assert.equal(countOf('readonly baseUrl: () => string;', 'close(): void;', 'readonly other: Elsewhere;'), 3);
});

test('A file without the interface is an error, so that the limit cannot be bypassed', () => {
  assert.throws(
    () => contextProblems(new Map([['src/context.ts', 'export const context = 1;']])),
    /no interface Context/,
  );
});
