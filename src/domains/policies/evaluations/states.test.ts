// Tests evaluations of states. They have results, but do not affect anything else.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf } from '../../../../test/support/documents.ts';
import {
  created,
  creating,
  evaluated,
  evaluatedIn,
  harmless,
  inWorkspace,
  newOpaPolicy,
  opaSet,
} from '../../../../test/support/evaluations.ts';
import { recordInputs } from '../../../../test/support/policy-inputs.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';
import { planOfState } from '../../../protocols/plans/plan-of-state.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { countRepairJob, recountJob } from '../posture/repair.ts';

/**
 * Creates a workspace whose plan passed. `state` evaluates a state in which the policy fails, in the workspace and with
 * all policy sets.
 */
const scene = async (world: World) => {
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets');
  const set = await opaSet(home, 'everywhere', [policy], { global: true, overridable: true });
  const workspace = await newWorkspace(home, 'shop');
  const passed = await evaluatedIn(world, home, workspace, harmless);
  const document = documentOf('policy-evaluations', { source: 'state' }, inWorkspace(workspace));
  const path = `/organizations/${home.name}/evaluations`;
  const state = (plan = creating) => evaluated({ world, by: home, path, document }, plan);
  const read = async (address: string) => (await home.client.get(address)).body;
  return { home, policy, set, workspace, passed, path, document, state, read };
};

onEachEngine('An evaluation of a state has a result, and the API shows its source', async (world) => {
  const { home, path, passed, state, read } = await scene(world);

  const evaluation = await state();
  const invalid = await home.client.post(path, documentOf('policy-evaluations', { source: 'run' }));

  const { source, status, notices, 'counts-for-workspace': counts } = evaluation.attributes;
  assert.deepEqual([source, status, counts, notices], ['state', 'failed', false, []]);
  assert.deepEqual([passed.attributes.source, passed.attributes['counts-for-workspace']], ['plan', true]);
  assert.equal(invalid.status, 422);
  const ids = async (filter: string) =>
    (await read(`${path}?${filter}`)).data.map(({ id }: { readonly id: string }) => id);
  assert.deepEqual(await ids('filter[source]=state'), [evaluation.id]);
  assert.deepEqual(await ids('filter[source]=plan'), [passed.id]);
  assert.deepEqual(await ids('filter[blocked]=true'), []);
  assert.equal((await auditOf(world, evaluation.id))[0]?.change.after.source, 'state');
});

onEachEngine('Every finding in a state is old', async (world) => {
  const { home, path, document } = await scene(world);
  const rule = 'some each in input.plan.resource_changes; each.type == "lab_bucket"; message := each.address';
  const source = `package named\n\ndeny contains message if { ${rule} }\n`;
  const written = { source, rule: 'data.named.deny', introduction: 'enforce-new' };
  await opaSet(home, 'new', [await newOpaPolicy(home, 'named', written)], { global: true });
  const plan = JSON.stringify(planOfState(JSON.parse(await readFile('test/states/state.json', 'utf8'))));

  const { attributes } = await evaluated({ world, by: home, path, document }, plan);

  assert.deepEqual([attributes.status, attributes['result-count'].old], ['passed', 1]);
});

onEachEngine('The source of an evaluation cannot be changed', async (world) => {
  const { home, path, document } = await scene(world);
  const { id } = await created({ by: home, path, document });

  const changed = await home.client.patch(
    `/policy-evaluations/${id}`,
    documentOf('policy-evaluations', { source: 'plan' }),
  );

  assert.equal(changed.status, 404);
});

onEachEngine('An evaluation of a state is never the latest of its workspace and is in no counts', async (world) => {
  const { home, policy, passed, state, read } = await scene(world);
  const organization = `/organizations/${home.name}`;
  const shown = async () => {
    const { workspaces, ...posture } = (await read(`${organization}/posture`)).data.attributes;
    const { 'state-evaluations': ofStates, ...counts } = workspaces;
    const rates = await Promise.all(
      ['day', 'policy', 'workspace'].map((group) => read(`${organization}/pass-rates?group=${group}`)),
    );
    const results = (await read(`${organization}/workspace-results`)).data;
    const failures = await read(`/policies/${policy}/failures`);
    const health = (await read(`/policies/${policy}`)).data.attributes['last-failed-at'];
    return { ofStates, others: { posture, counts, rates, results, failures: [failures.data, failures.meta], health } };
  };
  const before = await shown();

  await state();
  const after = await shown();
  await runOnce(world.context, countRepairJob(world.context));
  const repaired = await shown();
  world.advance(26 * 3_600_000);
  await runOnce(world.context, recountJob(world.context));
  const recounted = await shown();

  assert.deepEqual([before.ofStates, after.ofStates, recounted.ofStates], [0, 1, 1]);
  assert.deepEqual(after.others, before.others);
  assert.deepEqual(repaired.others, before.others);
  const failures = recounted.others.rates[0].data.map(
    ({ attributes: { failed } }: { readonly attributes: { readonly failed: number } }) => failed,
  );
  assert.ok(failures.every((failed: number) => failed === 0));
  assert.equal(after.others.results[0].relationships['latest-evaluation'].data.id, passed.id);
});

onEachEngine('An evaluation of a state cannot be overridden, and its input is not recorded', async (world) => {
  const { home, state, read } = await scene(world);
  await recordInputs(home, 30);

  const evaluation = await state();
  const comment = documentOf('policy-evaluations', { comment: 'ticket 7' });
  const refused = await home.client.post(`/policy-evaluations/${evaluation.id}/actions/override`, comment);

  const { overridable, permissions, notices } = evaluation.attributes;
  assert.deepEqual([overridable, permissions['can-override'], notices], [false, false, []]);
  assert.equal(refused.status, 422);
  assert.deepEqual(details(refused), [
    'The evaluation is about a state and not about a run: it blocks nothing that you could override.',
  ]);
  const inputs = await read(`/organizations/${home.name}/policy-inputs`);
  assert.equal(inputs.meta.pagination['total-count'], 0);
});

onEachEngine('An evaluation of a state does not end the override of an earlier plan', async (world) => {
  const { home, set, workspace, state, read } = await scene(world);
  const path = `/policy-sets/${set}/evaluations`;
  const plan = await evaluatedIn(world, home, workspace, creating);
  const comment = documentOf('policy-evaluations', { comment: 'ticket 7' });
  await home.client.post(`/policy-evaluations/${plan.id}/actions/override`, comment);

  await state(harmless);
  await evaluated({ world, by: home, path, document: documentOf('policy-evaluations', { source: 'state' }) }, harmless);

  assert.equal((await read(`/policy-evaluations/${plan.id}`)).data.attributes.status, 'overridden');
  const { workspaces } = (await read(`/organizations/${home.name}/posture`)).data.attributes;
  assert.deepEqual([workspaces.overridden, workspaces.passed, workspaces['state-evaluations']], [1, 0, 1]);
});
