// Kills the service with SIGKILL during requests with an Idempotency-Key. Each request is sent again, and must have
// been processed exactly once. `CRASH_ROUNDS` is the number of kills.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, clientOf } from '../support/client.ts';
import { environmentOf, startService } from '../support/command.ts';
import { freshDatabase } from '../support/database.ts';
import { policyDocument } from '../support/policies.ts';
import { killed, prepare } from '../support/process.ts';
import { engines } from '../support/world.ts';

// biome-ignore lint/style/noProcessEnv: the number of rounds is an option of the run
const { CRASH_ROUNDS = '1' } = process.env;
const rounds = Number(CRASH_ROUNDS);
const writers = 4;

/** Response bodies by key; undefined if the service was killed before it responded. */
type Answers = Map<string, Buffer | undefined>;

/** Creates a policy that is named after the idempotency key. */
const create = async (client: Client, path: string, key: string): Promise<Buffer> => {
  const json = policyDocument({ name: key, 'enforcement-level': 'advisory' });
  const { status, bytes } = await client.request('POST', path, { json, headers: { 'idempotency-key': key } });
  assert.equal(status, 200, bytes.toString());
  return bytes;
};

const createUntil = async (signal: AbortSignal, client: Client, path: string, answers: Answers): Promise<void> => {
  while (!signal.aborted) {
    const key = crypto.randomUUID();
    answers.set(key, undefined);
    try {
      answers.set(key, await create(client, path, key));
    } catch (error) {
      if (signal.aborted && !(error instanceof assert.AssertionError)) return;
      throw error;
    }
  }
};

for (const engine of engines) {
  test(`A request that is sent again with its key after kill -9 is processed once, ${rounds} times (${engine})`, async (t) => {
    await using database = await freshDatabase(engine);
    const environment = environmentOf(database);
    const { name, token } = await prepare(environment);
    const path = `/organizations/${name}/policies`;
    let [keys, unanswered, carriedOut] = [0, 0, 0];

    for (let round = 0; round < rounds; round += 1) {
      const answers: Answers = new Map();
      const service = await startService(environment);
      const crash = new AbortController();
      const writing = Array.from({ length: writers }, () =>
        createUntil(crash.signal, clientOf(service.url, token), path, answers),
      );
      await Promise.race([pause(randomInt(100, 300)), ...writing]);
      crash.abort();
      await killed(service);
      await Promise.all(writing);

      await using next = await startService(environment);
      const client = clientOf(next.url, token);
      const { body: before } = await client.get(path);
      const total: number = before.meta.pagination['total-count'];
      const known = [...answers].filter(([, answer]) => answer !== undefined);
      carriedOut += total - keys - known.length;
      unanswered += answers.size - known.length;
      keys += answers.size;
      for (const [key, answer] of answers) {
        const again = await create(client, path, key);
        if (answer !== undefined) assert.deepEqual(again, answer);
      }
      const { body: after } = await client.get(path);
      assert.equal(after.meta.pagination['total-count'], keys);
    }
    t.diagnostic(`${keys} keys, ${unanswered} without an answer, of which ${carriedOut} had been carried out`);
  });
}
