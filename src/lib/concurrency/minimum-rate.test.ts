import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchTransfer } from './minimum-rate.ts';

const pace = { grace: 5, bytesPerSecond: 1_000 };

const watched = () => {
  const { promise: slow, resolve } = Promise.withResolvers<void>();
  let times = 0;
  const transfer = watchTransfer(pace, () => {
    times += 1;
    resolve();
  });
  return { transfer, slow, times: () => times };
};

/** Keeps the process alive while the work runs, because the timers of transfers do not do this. */
const alive = async <Result>(work: Promise<Result>): Promise<Result> => {
  const timer = setInterval(() => undefined, 1_000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
};

test('A stalled transfer is too slow after the grace time, and one that is fast enough is not', async () => {
  const still = watched();
  const moving = watched();
  const slowing = watched();
  moving.transfer.move(3_600_000);
  slowing.transfer.move(20);

  await alive(Promise.all([still.slow, slowing.slow]));

  assert.deepEqual([still.times(), moving.times(), slowing.times()], [1, 0, 1]);
  moving.transfer[Symbol.dispose]();
});

test('A transfer is no longer watched after its end', async () => {
  const ended = watched();
  const still = watched();
  ended.transfer[Symbol.dispose]();

  await alive(still.slow);

  assert.equal(ended.times(), 0);
});
