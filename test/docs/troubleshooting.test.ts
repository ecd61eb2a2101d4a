// Compares docs/troubleshooting.md with the code: every message and error code on the page must exist.
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

/** Returns the fixed parts of a message. In the message, `…` represents a variable part. */
const fixedParts = (message: string): readonly string[] =>
  message
    .split('…')
    .map((part) => part.trim())
    .filter((part) => part.length > 2);

const section = (title: string): string => page.split(/^## /m).find((each) => each.startsWith(`${title}\n`)) ?? '';

/** Returns the words in backticks in one column of all tables in a section. */
const codesIn = (title: string, column: number): readonly string[] =>
  section(title)
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => [...(line.split('|')[column] ?? '').matchAll(/`([a-z-]+)`/g)].map(([, code = '']) => code));

test('Each heading that quotes a message quotes an existing message', () => {
  const messages = [...page.matchAll(/^### `(.*)`$/gm)].map(([, message = '']) => message);

  const gone = messages.filter(
    (message) => !sources.some((text) => fixedParts(message).every((part) => text.includes(part))),
  );

  assert.ok(messages.length > 50, `${messages.length} messages`);
  assert.deepEqual(gone, []);
});

test('The table of single sign-on errors contains every error code and no others', () => {
  assert.deepEqual(codesIn('Single sign-on', 1).toSorted(), Object.keys(samlErrorMessages).toSorted());
});

test('The table of refused requests contains only error codes of the API', () => {
  const codes = codesIn('Requests that are refused', 2);

  assert.ok(codes.length > 10);
  assert.deepEqual(
    codes.filter((code) => !(code in problemCodes)),
    [],
  );
});
