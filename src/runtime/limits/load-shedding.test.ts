import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { withOwnServices } from '../../../test/support/own-services.ts';
import { onEachEngine } from '../../../test/support/world.ts';
import { buildServer } from '../../server.ts';
import { loadShedding } from '../../services.ts';
import { type LoadLimits, newLoadShedding } from './load-shedding.ts';

const never: LoadLimits = { heapShare: 1, delay: Number.POSITIVE_INFINITY, requests: 0 };

/** Blocks the thread for a number of milliseconds, as if the operating system ran another process meanwhile. */
const block = (milliseconds: number): unknown =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

/** Blocks the event loop repeatedly until `isMeasured` returns true, at most 20 times. */
const blockedUntil = async (isMeasured: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 20 && !isMeasured(); turn += 1) {
    block(150);
    await pause(1);
  }
};

test('A delayed event loop causes refusals only if many requests are in progress', async () => {
  using measured = newLoadShedding({ ...never, delay: 75, requests: 2 });

  const first = measured.enter();
  await blockedUntil(() => measured.reason() !== undefined);
  const alone = measured.reason();
  using _second = measured.enter();
  await blockedUntil(() => measured.reason() !== undefined);
  const [together, refused] = [measured.reason(), () => measured.enter()];

  assert.equal(alone, undefined);
  assert.equal(together, 'too many requests are in progress');
  assert.throws(refused, { name: 'Unavailable' });
  first[Symbol.dispose]();
  assert.equal(measured.reason(), undefined);
});

onEachEngine('A service without free memory refuses requests, and health checks still work', async (world) => {
  using full = newLoadShedding({ ...never, heapShare: 0 });
  const context = withOwnServices(world.context);
  loadShedding.provide(context, full);
  const app = buildServer(context);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  while (full.reason() === undefined) await pause(10);

  const paths = ['/api/v2/ping', '/sign-in', '/healthz', '/readyz'];
  const answers = await Promise.all(paths.map((path) => fetch(url + path)));
  const ready = JSON.parse((await answers[3]?.text()) ?? '');
  await app.close();

  assert.deepEqual(
    answers.map(({ status }) => status),
    [503, 503, 200, 200],
  );
  assert.match(answers[0]?.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  assert.deepEqual(ready.warnings, ['Requests are refused: nearly all memory of the process is in use.']);
});
