import { equal, ok } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type ProcessLimits, processorTimeOf, startDeadline } from './deadline.ts';

/** Time in ms that no test reaches. */
const never = 20 * 60_000;
const options = { skip: !existsSync('/proc/self/stat') };

/** Starts a process that executes an endless loop. */
const startWork = async () => {
  const child = spawn(process.execPath, ['--eval', 'console.log(); for (;;);'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return { pid: child.pid ?? 0, [Symbol.dispose]: () => void child.kill('SIGKILL') };
};

/** Returns the time in ms until a process has reached a limit. */
const timeTo = async (limit: ProcessLimits, pid: number): Promise<number> => {
  const start = performance.now();
  const ended = Promise.withResolvers<void>();
  const deadline = startDeadline(pid, limit, ended.resolve);
  await ended.promise;
  const passed = performance.now() - start;
  await deadline.stop();
  return passed;
};

test('a busy process reaches its limit of CPU time, however long that takes', options, async () => {
  using work = await startWork();
  const before = (await processorTimeOf(work.pid)) ?? 0;
  process.kill(work.pid, 'SIGSTOP');
  setTimeout(() => process.kill(work.pid, 'SIGCONT'), 600);

  const passed = await timeTo({ used: 300, passed: never }, work.pid);

  const used = ((await processorTimeOf(work.pid)) ?? 0) - before;
  ok(used >= 300 && passed >= 600, `${used} ms used, ${passed} ms passed`);
});

test('a process that gets no CPU time reaches the limit of elapsed time', options, async () => {
  using work = await startWork();
  process.kill(work.pid, 'SIGSTOP');

  const passed = await timeTo({ used: 100, passed: 300 }, work.pid);

  // A timer may fire a fraction of a millisecond early.
  ok(passed > 299, `${passed} ms passed`);
});

test('elapsed time counts for a process whose CPU time cannot be read', async () => {
  const passed = await timeTo({ used: 200, passed: never }, 0);

  ok(passed > 199, `${passed} ms passed`);
});

test('no limit is reported after the end of a request, even while the CPU time is being read', async () => {
  let calls = 0;
  using work = await startWork();
  for (let round = 0; round < 50; round += 1) {
    const deadline = startDeadline(work.pid, { used: 1, passed: 1 }, () => (calls += 1));
    await delay(round % 3);
    void deadline.stop();
    const before = calls;
    await delay(2);
    equal(calls, before);
  }
});

test('after a process has ended, its last known CPU time is returned', options, async () => {
  using work = await startWork();
  const deadline = startDeadline(work.pid, { used: never, passed: never }, () => undefined);
  const before = (await processorTimeOf(work.pid)) ?? 0;
  const used = async () => ((await processorTimeOf(work.pid)) ?? 0) - before;
  while ((await used()) < 1_000) await delay(10);
  const usedAtEnd = await used();
  process.kill(work.pid, 'SIGKILL');
  while ((await processorTimeOf(work.pid)) !== undefined) await delay(10);

  const known = await deadline.stop();

  ok(known > 0 && known <= usedAtEnd + 500, `${known} ms known of ${usedAtEnd} ms`);
});
