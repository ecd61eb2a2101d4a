import { deepEqual } from 'node:assert/strict';
import { test } from 'node:test';
import { newLoadedInputs } from './loaded-inputs.ts';

const mebibyte = 1_048_576;

test('When inputs exceed the memory, the least recently used ones are dropped', () => {
  const inputs = newLoadedInputs(256);

  const added = [inputs.add('a', 2 * mebibyte), inputs.add('b', mebibyte)];
  const has = inputs.has('a');
  const dropped = inputs.add('c', 2 * mebibyte);

  deepEqual([added, has, dropped], [[[], []], true, ['b']]);
  deepEqual(['a', 'b', 'c'].map(inputs.has), [true, false, true]);
});

test('One input is kept however large it is, and inputs that are no longer needed are dropped first', () => {
  const inputs = newLoadedInputs(128);

  inputs.add('a', mebibyte);
  inputs.add('b', 1);
  inputs.forget('a');
  const instead = inputs.add('c', mebibyte);
  const alone = inputs.add('d', 100 * mebibyte);

  deepEqual([instead, alone], [['a'], ['b', 'c']]);
  deepEqual(inputs.has('d'), true);
});
