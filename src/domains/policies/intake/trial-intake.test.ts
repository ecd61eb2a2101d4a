import { deepEqual, rejects } from 'node:assert/strict';
import { test } from 'node:test';
import { Busy } from '../../../lib/errors/unavailable.ts';
import { newTrialIntake } from './trial-intake.ts';

test('An account can have two trials in progress, but runs one at a time, so that another account never waits for both', async () => {
  const { ofAccount, all } = newTrialIntake(() => 0);
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const trial = (account: string) =>
    ofAccount(account, () =>
      all(account, async () => {
        begun.push(account);
        await end;
      }),
    );

  const started = ['a', 'a', 'b'].map(trial);
  await rejects(trial('a'), Busy);
  const early = [...begun];
  resolve();
  await Promise.all(started);
  await trial('a');

  deepEqual(
    [early, begun],
    [
      ['a', 'b'],
      ['a', 'b', 'a', 'a'],
    ],
  );
});
