import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { actionTexts, resourceTypeTexts } from '../../console/src/texts/audit-actions.ts';

const root = new URL('../../', import.meta.url);

const sources = globSync('src/{domains,cli}/**/*.ts', { cwd: root })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(new URL(file, root), 'utf8'));

/** Returns all texts that a regular expression captures in the source files. */
const captured = (expression: RegExp): readonly string[] =>
  sources.flatMap((text) => [...text.matchAll(expression)].map(([, name = '']) => name));

/** Audit actions whose names are composed at run time: by prefix, the suffixes. */
const composed: Readonly<Record<string, readonly string[]>> = {
  'data-retention.': ['set', 'remove'],
  'policy-approval.': ['create', 'delete', 'use'],
  'policy-exemption-request.': ['create', 'delete', 'grant', 'refuse'],
  'policy-override-delegation.': ['create', 'delete'],
  'policy-set-version.': ['activate', 'delete'],
  'policy-tests.': ['upload', 'delete'],
  'registry-module-version.': ['deprecate', 'reinstate'],
  'settings.': ['read', 'update'],
  'team-access.': ['create', 'update', 'delete'],
  'user.': captured(/entryFor\(\w+, '([a-z-]+)'\)/g),
};

test('Every action that the service writes has a name in the console, and no other action has one', () => {
  const literal = captured(/(?:action: |refusal: |[eE]ntry(?:Of)?\()'([a-z-]+\.[a-z-]+)'/g);
  const beginnings = captured(/action: `([a-z-]+\.)\$\{/g);
  const written = new Set([
    ...literal,
    ...Object.entries(composed).flatMap(([beginning, ends]) => ends.map((end) => `${beginning}${end}`)),
  ]);

  assert.deepEqual([...new Set(beginnings)].sort(), Object.keys(composed));
  assert.deepEqual([...written].sort(), Object.keys(actionTexts).sort());
});

test('No two actions and no two types have the same name, which a filter would list twice', () => {
  const names = [Object.values(actionTexts), Object.values(resourceTypeTexts)];

  const distinct = names.map((each) => [...new Set(each)]);

  assert.deepEqual(names, distinct);
});
