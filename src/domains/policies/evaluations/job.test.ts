// Tests the evaluation job. The job must not fail if records are deleted during an evaluation, and a plan must still be
// evaluated if the process ends during its evaluation.
import assert from 'node:assert/strict';
import { created, creating, newOpaPolicy, opaSet, pathOf } from '../../../../test/support/evaluations.ts';
import { recordInputs } from '../../../../test/support/policy-inputs.ts';
import { turnWith } from '../../../../test/support/turns.ts';
import { onEachEngine } from '../../../../test/support/world.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { evaluationJob } from './job.ts';

// The first transaction starts the evaluation; the second one stores its result.
for (const moment of ['before 1', 'after 1', 'before 2']) {
  onEachEngine(`An evaluation ends if its organization is deleted during it: ${moment}`, async (world) => {
    const home = await world.home();
    await recordInputs(home, 30);
    const set = await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')]);
    const { id, links } = await created({ by: home, path: `/policy-sets/${set}/evaluations` });
    await home.client.put(pathOf(links.upload), creating);

    await evaluationJob(world.context).run(
      turnWith(world, moment, () => home.client.delete(`/organizations/${home.name}`)),
    );

    assert.equal((await home.client.get(`/policy-evaluations/${id}`)).status, 404);
  });
}

onEachEngine('A plan is evaluated even if the service ends three times during the evaluation', async (world) => {
  const home = await world.home();
  const set = await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')]);
  const { id, links } = await created({ by: home, path: `/policy-sets/${set}/evaluations` });
  await home.client.put(pathOf(links.upload), creating);
  const ends = () =>
    evaluationJob(world.context).run(turnWith(world, 'before 2', () => Promise.reject(new Error('the service ended'))));

  for (let each = 0; each < 3; each += 1) await assert.rejects(ends, /the service ended/);
  const { attributes } = (await home.client.get(`/policy-evaluations/${id}`)).body.data;
  world.advance(60_000);
  await runOnce(world.context, evaluationJob(world.context));

  const { body } = await home.client.get(`/policy-evaluations/${id}`);
  assert.deepEqual([attributes.status, body.data.attributes.status], ['running', 'failed']);
  assert.deepEqual(body.data.attributes['result-count']['mandatory-failed'], 1);
});
