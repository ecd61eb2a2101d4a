// The job that evaluates plans: what is deleted meanwhile is no failure of it.
import assert from 'node:assert/strict';
import { created, creating, newOpaPolicy, opaSet, pathOf } from '../../../../test/support/evaluations.ts';
import { rememberInputs } from '../../../../test/support/policy-inputs.ts';
import { turnWith } from '../../../../test/support/turns.ts';
import { onEachEngine } from '../../../../test/support/world.ts';
import { evaluationJob } from './job.ts';

// The first transaction begins the evaluation, the second one stores what came of it.
for (const moment of ['before 1', 'after 1', 'before 2']) {
  onEachEngine(`An organization that is deleted during its evaluation ends that: ${moment}`, async (world) => {
    const home = await world.home();
    await rememberInputs(home, 30);
    const set = await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')]);
    const { id, links } = await created({ by: home, path: `/policy-sets/${set}/evaluations` });
    await home.client.put(pathOf(links.upload), creating);

    await evaluationJob(world.context).run(
      turnWith(world, moment, () => home.client.delete(`/organizations/${home.name}`)),
    );

    assert.equal((await home.client.get(`/policy-evaluations/${id}`)).status, 404);
  });
}
