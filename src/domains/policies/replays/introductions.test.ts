// Tests of replays that try out another introduction of a policy.
import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import { newOpaPolicy } from '../../../../test/support/evaluations.ts';
import { evaluatedPlan, planOf, recordInputs } from '../../../../test/support/policy-inputs.ts';
import { onEachEngine } from '../../../../test/support/world.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { replayJob } from './job.ts';

const source = `package buckets

deny contains message if {
  some each in input.plan.resource_changes
  each.change.after.acl == "public-read"
  message := sprintf("%s: acl", [each.address])
}
`;

/** Plan with its prior state that keeps a public bucket. */
function planWithOldFinding(): string {
  const plan = JSON.parse(planOf({ acl: 'public-read' }, {}, ['no-op']));
  plan.resource_changes[0].change.before = { acl: 'public-read' };
  const values = { root_module: {} };
  return JSON.stringify({ ...plan, planned_values: values, prior_state: { format_version: '1.0', values } });
}

onEachEngine('A replay shows which plans a policy would no longer block with enforce-new', async (world) => {
  const home = await world.home();
  await recordInputs(home, 30);
  for (const plan of [planWithOldFinding(), planOf({ acl: 'public-read' })]) await evaluatedPlan(world, home, plan);
  const policy = await newOpaPolicy(home, 'buckets', { source });
  const counts = async (attributes: object) => {
    const { body } = await home.client.post(`/policies/${policy}/replays`, documentOf('policy-replays', attributes));
    await runOnce(world.context, replayJob(world.context));
    const { 'result-counts': all } = (await home.client.get(`/policy-replays/${body.data.id}`)).body.data.attributes;
    return [all['newly-failing'], all['newly-passing'], all.unchanged];
  };

  const fresh = await counts({ introduction: 'enforce-new' });
  await home.client.patch(`/policies/${policy}`, documentOf('policies', { introduction: 'enforce-new' }));
  const all = await counts({ introduction: 'enforce' });
  const same = await counts({ shadow: false });

  assert.deepEqual(fresh, [0, 1, 1]);
  assert.deepEqual(all, [1, 0, 1]);
  assert.deepEqual(same, [0, 0, 2]);
});
