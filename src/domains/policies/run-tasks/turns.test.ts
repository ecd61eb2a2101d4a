// Tests concurrent run task calls from many platforms, some of which never respond.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf } from '../../../../test/support/documents.ts';
import { callOf, openRunPlatform, sendCall } from '../../../../test/support/run-platform.ts';
import { key, planOf } from '../../../../test/support/run-task-stage.ts';
import { engines, type Home, openWorld } from '../../../../test/support/world.ts';
import { startJobs } from '../../../runtime/jobs/jobs.ts';
import { jobParts } from '../../instance/index.ts';
import { evaluationJob } from '../evaluations/job.ts';
import { callJob } from './job.ts';

/** A timeout in ms that is longer than any test. */
const never = 3_600_000;
const patient = { plan: never, result: never, announcement: never };

/** Creates a run task that may contact the given hosts, and returns its URL. */
const newTask = async (home: Home, hosts: readonly string[]): Promise<string> => {
  const task = { name: 'platform', 'hmac-key': key, 'allowed-hosts': hosts };
  const created = await home.client.post(
    `/organizations/${home.name}/policy-run-tasks`,
    documentOf('policy-run-tasks', task),
  );
  assert.equal(created.status, 201, created.bytes.toString());
  return created.body.data.attributes.url;
};

/**
 * Starts two platforms. The first one never responds. The second one resolves `begun` when progress is reported, and
 * `finished` when the result is reported.
 */
const openPlatforms = async () => {
  await using stack = new AsyncDisposableStack();
  const silent = stack.use(await openRunPlatform(() => planOf()));
  const good = stack.use(await openRunPlatform(() => planOf()));
  const [begun, finished] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  silent.behave(() => true);
  good.behave(({ method, body }) => {
    if (method === 'PATCH') begun.resolve();
    if (method === 'PATCH' && /"status":"(passed|failed)"/.test(body)) finished.resolve();
    return false;
  });
  const opened = stack.move();
  const environment = { TIPSTAFF_RUN_PLATFORMS: `${silent.url},${good.url}` };
  return { silent, good, begun, finished, environment, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};

for (const engine of engines) {
  test(`Platforms of sixteen organizations that never respond do not delay another organization (${engine})`, async () => {
    await using platforms = await openPlatforms();
    await using world = await openWorld(engine, { environment: platforms.environment });
    const { silent, good, begun } = platforms;
    for (let organization = 0; organization < 16; organization += 1) {
      const url = await newTask(await world.home(), [silent.url]);
      for (let call = 0; call < 4; call += 1)
        await sendCall(url, key, callOf(silent, { task_result_id: `taskrs-${call}` }));
    }
    const url = await newTask(await world.home(), [good.url]);
    await sendCall(url, key, callOf(good));

    await using _jobs = startJobs(jobParts(world.context), [callJob(world.context, patient)]);
    await begun.promise;

    assert.equal(good.results()[0]?.status, 'running');
  });
}

test('Platforms of one account that never respond leave slots for another account', async () => {
  await using platforms = await openPlatforms();
  await using world = await openWorld('sqlite', { environment: platforms.environment });
  const { silent, good, begun } = platforms;
  const homes: Home[] = [];
  for (let each = 0; each < 16; each += 1) homes.push(await world.home());
  await world.context.database.transaction((tx) =>
    tx.run((db) => db.updateTable('organizations').set({ creator_id: 'user-1' })),
  );
  for (const home of homes) {
    const url = await newTask(home, [silent.url]);
    for (let call = 0; call < 2; call += 1)
      await sendCall(url, key, callOf(silent, { task_result_id: `taskrs-${call}` }));
  }
  const late = await newTask(await world.home(), [good.url]);
  const taken = Promise.withResolvers<void>();
  let calls = 0;
  silent.behave(() => {
    calls += 1;
    if (calls === 24) taken.resolve();
    return true;
  });

  await using _jobs = startJobs(jobParts(world.context), [callJob(world.context, patient)]);
  await taken.promise;
  await sendCall(late, key, callOf(good));
  await begun.promise;

  assert.equal(good.results()[0]?.status, 'running');
});

test('A platform that times out gets one request at a time, and another platform of the organization is not delayed', async () => {
  await using platforms = await openPlatforms();
  await using world = await openWorld('sqlite', { environment: platforms.environment });
  const { silent, good, finished } = platforms;
  const url = await newTask(await world.home(), [silent.url, good.url]);
  for (let call = 0; call < 3; call += 1)
    await sendCall(url, key, callOf(silent, { task_result_id: `taskrs-of-silent-${call}` }));
  await sendCall(url, key, callOf(good));

  const job = callJob(world.context, { ...patient, announcement: 100 });
  await using _jobs = startJobs(jobParts(world.context), [job, evaluationJob(world.context)]);
  await finished.promise;

  assert.equal(good.results().at(-1)?.status, 'passed');
  assert.equal(silent.seen.filter(({ method }) => method === 'GET').length, 1);
});
