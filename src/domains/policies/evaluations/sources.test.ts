import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warningsWithin } from './sources.ts';

const codeOf = (...sizes: readonly number[]) => ({
  modules: Object.fromEntries(sizes.map((size, index) => [`${index}.rego`, 'x'.repeat(size)])),
});

test('policies have warnings as long as they have little code together', () => {
  const withWarnings = warningsWithin(100);
  const warned = (...sizes: readonly number[]): boolean | undefined =>
    withWarnings({ query: 'data.p.deny', code: codeOf(...sizes) }).warnings;

  assert.deepEqual(
    [warned(60), warned(30, 11), warned(30, 10), warned(1), warned(0)],
    [true, false, true, false, true],
  );
});

test('code that policies share counts once', () => {
  const withWarnings = warningsWithin(100);
  const shared = codeOf(60);

  const policies = [shared, shared, codeOf(60), shared].map((code) => withWarnings({ query: 'data.p.deny', code }));

  assert.deepEqual(
    policies.map(({ warnings }) => warnings),
    [true, true, false, true],
  );
});
