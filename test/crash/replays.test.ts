// Kills the service with SIGKILL during replays. The replays must continue after the restart, keep their published
// results, and count each input once. `CRASH_ROUNDS` is the number of kills.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { query } from '../../src/db/query.ts';
import { type Client, clientOf } from '../support/client.ts';
import { type Environment, environmentOf, startService } from '../support/command.ts';
import { freshDatabase } from '../support/database.ts';
import { documentOf } from '../support/documents.ts';
import { policyDocument } from '../support/policies.ts';
import { planOf } from '../support/policy-inputs.ts';
import { killed, prepare, withDatabaseOf } from '../support/process.ts';
import { engines } from '../support/world.ts';
import { letLeasesEnd } from './leases.ts';

// biome-ignore lint/style/noProcessEnv: the number of rounds is an option of the run
const { CRASH_ROUNDS = '2' } = process.env;
const rounds = Number(CRASH_ROUNDS);
const [inputs, replays] = [12, 3];

/**
 * Policy that half of the inputs violate. Each evaluation takes long enough for a kill to interrupt it, and far less
 * than its time limit.
 */
const draft = `package buckets

deny contains "private" if {
  some each in input.plan.resource_changes
  each.change.after.acl == "private"
  count([n | some n in numbers.range(1, 5000); n % 7 == 0]) > 0
}
`;

const ended = async <Shown>(read: () => Promise<Shown>, isOver: (shown: Shown) => boolean): Promise<Shown> => {
  let shown = await read();
  while (!isOver(shown)) {
    await pause(50);
    shown = await read();
  }
  return shown;
};

const attributesAt = async (client: Client, path: string) => (await client.get(path)).body.data.attributes;

/** Evaluates the plans and creates the replays. Returns the replays' paths. */
const prepareReplays = async (client: Client, organization: string): Promise<readonly string[]> => {
  await client.patch(
    `/organizations/${organization}`,
    documentOf('organizations', { 'policy-input-retention-days': 30 }),
  );
  for (let count = 0; count < inputs; count += 1) {
    const created = await client.post(
      `/organizations/${organization}/evaluations`,
      documentOf('policy-evaluations', {}),
    );
    const { id, links } = created.body.data;
    await client.put(links.upload.replace('/api/v2', ''), planOf({ acl: count % 2 === 0 ? 'private' : 'public' }));
    await ended(
      () => attributesAt(client, `/policy-evaluations/${id}`),
      ({ status }) => status === 'passed',
    );
  }
  const attributes = { name: 'buckets', kind: 'opa', query: 'data.buckets.deny', 'enforcement-level': 'mandatory' };
  const policy = await client.post(`/organizations/${organization}/policies`, policyDocument(attributes));
  const paths: string[] = [];
  for (let count = 0; count < replays; count += 1) {
    const document = documentOf('policy-replays', { code: draft });
    const { status, body } = await client.post(`/policies/${policy.body.data.id}/replays`, document);
    assert.equal(status, 201, JSON.stringify(body));
    paths.push(`/policy-replays/${body.data.id}`);
  }
  return paths;
};

interface Round {
  readonly environment: Environment;
  readonly token: string;
  readonly paths: readonly string[];
  /** By replay path, the number of finished inputs when the replay was last read. */
  readonly shown: Map<string, number>;
}

const progress = async (client: Client, { paths, shown }: Round): Promise<number> => {
  let total = 0;
  for (const path of paths) {
    const { 'inputs-done': done, 'result-counts': counts } = await attributesAt(client, path);
    assert.ok(done >= (shown.get(path) ?? 0), `${path} had ${shown.get(path)} and has ${done}`);
    const counted: readonly number[] = Object.values(counts);
    assert.equal(
      counted.reduce((sum, each) => sum + each, 0),
      done,
    );
    shown.set(path, done);
    total += done;
  }
  return total;
};

/**
 * Starts the service, waits for progress and kills the service at a random time. Returns the progress of the replays.
 */
const crashOnce = async (round: Round): Promise<number> => {
  const service = await startService(round.environment);
  const client = clientOf(service.url, round.token);
  const before = await progress(client, round);
  const isAdvancing = (total: number): boolean => total > before || total === inputs * replays;
  await ended(() => progress(client, round), isAdvancing);
  await pause(randomInt(0, 300));
  const total = await progress(client, round);
  await killed(service);
  await letLeasesEnd(round.environment);
  return total;
};

const rows = query()((db) => db.selectFrom('policy_replay_inputs').select(['replay_id', 'result', 'attempts']));

for (const engine of engines) {
  test(`Replays continue after kill -9 and count each input once, ${rounds} times (${engine})`, async (t) => {
    await using database = await freshDatabase(engine);
    const environment = environmentOf(database);
    const { name, token } = await prepare(environment);
    const first = await startService(environment);
    const paths = await prepareReplays(clientOf(first.url, token), name);
    await killed(first);
    await letLeasesEnd(environment);
    const round: Round = { environment, token, paths, shown: new Map() };
    const totals: number[] = [];

    for (let count = 0; count < rounds; count += 1) totals.push(await crashOnce(round));
    await using service = await startService(environment);
    const client = clientOf(service.url, token);
    await ended(
      () => progress(client, round),
      (total) => total === inputs * replays,
    );

    for (const path of paths) {
      const { status, 'result-counts': counts } = await attributesAt(client, path);
      assert.deepEqual(
        [status, counts],
        [
          'finished',
          {
            'newly-failing': inputs / 2,
            unchanged: inputs / 2,
            'newly-passing': 0,
            errored: 0,
            'not-replayable': 0,
            changed: 0,
            missing: 0,
          },
        ],
      );
    }
    const stored = await withDatabaseOf(environment, (context) => context.database.rows(rows, {}));
    assert.deepEqual([stored.length, stored.filter(({ result }) => result === null).length], [inputs * replays, 0]);
    const again = stored.filter(({ attempts }) => attempts > 1).length;
    t.diagnostic(`killed after ${totals.join(', ')} of ${inputs * replays} inputs; ${again} were evaluated again`);
  });
}
