import assert from 'node:assert/strict';
import { test } from 'node:test';
import { within } from './time-limit.ts';

test('Work gives its result in time, or nothing', async () => {
  const never = new Promise<string>(() => undefined);

  assert.equal(await within(60_000, Promise.resolve('done')), 'done');
  assert.equal(await within(1, never), undefined);
  await assert.rejects(within(60_000, Promise.reject(new Error('broken'))), /broken/);
});

test('Work that fails too late fails for nobody', async () => {
  const late = Promise.withResolvers<string>();

  const result = await within(1, late.promise);
  late.reject(new Error('too late'));
  await new Promise(setImmediate);

  assert.equal(result, undefined);
});
