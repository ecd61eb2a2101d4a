// Tests that a replay compares verdicts even if the setting `unknown-values` rejects them.
import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import { newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { evaluatedPlan, planOf, recordInputs } from '../../../../test/support/policy-inputs.ts';
import { onEachEngine } from '../../../../test/support/world.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { replayJob } from './job.ts';

const source = `package buckets

deny contains "public" if input.plan.resource_changes[_].change.after.acl == "public-read"
`;

onEachEngine('A replay compares verdicts that do not count because of unknown values', async (world) => {
  const home = await world.home();
  await recordInputs(home, 30);
  const policy = await newOpaPolicy(home, 'buckets', { source });
  const set = await opaSet(home, 'all', [policy], { global: true, 'unknown-values': 'fail-all' });
  const unknownPlan = planOf({ acl: 'public-read' })
    .replace('"acl":"public-read"', '')
    .replace('"after":', '"after_unknown":{"acl":true},$&');
  const { attributes } = await evaluatedPlan(world, home, unknownPlan);

  const created = await home.client.post(`/policy-sets/${set}/replays`, documentOf('policy-replays', {}));
  await runOnce(world.context, replayJob(world.context));
  const shown = await home.client.get(`/policy-replays/${created.body.data.id}`);

  assert.equal(attributes.status, 'errored');
  const { unchanged, errored } = shown.body.data.attributes['result-counts'];
  assert.deepEqual([unchanged, errored], [1, 0]);
});
