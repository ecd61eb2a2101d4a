import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoizeFor, memoizeLast } from './memoize.ts';

test('A value is created again after its time, for another key, and after a failure', async () => {
  const [one, other] = [{}, {}];
  let made = 0;
  const make = async () => {
    made += 1;
    if (made === 1) throw new Error('not yet');
    return made;
  };
  const [lasting, fleeting] = [memoizeFor(60_000, make), memoizeFor(0, make)];

  await assert.rejects(lasting(one), /not yet/);

  assert.deepEqual([await lasting(one), await lasting(one), await lasting(other)], [2, 2, 3]);
  assert.deepEqual([await fleeting(one), await fleeting(one)], [4, 5]);
});

test('The results for the last texts are kept', () => {
  const made: string[] = [];
  const upperCase = memoizeLast(2, (text) => {
    made.push(text);
    return text.toUpperCase();
  });

  assert.deepEqual(['a', 'b', 'a', 'c', 'b', 'a'].map(upperCase), ['A', 'B', 'A', 'C', 'B', 'A']);
  assert.deepEqual(made, ['a', 'b', 'c', 'a']);
});
