import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { newLivenessWatch } from './liveness.ts';

/** Watches one unanswered statement with a mocked clock, which the test advances. A turn lasts 500 ms. */
const watched = ({ mock }: TestContext, answers: readonly (() => Promise<void>)[]) => {
  mock.timers.enable({ apis: ['setInterval'] });
  const seen = { probes: 0, silences: 0 };
  const watch = newLivenessWatch({
    maxSilence: 2_000,
    probe: () => {
      seen.probes += 1;
      return answers[seen.probes - 1]?.() ?? Promise.reject(new Error('no more probes are expected'));
    },
    onSilence: () => {
      seen.silences += 1;
    },
  });
  const { end } = watch();
  const turns = async (count: number): Promise<void> => {
    for (let left = count; left > 0; left -= 1) {
      mock.timers.tick(500);
      await nextTurn();
    }
  };
  return { seen, turns, end };
};

const never = (): Promise<void> => new Promise(() => undefined);
const answered = (): Promise<void> => Promise.resolve();

test('A server that does not answer on both connections is reported once', async (context) => {
  const { seen, turns } = watched(context, [never]);

  await turns(4);
  const [early] = [{ ...seen }];
  await turns(1);
  const probed = { ...seen };
  await turns(4);

  assert.deepEqual([early.probes, probed, seen], [0, { probes: 1, silences: 0 }, { probes: 1, silences: 1 }]);
});

test('A statement may take long while the server answers on another connection', async (context) => {
  const { seen, turns } = watched(context, [answered, answered]);

  await turns(10);

  assert.deepEqual(seen, { probes: 2, silences: 0 });
});

test('An unreachable server is reported immediately', async (context) => {
  const { seen, turns } = watched(context, [() => Promise.reject(new Error('connect ECONNREFUSED'))]);

  await turns(5);

  assert.deepEqual(seen, { probes: 1, silences: 1 });
});

test('A probe that timed out because the event loop was delayed is repeated', async (context) => {
  const late = () => Promise.reject(new Error('timeout exceeded when trying to connect'));
  const { seen, turns } = watched(context, [late, late, answered]);

  await turns(5);

  assert.deepEqual(seen, { probes: 3, silences: 0 });
});

test('A probe that ends after its statement still counts', async (context) => {
  const { seen, turns, end } = watched(context, [never]);
  await turns(5);

  end();
  await turns(4);

  assert.deepEqual(seen, { probes: 1, silences: 1 });
});

/** Opens a socket connection within this process and returns both ends. */
const connected = async (): Promise<{ near: Socket; far: Socket } & Disposable> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const near = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [far] = (await once(server, 'connection')) as [Socket];
  return {
    near,
    far,
    [Symbol.dispose]: () => {
      for (const socket of [near, far]) socket.destroy();
      server.close();
    },
  };
};

test('An answer that arrived while the event loop was blocked counts as an answer', async () => {
  using ends = await connected();
  const maxSilence = 40;
  const seen: string[] = [];
  const watch = newLivenessWatch({
    maxSilence,
    probe: async () => void seen.push('probe'),
    onSilence: () => void seen.push('silence'),
  });

  const { end } = watch();
  const answer = once(ends.near, 'data').finally(end);
  ends.far.write('answer');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10 * maxSilence);

  assert.equal(String(await answer), 'answer');
  assert.deepEqual(seen, []);
});
