import assert from 'node:assert/strict';
import { test } from 'node:test';
import { objectMaker, objectReader } from './object-makers.ts';

test('An object is created from values, whatever characters its member names contain', () => {
  const names = ['id', 'updated-at', `"'\`\${}\\\n] = 1`, '0'];

  const make = objectMaker<number>(names);

  assert.deepEqual(make([1, 2, 3, 4]), Object.fromEntries(names.map((name, index) => [name, index + 1])));
});

test('Readers create the members of an object from a source, in order', () => {
  const read = objectReader<{ readonly count: number }, unknown>({
    'one-more': ({ count }) => count + 1,
    absent: () => undefined,
    count: ({ count }) => count,
  });

  const text = JSON.stringify([read({ count: 1 }), read({ count: 2 })]);

  assert.equal(text, '[{"one-more":2,"count":1},{"one-more":3,"count":2}]');
});
