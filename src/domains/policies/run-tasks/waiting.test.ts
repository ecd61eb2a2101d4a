// Tests run task calls that wait for external outcomes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf } from '../../../../test/support/documents.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { callOf, sendCall } from '../../../../test/support/run-platform.ts';
import { callsOf, finishCalls, key, openStage, type Stage } from '../../../../test/support/run-task-stage.ts';
import { engines } from '../../../../test/support/world.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { evaluationJob } from '../evaluations/job.ts';
import { callJob } from './job.ts';

const minute = 60_000;

/** Starts a platform that calls a run task, and creates a mandatory policy that the service cannot evaluate. */
const openWaitingStage = async (engine: Stage['world']['engine'], minutes: number) => {
  const stage = await openStage(engine);
  const { home, id } = stage;
  const policy = await newPolicy(home, 'elsewhere', { 'enforcement-level': 'hard-mandatory' });
  await newPolicySet(home, 'everywhere', { global: true }, [policy]);
  const document = documentOf('policy-run-tasks', { 'external-outcomes-minutes': minutes });
  assert.equal((await home.client.patch(`/policy-run-tasks/${id}`, document)).status, 200);
  return { stage, policy };
};

/** Runs once, in the required order, the jobs that process a run task call. */
const turn = async ({ world: { context } }: Stage) => {
  await runOnce(context, callJob(context));
  await runOnce(context, evaluationJob(context));
  await runOnce(context, callJob(context));
};

/**
 * Posts an external outcome of the given policy for the organization's only evaluation, and returns the evaluation's
 * new status.
 */
const post = async ({ home }: Stage, policy: string, status: 'passed' | 'failed') => {
  const [{ id, attributes }] = (await home.client.get(`/organizations/${home.name}/evaluations`)).body.data;
  const outcomes = [{ 'policy-id': policy, status }];
  const document = documentOf('external-outcomes', { 'input-digest': attributes['input-digest'], outcomes });
  const { body } = await home.client.post(`/policy-evaluations/${id}/external-outcomes`, document);
  return body.data.attributes.status;
};

for (const engine of engines) {
  test(`A platform waits for external outcomes and gets progress reports (${engine})`, async () => {
    const { stage, policy } = await openWaitingStage(engine, 20);
    await using opened = stage;
    const { platform, url, world } = opened;
    await sendCall(url, key, callOf(platform));

    await turn(stage);
    const [waiting] = await callsOf(stage);
    for (let minutes = 0; minutes < 9; minutes += 1) {
      world.advance(minute);
      await turn(stage);
    }
    const before = platform.results().map(({ status }) => status);
    const posted = await post(stage, policy, 'passed');
    world.advance(minute);
    await turn(stage);
    const [call] = await callsOf(stage);

    assert.equal(waiting.attributes.status, 'evaluating');
    // The test takes some real time, so the remaining time is not known exactly.
    const left = Date.parse(waiting.attributes['waits-until']) - world.context.clock.now();
    assert.ok(left > 8 * minute && left <= 10 * minute, String(left));
    // Progress is reported when the call starts, when the wait for external outcomes starts, and every four minutes.
    assert.deepEqual(before, ['running', 'running', 'running', 'running']);
    assert.match(platform.results()[1]?.message ?? '', /^Tipstaff waits until .*Z for external outcomes\./);
    assert.equal(posted, 'passed');
    assert.deepEqual([call.attributes.status, call.attributes.result], ['answered', 'passed']);
    assert.equal(platform.results().at(-1)?.status, 'passed');
  });

  test(`If no outcomes are posted in time, or without waiting, the platform gets the reason (${engine})`, async () => {
    const { stage } = await openWaitingStage(engine, 2);
    await using opened = stage;
    const { home, id, platform, url } = opened;
    await sendCall(url, key, callOf(platform));
    await finishCalls(opened);
    const late = platform.results().at(-1);
    await home.client.patch(
      `/policy-run-tasks/${id}`,
      documentOf('policy-run-tasks', { 'external-outcomes-minutes': 0 }),
    );
    await sendCall(url, key, callOf(platform, { task_result_id: 'taskrs-2' }));
    const heard = platform.results().length;
    await turn(opened);
    const atOnce = platform.results().slice(heard);
    const wrong = await home.client.patch(
      `/policy-run-tasks/${id}`,
      documentOf('policy-run-tasks', { 'external-outcomes-minutes': 51 }),
    );

    assert.equal(late?.status, 'failed');
    assert.match(late?.message ?? '', /^Unreachable: .* no external outcomes were posted for them within 2 minutes/);
    assert.deepEqual(
      atOnce.map(({ status }) => status),
      ['running', 'failed'],
    );
    assert.match(
      atOnce[1]?.message ?? '',
      /posted for them\. To wait for external outcomes, set external-outcomes-minutes of the run task\./,
    );
    assert.equal(wrong.status, 422);
  });
}
