import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warningsWithin } from './sources.ts';

test('policies have warnings as long as they have little code together', () => {
  const withWarnings = warningsWithin(100);
  const warned = (...sizes: readonly number[]): boolean | undefined =>
    withWarnings('data.p.deny', Object.fromEntries(sizes.map((size, index) => [`${index}.rego`, 'x'.repeat(size)])))
      .warnings;

  assert.deepEqual(
    [warned(60), warned(30, 11), warned(30, 10), warned(1), warned(0)],
    [true, false, true, false, true],
  );
});
