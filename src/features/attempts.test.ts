import assert from 'node:assert/strict';
import { onEachEngine } from '../../test/support/world.ts';
import { ApiError } from '../jsonapi/errors.ts';
import { Unavailable } from '../lib/unavailable.ts';
import { attempt } from './attempts.ts';

const limits = [{ key: 'guess', most: 1 }];

onEachEngine('A guess that could not be looked at is no wrong one', async ({ context }) => {
  const guess = (verify: () => Promise<boolean>) => attempt(context, limits, verify);

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
