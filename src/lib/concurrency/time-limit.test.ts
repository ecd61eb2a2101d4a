import assert from 'node:assert/strict';
import { test } from 'node:test';
import { within } from './time-limit.ts';

test('Work gives its result in time, or nothing', async () => {
  const never = new Promise<string>(() => undefined);

  assert.equal(await within(60_000, () => Promise.resolve('done')), 'done');
  assert.equal(await within(1, () => never), undefined);
  await assert.rejects(
    within(60_000, () => Promise.reject(new Error('broken'))),
    /broken/,
  );
});

test('Work that fails too late fails for nobody', async () => {
  const late = Promise.withResolvers<string>();

  const result = await within(1, () => late.promise);
  late.reject(new Error('too late'));
  await new Promise(setImmediate);

  assert.equal(result, undefined);
});

test('Work learns by its signal that the time limit has passed, and not where it was in time', async () => {
  const signals: AbortSignal[] = [];
  const keep = (signal: AbortSignal) => void signals.push(signal);

  await within(60_000, async (signal) => keep(signal));
  await within(1, (signal) => {
    keep(signal);
    return new Promise(() => undefined);
  });

  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [false, true],
  );
});
