import assert from 'node:assert/strict';
import { test } from 'node:test';
import { within } from './time-limit.ts';

test('Work returns its result in time, or undefined', async () => {
  const never = new Promise<string>(() => undefined);

  assert.equal(await within(60_000, () => Promise.resolve('done')), 'done');
  assert.equal(await within(1, () => never), undefined);
  await assert.rejects(
    within(60_000, () => Promise.reject(new Error('broken'))),
    /broken/,
  );
});

test('A failure after the time limit is ignored', async () => {
  const late = Promise.withResolvers<string>();

  const result = await within(1, () => late.promise);
  late.reject(new Error('too late'));
  await new Promise(setImmediate);

  assert.equal(result, undefined);
});

test('The signal of work is aborted after the time limit, and not if the work ended in time', async () => {
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
