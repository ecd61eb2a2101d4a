import assert from 'node:assert/strict';
import { test } from 'node:test';
import { durationIn, inWords } from './durations.ts';

test('A duration is parsed with each unit, with decimals, and as a sum', () => {
  const read = ['250ms', '90s', '1.5m', '2h', '1h30m', '1h0.5m1s1ms', '0s'].map(durationIn);

  assert.deepEqual(read, [250, 90_000, 90_000, 7_200_000, 5_400_000, 3_631_001, 0]);
});

test('A text that is not a duration is not parsed as one', () => {
  for (const text of ['', '5', 'h', '-1h', '1 h', '1h ', '.5h', '1.h', '1d', '1H', '1e3s', '1h30', '１h']) {
    assert.equal(durationIn(text), undefined, text);
  }
});

test('A waiting time is written in words and rounded up', () => {
  const words = [0, 0.2, 1, 42, 60, 61, 119, 120, 121, 600, 3_600, 3_601, 7_200, 7_201].map(inWords);

  assert.deepEqual(words, [
    ...['1 second', '1 second', '1 second', '42 seconds', '1 minute', '61 seconds', '119 seconds', '2 minutes'],
    ...['3 minutes', '10 minutes', '1 hour', '61 minutes', '2 hours', '3 hours'],
  ]);
});
