// Tests run task calls that a run platform sends over HTTP, with evaluations by the real engine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf } from '../../../../test/support/documents.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { callOf, platformToken, sendCall } from '../../../../test/support/run-platform.ts';
import {
  callsOf,
  evaluations,
  finishCalls,
  key,
  newCode,
  openStage,
  planOf,
  storedCalls,
} from '../../../../test/support/run-task-stage.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { engines } from '../../../../test/support/world.ts';
import { openContext } from '../../../context.ts';
import { query } from '../../../db/query.ts';
import { runOnce, startJobs } from '../../../runtime/jobs/jobs.ts';
import { wiring } from '../../index.ts';
import { jobParts } from '../../instance/index.ts';
import { evaluationJob } from '../evaluations/job.ts';
import { insertEvaluation } from '../evaluations/store.ts';
import { callJob } from './job.ts';
import { updateCall } from './store.ts';

const wholeEvaluations = query()((db) => db.selectFrom('policy_evaluations').selectAll());

for (const engine of engines) {
  test(`The run of a platform is evaluated, and the platform gets the outcome of each policy (${engine})`, async () => {
    await using stage = await openStage(engine);
    const { home, platform, url, world } = stage;
    const workspace = await newWorkspace(home, 'storage');
    const [strict, hint] = [
      await newCode(home, 'strict'),
      await newCode(home, 'hint', { 'enforcement-level': 'advisory' }),
    ];
    const relationship = { workspaces: { data: [{ type: 'workspaces', id: workspace }] } };
    const set = await newPolicySet(home, 'of-storage', { kind: 'opa' }, [strict, hint]);
    await home.client.post(`/policy-sets/${set}/relationships/workspaces`, relationship.workspaces);

    const statuses = [await sendCall(url, key, callOf(platform)), await sendCall(url, key, callOf(platform))];
    const sealed = JSON.stringify(await world.context.database.rows(storedCalls, {}));
    await finishCalls(stage);

    assert.deepEqual(statuses, [200, 200]);
    assert.doesNotMatch(sealed, new RegExp(`${platformToken}|plan-1/json-output`));
    const [running, final, ...others] = platform.results();
    assert.deepEqual([running?.status, final?.status, others.length], ['running', 'failed', 0]);
    assert.match(final?.message ?? '', /^Policies: 2 failed\. Blocked by: strict\.$/);
    assert.deepEqual(
      final?.outcomes.map(({ type, attributes }) => [type, attributes['outcome-id'], attributes.tags.Status]),
      [
        ['task-result-outcomes', 'of-storage/strict', [{ label: 'Failed', level: 'error' }]],
        ['task-result-outcomes', 'of-storage/hint', [{ label: 'Failed', level: 'warning' }]],
      ],
    );
    assert.match(final?.outcomes[0]?.attributes.body ?? '', /- aws\\_s3\\_bucket\\.logs by their\\-user/);
    const [stored, ...more] = await world.context.database.rows(evaluations, {});
    assert.deepEqual([stored?.status, more.length], ['failed', 0]);
    assert.equal(final?.url, `${world.url}/app/organizations/${home.name}/evaluations/${stored?.id}`);
    const fetched = platform.seen.filter(({ method }) => method === 'GET');
    assert.deepEqual(
      fetched.map(({ path }) => path),
      ['/api/v2/plans/plan-1/json-output', '/archive/plan-1'],
    );
    const [call] = await callsOf(stage);
    assert.deepEqual(
      [call.attributes.status, call.attributes.result, call.attributes.error],
      ['answered', 'failed', null],
    );
    assert.equal(call.relationships['policy-evaluation'].data.id, stored?.id);
    const [row] = await world.context.database.rows(storedCalls, {});
    assert.equal(row?.sealed, null);
  });

  test(`After a restart, the service continues a call where it stopped (${engine})`, async () => {
    await using stage = await openStage(engine);
    const { home, platform, url, world } = stage;
    await newPolicySet(home, 'everywhere', { kind: 'opa', global: true }, [await newCode(home, 'strict')]);
    const requested = Promise.withResolvers<void>();
    platform.behave(({ path }) => {
      if (path !== '/archive/plan-1') return false;
      requested.resolve();
      return true;
    });
    await sendCall(url, key, callOf(platform));
    {
      // The platform never sends the plan to this instance. The next instance stops while the evaluation waits.
      await using _jobs = startJobs(jobParts(world.context), [callJob(world.context)]);
      await requested.promise;
    }
    platform.behave(() => false);
    const [interrupted] = await world.context.database.rows(storedCalls, {});
    await using second = await openContext(world.context.config, wiring);
    await runOnce(second, callJob(second));
    const [waiting] = await world.context.database.rows(storedCalls, {});
    await using third = await openContext(world.context.config, wiring);
    await runOnce(third, evaluationJob(third));
    await runOnce(third, callJob(third));

    assert.deepEqual([interrupted?.status, interrupted?.attempts], ['accepted', 0]);
    assert.equal(waiting?.status, 'evaluating');
    assert.deepEqual(
      platform.results().map(({ status }) => status),
      ['running', 'failed'],
    );
    assert.equal((await world.context.database.rows(evaluations, {})).length, 1);
  });
}

for (const engine of engines) {
  test(`A call that fails unexpectedly is repeated, and does not delay other calls (${engine})`, async () => {
    await using stage = await openStage(engine);
    const { home, platform, url, world } = stage;
    await newPolicySet(home, 'everywhere', { kind: 'opa', global: true }, [await newCode(home, 'strict')]);
    await sendCall(url, key, callOf(platform));
    const [broken] = await world.context.database.rows(storedCalls, {});
    const id = broken?.id ?? '';
    await world.context.database.transaction((tx) => updateCall(tx, id, { sealed: 'nothing that was sealed' }));
    await sendCall(url, key, callOf(platform, { task_result_id: 'taskrs-2' }));

    await runOnce(world.context, callJob(world.context));
    await runOnce(world.context, evaluationJob(world.context));
    await runOnce(world.context, callJob(world.context));
    const first = await world.context.database.rows(storedCalls, {});
    await finishCalls(stage);
    const last = await world.context.database.rows(storedCalls, {});

    const statusOf = (rows: typeof first) => rows.map((row) => [row.id === id, row.status, row.attempts > 0]).sort();
    assert.deepEqual(statusOf(first), [
      [false, 'answered', false],
      [true, 'accepted', true],
    ]);
    assert.equal(
      last.find((row) => row.id === id)?.problem,
      'Tipstaff failed unexpectedly. The log of Tipstaff contains the reason.',
    );
    assert.deepEqual(
      last.map(({ status }) => status),
      ['answered', 'answered'],
    );
  });
}

test('For an unknown workspace, only global sets apply, and the result says so', async () => {
  await using stage = await openStage('sqlite', { plan: planOf('google_storage_bucket.a') });
  const { home, platform, url } = stage;
  await newPolicySet(home, 'everywhere', { kind: 'opa', global: true }, [await newCode(home, 'strict')]);
  const other = await newPolicySet(home, 'elsewhere', { kind: 'opa' }, [await newCode(home, 'other')]);
  const workspace = await newWorkspace(home, 'network');
  await home.client.post(`/policy-sets/${other}/relationships/workspaces`, {
    data: [{ type: 'workspaces', id: workspace }],
  });

  await sendCall(url, key, callOf(platform));
  await finishCalls(stage);

  const final = platform.results().at(-1);
  assert.equal(final?.status, 'passed');
  assert.equal(
    final?.message,
    'Policies: 1 passed. There is no workspace storage in Tipstaff: only global policy sets were evaluated.',
  );
});

test('A result without evaluated policies says so, and errored and unreachable evaluations fail', async () => {
  await using stage = await openStage('sqlite');
  const { home, platform, url } = stage;

  await sendCall(url, key, callOf(platform));
  await finishCalls(stage);
  const nothing = platform.results().at(-1);
  const broken = await newCode(home, 'broken', {}, 'package buckets\n\ndeny := true\n');
  await newPolicySet(home, 'everywhere', { kind: 'opa', global: true }, [broken]);
  await newPolicySet(home, 'native', { global: true }, [
    await newPolicy(home, 'other', { 'enforcement-level': 'hard-mandatory' }),
  ]);
  await sendCall(url, key, callOf(platform, { task_result_id: 'taskrs-2' }));
  await finishCalls(stage);

  assert.equal(nothing?.status, 'passed');
  assert.match(nothing?.message ?? '', /No policy set applies: nothing was evaluated\./);
  const final = platform.results().at(-1);
  assert.equal(final?.status, 'failed');
  assert.match(final?.message ?? '', /1 errored, 1 unreachable\. Blocked by: /);
  assert.match(
    final?.outcomes.map(({ attributes }) => attributes.body).join('\n') ?? '',
    /This service does not evaluate policies of this kind/,
  );
});

test('A call is answered even if many evaluations of its organization wait for their plans', async () => {
  await using stage = await openStage('sqlite');
  const { home, platform, url, world } = stage;
  await home.client.post(`/organizations/${home.name}/evaluations`, documentOf('policy-evaluations', {}));
  const [row] = await world.context.database.rows(wholeEvaluations, {});
  assert.ok(row !== undefined);
  const copies = Array.from({ length: 999 }, (_, index) => ({ ...row, id: `poleval-${index}` }));
  await world.context.database.transaction(async (tx) => {
    for (let start = 0; start < copies.length; start += 100)
      await insertEvaluation(tx, copies.slice(start, start + 100));
  });

  await sendCall(url, key, callOf(platform));
  await finishCalls(stage);

  assert.equal(platform.results().at(-1)?.status, 'passed');
});

test('Requests to a slow platform are repeated, and if it stays slow, its task fails', async () => {
  await using stage = await openStage('sqlite');
  const { platform, url, world } = stage;
  platform.behave(({ path }) => path === '/archive/plan-1');

  await sendCall(url, key, callOf(platform));
  for (let turns = 0; turns < 12; turns += 1) {
    await runOnce(world.context, callJob(world.context, { plan: 100, result: 5_000, announcement: 5_000 }));
    world.advance(61_000);
  }

  const requested = platform.seen.filter(({ path }) => path === '/archive/plan-1').length;
  assert.ok(requested > 1 && requested <= 10, String(requested));
  assert.deepEqual(
    platform.results().map(({ status }) => status),
    ['running', 'failed'],
  );
  assert.match(platform.results().at(-1)?.message ?? '', /The plan could not be fetched in time\./);
});

test('Requests to a platform that fails temporarily are repeated', async () => {
  await using stage = await openStage('sqlite', { plan: planOf() });
  const { home, platform, url } = stage;
  await newPolicySet(home, 'everywhere', { kind: 'opa', global: true }, [await newCode(home, 'strict')]);
  const failing = new Map([
    ['GET', 3],
    ['PATCH', 2],
  ]);
  platform.behave(({ method }, response) => {
    const left = failing.get(method) ?? 0;
    failing.set(method, left - 1);
    if (left > 0) response.writeHead(500).end();
    return left > 0;
  });

  await sendCall(url, key, callOf(platform));
  await finishCalls(stage);

  assert.deepEqual((await callsOf(stage))[0].attributes.result, 'passed');
  assert.equal((await stage.world.context.database.rows(evaluations, {})).length, 1);
});

test('A platform without a plan, or that accepts no result, leads to a stored reason', async () => {
  await using stage = await openStage('sqlite');
  const { platform, url } = stage;

  await sendCall(url, key, callOf(platform, { stage: 'pre_plan', plan_json_api_url: null }));
  await finishCalls(stage);
  const early = platform.results().at(-1);
  platform.behave(({ method }, response) => {
    if (method === 'PATCH') response.writeHead(401).end();
    return method === 'PATCH';
  });
  await sendCall(url, key, callOf(platform, { task_result_id: 'taskrs-2' }));
  await finishCalls(stage);

  assert.match(early?.message ?? '', /^The platform sent no plan at the stage pre_plan/);
  const untold = (await callsOf(stage)).find(
    ({ attributes }: { attributes: Record<string, unknown> }) => attributes['task-result-id'] === 'taskrs-2',
  );
  assert.equal(
    untold.attributes.error,
    'The platform did not accept the result: the platform responded with status 401.',
  );
  assert.equal(untold.attributes.result, null);
});

test('Deleting a run task ends a call in progress', async () => {
  await using stage = await openStage('sqlite');
  const { home, id, platform, url, world } = stage;
  await sendCall(url, key, callOf(platform));
  await runOnce(world.context, callJob(world.context));

  await home.client.delete(`/policy-run-tasks/${id}`);
  await runOnce(world.context, evaluationJob(world.context));
  const ran = await runOnce(world.context, callJob(world.context));

  assert.equal(ran, false);
  assert.deepEqual(
    platform.results().map(({ status }) => status),
    ['running'],
  );
});
