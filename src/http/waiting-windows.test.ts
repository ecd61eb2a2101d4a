import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Decision, memoryRateLimitStore } from '../lib/concurrency/rate-window.ts';
import { waitingWindows } from './waiting-windows.ts';

const limit = 64;
const maxWaiting = 64;

const windowsAt = (now: () => number) => {
  const windows = waitingWindows(memoryRateLimitStore(now));
  const take = (count: number, client = 'client'): Promise<readonly Decision[]> =>
    Promise.all(Array.from({ length: count }, () => windows.take(client, limit)));
  return { windows, take };
};

const refusedIn = (decisions: readonly Decision[]): number => decisions.filter(({ isAllowed }) => !isAllowed).length;

test('Requests over the limit wait for capacity without delaying other clients', async () => {
  let now = 0;
  const { take } = windowsAt(() => now);
  await take(limit);

  const late = take(limit);
  const others = await take(limit, 'other');
  now += 1_100;

  assert.equal(refusedIn(others), 0);
  assert.equal(refusedIn(await late), 0);
});

test('Requests beyond the maximum number of waiting ones are refused immediately', async () => {
  let now = 0;
  const { windows, take } = windowsAt(() => now);
  await take(limit);

  const waiting = take(maxWaiting);
  const refused = await windows.take('client', limit);
  now += 1_100;
  await waiting;
  now += 1_100;

  assert.equal(refused.isAllowed, false);
  assert.equal(refusedIn(await take(limit)), 0);
});

test('A request that has waited for too long is refused', async () => {
  const { windows, take } = windowsAt(() => 0);
  await take(limit);

  const { isAllowed, reset } = await windows.take('client', limit);

  assert.deepEqual([isAllowed, reset], [false, 1.1]);
});
