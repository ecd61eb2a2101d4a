// Kills the service with SIGKILL after it accepts a run platform's call of a run task and before it sends the result.
// Every accepted call must be evaluated once, and its platform must get the result. `CRASH_ROUNDS` is the number of
// kills.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { query } from '../../src/db/query.ts';
import { type Client, clientOf } from '../support/client.ts';
import { environmentOf, type Running, startService } from '../support/command.ts';
import { freshDatabase } from '../support/database.ts';
import { documentOf } from '../support/documents.ts';
import { newOpaPolicy, opaSet } from '../support/evaluations.ts';
import { killed, type Prepared, prepare, withDatabaseOf } from '../support/process.ts';
import { callOf, openRunPlatform, type RunPlatform, sendCall } from '../support/run-platform.ts';
import { key, planOf } from '../support/run-task-stage.ts';
import { engines } from '../support/world.ts';

// biome-ignore lint/style/noProcessEnv: the number of rounds is an option of the run
const { CRASH_ROUNDS = '1' } = process.env;
const rounds = Number(CRASH_ROUNDS);
const callsAtOnce = 5;
const maxTime = 30 * 60_000;

const stored = query()((db) =>
  db.selectFrom('policy_run_task_calls').select(['task_result_id', 'status', 'result', 'evaluation_id', 'sealed']),
);
const evaluations = query()((db) => db.selectFrom('policy_evaluations').select(['id', 'status']));

const callbackOf = (result: string): string => `/api/v2/task-results/${result}/callback`;

/** Opens a simulated run platform that responds slowly, so that the kill happens while a call is processed. */
const openSlowPlatform = async (): Promise<RunPlatform> => {
  const platform = await openRunPlatform(() => planOf('aws_s3_bucket.logs'));
  platform.behave(({ method, path }, response) => {
    if (method !== 'PATCH' || !path.startsWith('/api/v2/task-results/')) return false;
    setTimeout(() => response.writeHead(200).end('{}'), randomInt(200));
    return true;
  });
  return platform;
};

/** Creates a mandatory policy that rejects every plan, and a run task. Returns the run task's id. */
async function withRunTask({ url }: Running, { name, token }: Prepared, platform: RunPlatform) {
  const home = { client: clientOf(url, token), name };
  const source = 'package no\n\ndeny contains "no" if true\n';
  const policy = await newOpaPolicy(home, 'no', { source, rule: 'data.no.deny' });
  await opaSet(home, 'baseline', [policy], { global: true });
  const task = { name: 'platform', 'hmac-key': key, 'allowed-hosts': [platform.url] };
  const path = `/organizations/${name}/policy-run-tasks`;
  const { status, body } = await home.client.post(path, documentOf('policy-run-tasks', task));
  assert.equal(status, 201);
  return String(body.data.id);
}

/** Waits until the platform has received the results of all its calls. */
const allAnswered = async (client: Client, runTask: string): Promise<void> => {
  for (const deadline = Date.now() + maxTime; ; await pause(100)) {
    const { body } = await client.get(`/policy-run-tasks/${runTask}/calls?page[size]=100`);
    const open = body.data.filter(
      ({ attributes }: { attributes: { status: string } }) => attributes.status !== 'answered',
    );
    if (open.length === 0) return;
    assert.ok(Date.now() < deadline, 'calls that were accepted are not answered');
  }
};

for (const engine of engines) {
  test(`Every accepted call of a run platform is answered after kill -9 (${engine})`, async (context) => {
    await using fresh = await freshDatabase(engine);
    await using platform = await openSlowPlatform();
    const environment = { ...environmentOf(fresh), TIPSTAFF_RUN_PLATFORMS: platform.url };
    const prepared = await prepare(environment);
    await using services = new AsyncDisposableStack();
    const first = services.use(await startService(environment));
    const runTask = await withRunTask(first, prepared, platform);
    const accepted: string[] = [];

    for (let round = 0, service = first; round < rounds; round += 1) {
      const address = `${service.url}/api/v2/policy-run-tasks/${runTask}/calls`;
      const sent = Array.from({ length: callsAtOnce }, async (_, index) => {
        const result = `taskrs-${round}-${index}`;
        const callback = { task_result_id: result, task_result_callback_url: platform.url + callbackOf(result) };
        assert.equal(await sendCall(address, key, callOf(platform, callback)), 200);
        return result;
      });
      accepted.push(...(await Promise.all(sent)));
      await pause(randomInt(2_000));
      await killed(service);
      service = services.use(await startService(environment));
      await allAnswered(clientOf(service.url, prepared.token), runTask);
    }
    await services.disposeAsync();

    await withDatabaseOf(environment, async ({ database }) => {
      const calls = await database.rows(stored, {});
      const known = await database.rows(evaluations, {});
      context.diagnostic(`${accepted.length} calls accepted in ${rounds} rounds, ${known.length} evaluations`);
      assert.deepEqual(calls.map((call) => call.task_result_id).toSorted(), accepted.toSorted());
      assert.ok(calls.every(({ result, sealed }) => result === 'failed' && sealed === null));
      assert.deepEqual(known.map(({ id }) => id).toSorted(), calls.map((call) => call.evaluation_id ?? '').toSorted());
      assert.ok(known.every(({ status }) => status === 'failed'));
    });
    for (const result of accepted) {
      const reported = platform.seen.filter(({ path }) => path === callbackOf(result));
      const statuses = reported.map(({ body }): string => JSON.parse(body).data.attributes.status);
      assert.deepEqual([...new Set(statuses)].toSorted(), ['failed', 'running'], result);
    }
  });
}
