import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { onEachEngine } from '../../../test/support/world.ts';
import { buildServer } from '../../server.ts';
import { newPressure, type PressureLimits } from './pressure.ts';

const never: PressureLimits = { heapShare: 1, delay: Number.POSITIVE_INFINITY, requests: 0 };

/** As the system does that runs something else. */
const block = (milliseconds: number): unknown =>
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);

/** Blocks the event loop until the reason has been measured, or for as many turns as it takes to be sure. */
const blockedUntil = async (isMeasured: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 20 && !isMeasured(); turn += 1) {
    block(150);
    await pause(1);
  }
};

test('A late event loop refuses requests only where many are under way', async () => {
  using pressure = newPressure({ ...never, delay: 75, requests: 2 });

  const first = pressure.enter();
  await blockedUntil(() => pressure.reason() !== undefined);
  const alone = pressure.reason();
  using _second = pressure.enter();
  await blockedUntil(() => pressure.reason() !== undefined);
  const [together, refused] = [pressure.reason(), () => pressure.enter()];

  assert.equal(alone, undefined);
  assert.equal(together, 'too many requests are under way');
  assert.throws(refused, { name: 'Unavailable' });
  first[Symbol.dispose]();
  assert.equal(pressure.reason(), undefined);
});

onEachEngine('A service without memory refuses requests, and still tells how it is', async (world) => {
  using pressure = newPressure({ ...never, heapShare: 0 });
  const app = buildServer({ ...world.context, pressure });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  while (pressure.reason() === undefined) await pause(10);

  const paths = ['/api/v2/ping', '/sign-in', '/healthz', '/readyz'];
  const answers = await Promise.all(paths.map((path) => fetch(url + path)));
  const ready = JSON.parse((await answers[3]?.text()) ?? '');
  await app.close();

  assert.deepEqual(
    answers.map(({ status }) => status),
    [503, 503, 200, 200],
  );
  assert.match(answers[0]?.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  assert.deepEqual(ready.warnings, ['requests are refused: nearly all memory of the process is in use']);
});
