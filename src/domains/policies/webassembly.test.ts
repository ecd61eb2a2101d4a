// Tests that the WebAssembly version of OPA gives the same results for each operation as the native executable. Other
// tests use the native executable; a service without the executable uses WebAssembly.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentOf } from '../../../test/support/documents.ts';
import { creating, evaluated, newOpaPolicy, opaSet } from '../../../test/support/evaluations.ts';
import { evaluatedPlan, planOf, recordInputs } from '../../../test/support/policy-inputs.ts';
import { openWorld } from '../../../test/support/world.ts';
import { webAssembly } from '../../effects/policy-engine/engine-choice.ts';
import { runOnce } from '../../runtime/jobs/jobs.ts';
import { codeCheckJob } from './policies/check-job.ts';
import { replayJob } from './replays/job.ts';

const tests = `package buckets_test

test_private_passes if count(data.buckets.deny) == 0 with input as {"plan": {"resource_changes": []}}

test_fails if data.buckets.deny == {"never"} with input as {"plan": {"resource_changes": []}}
`;

/** Returns the results of each operation in a service that is started with the given environment variables. */
async function resultsBy(environment: Readonly<Record<string, string>>) {
  await using world = await openWorld('sqlite', { environment });
  const home = await world.home();
  const { client } = home;
  await recordInputs(home, 30);
  await evaluatedPlan(world, home, planOf({ acl: 'private' }));
  const policy = await newOpaPolicy(home, 'buckets');
  const set = await opaSet(home, 'baseline', [policy]);

  const broken = await newOpaPolicy(home, 'broken', { source: 'package buckets\n\ndeny contains {' });
  await client.put(`/policies/${policy}/tests`, tests);
  await runOnce(world.context, codeCheckJob(world.context));
  const checked = [await client.get(`/policies/${broken}`), await client.get(`/policies/${policy}`)];
  const path = `/policy-sets/${set}/evaluations`;
  const { attributes, outcomes } = await evaluated({ world, by: home, path }, creating);
  const tried = await client.post(`/policies/${policy}/actions/try`, documentOf('policy-trials', { plan: creating }));
  const replay = await client.post(`/policies/${policy}/replays`, documentOf('policy-replays', {}));
  await runOnce(world.context, replayJob(world.context));
  const replayed = await client.get(`/policy-replays/${replay.body.data.id}`);

  const trial = tried.body.data.attributes;
  const [outcome] = outcomes[0].attributes.outcomes;
  return {
    checks: checked.map(({ body }) => {
      const { check, 'test-result': result } = body.data.attributes;
      return [check.status, check.problems, result?.passed, result?.failures];
    }),
    evaluation: [attributes.status, outcome.status, outcome.output],
    trial: [trial.status, trial.output, trial.tests],
    replay: [replayed.body.data.attributes.status, replayed.body.data.attributes['result-counts']],
  };
}

test('Code checks, tests, evaluations, trials and replays give the same results with WebAssembly', async () => {
  const native = await resultsBy({});

  const results = await resultsBy({ TIPSTAFF_POLICY_ENGINE: webAssembly });

  assert.deepEqual(results, native);
  assert.deepEqual(
    results.checks.map(([status, problems, passed, failures]) => [status, problems.length, passed, failures?.length]),
    [
      ['failed', 2, undefined, undefined],
      ['passed', 0, 1, 1],
    ],
  );
  assert.deepEqual(results.evaluation, ['failed', 'failed', ['aws_s3_bucket.logs is public']]);
  assert.deepEqual(results.trial, ['failed', ['aws_s3_bucket.logs is public'], null]);
  assert.equal(results.replay[1]['newly-failing'], 1);
});
