import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationIn } from './durations.ts';

test('A length of time is read with each unit, with decimals, and as a sum', () => {
  const read = ['250ms', '90s', '1.5m', '2h', '1h30m', '1h0.5m1s1ms', '0s'].map(durationIn);

  assert.deepEqual(read, [250, 90_000, 90_000, 7_200_000, 5_400_000, 3_631_001, 0]);
});

test('What is no length of time is not taken for one', () => {
  for (const text of ['', '5', 'h', '-1h', '1 h', '1h ', '.5h', '1.h', '1d', '1H', '1e3s', '1h30', '１h']) {
    assert.equal(durationIn(text), undefined, text);
  }
});
