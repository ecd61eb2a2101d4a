// Tests of the component page, which `npm run dev` serves. The page shows every component, and production builds do not
// contain it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Visitor } from 'oxc-parser';
import { parse, readSources } from '../../scripts/lint/source.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Whether an export is a component, or a function that opens a dialog or a notification. */
const isShown = (name: string): boolean => /^(?:[A-Z]|confirm|notify)/.test(name);

const exportsOf = (path: string, text: string): readonly string[] =>
  parse(path, text)
    .module.staticExports.flatMap(({ entries }) => entries)
    .flatMap(({ exportName: { name }, isType }) => (name !== null && !isType && isShown(name) ? [name] : []));

/** Returns the names of the elements that a file renders and of the functions that it calls. */
function usedIn(path: string, text: string): readonly string[] {
  const names: string[] = [];
  new Visitor({
    JSXOpeningElement: ({ name }) => void (name.type === 'JSXIdentifier' && names.push(name.name)),
    CallExpression: ({ callee }) => void (callee.type === 'Identifier' && names.push(callee.name)),
  }).visit(parse(path, text).program);
  return names;
}

test('Every component is on the component page, or is part of a component that is', () => {
  const components = [...readSources(root, ['console/src/components/**/*.{ts,tsx}'])];
  const page = [...readSources(root, ['console/src/dev/*.tsx'])];
  const stand = new Set(page.flatMap(([path, text]) => usedIn(path, text)));
  for (let before = 0; before < stand.size; ) {
    before = stand.size;
    for (const [path, text] of components)
      if (exportsOf(path, text).some((name) => stand.has(name))) for (const name of usedIn(path, text)) stand.add(name);
  }

  const exported = components.flatMap(([path, text]) => exportsOf(path, text));
  const missing = exported.filter((name) => !stand.has(name));

  assert.ok(exported.length > 30, `${exported.length} components`);
  assert.deepEqual(missing, [], 'Show each of them in console/src/dev.');
});

test('The build contains nothing from the component page', () => {
  const scripts = readSources(root, ['console/dist/assets/*.js']);

  const withPage = [...scripts].filter(([, text]) => text.includes('/app/components'));

  assert.ok(scripts.size > 50, `${scripts.size} scripts`);
  assert.deepEqual(withPage, []);
});
