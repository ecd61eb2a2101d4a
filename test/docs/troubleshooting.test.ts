// docs/troubleshooting.md quotes what the program says: a message or a code that is gone must go there, too.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { problemCodes } from '../../src/jsonapi/problem-codes.ts';
import { samlErrorMessages } from '../../src/protocols/saml/error.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(`${root}/docs/troubleshooting.md`, 'utf8');
const sources = globSync(['src/**/*.ts', 'client/**/*.ts'], { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(`${root}/${path}`, 'utf8'));

/** The texts between "…", which stands for what differs. */
const fixedParts = (message: string): readonly string[] =>
  message
    .split('…')
    .map((part) => part.trim())
    .filter((part) => part.length > 2);

const section = (title: string): string => page.split(/^## /m).find((each) => each.startsWith(`${title}\n`)) ?? '';

/** The words in backticks in one column of the tables of a section. */
const codesIn = (title: string, column: number): readonly string[] =>
  section(title)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => [...(line.split('|')[column] ?? '').matchAll(/`([a-z-]+)`/g)].map(([, code = '']) => code));

test('Each message that is a heading is one that the program has', () => {
  const messages = [...page.matchAll(/^### `(.*)`$/gm)].map(([, message = '']) => message);

  const gone = messages.filter(
    (message) => !sources.some((text) => fixedParts(message).every((part) => text.includes(part))),
  );

  assert.ok(messages.length > 50, `${messages.length} messages`);
  assert.deepEqual(gone, []);
});

test('Every reason for which a single sign-on is refused has its line, and no other has one', () => {
  assert.deepEqual(codesIn('Single sign-on', 1).toSorted(), Object.keys(samlErrorMessages).toSorted());
});

test('Each code of a refused request is one of the API', () => {
  const codes = codesIn('Requests that are refused', 2);

  assert.ok(codes.length > 10);
  assert.deepEqual(
    codes.filter((code) => !(code in problemCodes)),
    [],
  );
});
