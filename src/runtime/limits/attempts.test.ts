import assert from 'node:assert/strict';
import { onEachEngine } from '../../../test/support/world.ts';
import { attemptParts } from '../../domains/instance/index.ts';
import { ApiError } from '../../jsonapi/errors.ts';
import { Unavailable } from '../../lib/errors/unavailable.ts';
import { attempt } from './attempts.ts';

const limits = [{ key: 'guess', max: 1 }];

onEachEngine('An attempt that could not be verified does not count as failed', async ({ context }) => {
  const guess = (verify: () => Promise<boolean>) => attempt(attemptParts(context), limits, verify);

  await assert.rejects(
    guess(() => Promise.reject(new Unavailable('not now'))),
    Unavailable,
  );
  const wrong = await guess(async () => false);

  assert.equal(wrong, false);
  await assert.rejects(
    guess(async () => true),
    (error) => error instanceof ApiError && error.status === 429,
  );
});

onEachEngine('Of many parallel attempts, the last ones are refused and not counted', async ({ context }) => {
  const many = [{ key: 'guess', max: 150 }];
  const { promise: end, resolve: finish } = Promise.withResolvers<boolean>();

  const guesses = Array.from({ length: 140 }, () => attempt(attemptParts(context), many, () => end));
  const last = await Promise.allSettled(guesses.slice(100));
  finish(false);
  const first = await Promise.all(guesses.slice(0, 100));
  const later = await Promise.all(
    Array.from({ length: 50 }, () => attempt(attemptParts(context), many, async () => false)),
  );

  assert.ok(last.every((one) => one.status === 'rejected' && one.reason instanceof Unavailable));
  assert.deepEqual([first.includes(true), later.length], [false, 50]);
});
