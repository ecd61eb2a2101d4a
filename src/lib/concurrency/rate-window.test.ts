import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { memoryRateLimitStore } from './rate-window.ts';

/** Sends one request after each of these pauses (in ms). Returns the times (in ms) at which requests were allowed. */
const allowedTimes = (pauses: readonly number[], limit: number): readonly number[] => {
  let now = 1_000_000;
  const store = memoryRateLimitStore(() => now);
  return pauses.flatMap((pause) => {
    now += pause;
    return store.take('client', limit).isAllowed ? [now] : [];
  });
};

test('No period of one second contains more requests than the limit', () => {
  const pause = fc.oneof(fc.constant(0), fc.double({ min: 0, max: 300, noNaN: true }));
  fc.assert(
    fc.property(fc.array(pause, { maxLength: 300 }), fc.integer({ min: 1, max: 30 }), (pauses, limit) => {
      const times = allowedTimes(pauses, limit);
      const spans = times.slice(limit).map((at, index) => at - (times[index] ?? 0));
      return spans.every((span) => span > 1_000);
    }),
  );
});

test('A client with evenly spaced requests gets nearly all of its limit', () => {
  const times = allowedTimes(
    Array.from({ length: 10_000 }, () => 1),
    30,
  );

  assert.ok(times.length >= 9 * 27, `${times.length} in ten seconds`);
});

test('A refused client gets the time at which the next request is allowed', () => {
  let now = 1_000_050;
  const store = memoryRateLimitStore(() => now);
  store.take('client', 2);
  now += 200;
  const last = store.take('client', 2);

  const refused = store.take('client', 2);
  now += refused.reset * 1_000 - 1;
  const early = store.take('client', 2);
  now += 1;
  const later = store.take('client', 2);

  assert.deepEqual([last.isAllowed, last.remaining], [true, 0]);
  assert.deepEqual([refused.isAllowed, refused.remaining, refused.reset], [false, 0, 0.85]);
  assert.deepEqual([early.isAllowed, later.isAllowed], [false, true]);
});
