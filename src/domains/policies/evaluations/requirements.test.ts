// Tests evaluations that pass although few or no policies were evaluated, and the organization settings that prevent
// this.
import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import {
  created,
  creating,
  evaluated,
  harmless,
  newOpaPolicy,
  opaSet,
  pathOf,
} from '../../../../test/support/evaluations.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { evaluationJob } from './job.ts';

const change = ({ client, name }: Home, attributes: object) =>
  client.patch(`/organizations/${name}`, documentOf('organizations', attributes));

const evaluate = (world: World, home: Home, plan: string, path = `/organizations/${home.name}/evaluations`) =>
  evaluated({ world, by: home, path }, plan);

onEachEngine(
  'An evaluation in which no policy was evaluated has a notice and does not affect counts',
  async (world) => {
    const home = await world.home();
    const empty = await opaSet(home, 'empty', []);
    const hint = await newPolicy(home, 'hint', { 'enforcement-level': 'advisory' });
    const native = await newPolicySet(home, 'native', {}, [hint]);
    const sound = await opaSet(home, 'sound', [await newOpaPolicy(home, 'buckets')]);

    const none = await evaluate(world, home, creating);
    const ofEmpty = await evaluate(world, home, creating, `/policy-sets/${empty}/evaluations`);
    const elsewhere = await evaluate(world, home, creating, `/policy-sets/${native}/evaluations`);
    const evaluatedPlan = await evaluate(world, home, harmless, `/policy-sets/${sound}/evaluations`);
    const unread = await evaluate(world, home, '{}', `/policy-sets/${sound}/evaluations`);
    const waiting = await created({ by: home, path: `/organizations/${home.name}/evaluations` });

    const shown = [none, ofEmpty, elsewhere, evaluatedPlan, unread, waiting].map(({ attributes }) => [
      attributes.status,
      attributes['nothing-evaluated'],
      attributes.notices[0],
    ]);
    assert.deepEqual(shown, [
      ['passed', true, 'No policy set applies: nothing was evaluated.'],
      ['passed', true, 'The policy set empty has no policies.'],
      ['passed', true, undefined],
      ['passed', false, undefined],
      ['errored', true, undefined],
      ['pending', false, undefined],
    ]);
    const { unknown, ...counts } = none.attributes['result-count'];
    assert.deepEqual([unknown, ...new Set(Object.values(counts))], [null, 0]);
  },
);

onEachEngine('An organization can require that evaluations without evaluated policies are errored', async (world) => {
  const home = await world.home();
  const set = await newPolicySet(home, 'native', {}, [
    await newPolicy(home, 'tags', { 'enforcement-level': 'hard-mandatory' }),
  ]);
  const changed = await change(home, { 'evaluated-policies-required': true });

  const none = await evaluate(world, home, creating);
  const override = await home.client.post(
    `/policy-evaluations/${none.id}/actions/override`,
    documentOf('policy-evaluations', { comment: 'x' }),
  );
  const elsewhere = await evaluate(world, home, creating, `/policy-sets/${set}/evaluations`);
  const { client } = await newMember(world, home, await newTeam(world, home, ['manage-policies']));
  const [{ policy_id }] = elsewhere.outcomes[0].attributes.outcomes;
  const posted = await client.post(
    `/policy-evaluations/${elsewhere.id}/external-outcomes`,
    documentOf('external-outcomes', {
      'input-digest': elsewhere.attributes['input-digest'],
      outcomes: [{ 'policy-id': policy_id, status: 'passed' }],
    }),
  );

  assert.equal(changed.body.data.attributes['evaluated-policies-required'], true);
  assert.deepEqual(
    [none.attributes.status, none.attributes['nothing-evaluated'], none.attributes.error],
    [
      'errored',
      true,
      'No policy was evaluated, but the organization requires at least one (evaluated-policies-required).',
    ],
  );
  assert.equal(override.status, 422);
  assert.deepEqual([elsewhere.attributes.status, elsewhere.attributes['nothing-evaluated']], ['unreachable', true]);
  const { attributes } = posted.body.data;
  assert.deepEqual([attributes.status, attributes['nothing-evaluated']], ['passed', false]);
});

const planWith = (members: object) => JSON.stringify({ ...JSON.parse(harmless), ...members });
const errored = planWith({ errored: true, complete: false });
const deferred = planWith({ complete: false });
const complete = planWith({ errored: false, complete: true });

onEachEngine('An incomplete plan has a notice, and is rejected if complete plans are required', async (world) => {
  const home = await world.home();
  const path = `/policy-sets/${await opaSet(home, 'sound', [await newOpaPolicy(home, 'buckets')])}/evaluations`;
  const plans = [errored, deferred, complete, harmless];

  const free: Awaited<ReturnType<typeof evaluate>>[] = [];
  for (const plan of plans) free.push(await evaluate(world, home, plan, path));
  await change(home, { 'complete-plans-required': true });
  const strict: typeof free = [];
  for (const plan of plans) strict.push(await evaluate(world, home, plan, path));

  assert.deepEqual(
    free.map(({ attributes }) => [attributes.status, attributes.notices]),
    [
      [
        'passed',
        [
          'Planning failed, so changes may be missing from the plan ("errored" is true). The policies only saw the other changes.',
        ],
      ],
      [
        'passed',
        ['Some changes are deferred to another plan ("complete" is false). The policies only saw the other changes.'],
      ],
      ['passed', []],
      ['passed', []],
    ],
  );
  assert.deepEqual(
    strict.map(({ attributes }) => [attributes.status, attributes.error]),
    [
      [
        'errored',
        'plan: planning failed, so changes may be missing from the plan ("errored" is true), and complete plans are required',
      ],
      [
        'errored',
        'plan: some changes are deferred to another plan ("complete" is false), and complete plans are required',
      ],
      ['passed', null],
      ['passed', null],
    ],
  );
});

onEachEngine('A requirement that is set while a plan waits applies to it', async (world) => {
  const home = await world.home();
  const { id, links } = await created({ by: home, path: `/organizations/${home.name}/evaluations` });
  await home.client.put(pathOf(links.upload), creating);

  await change(home, { 'evaluated-policies-required': true });
  await runOnce(world.context, evaluationJob(world.context));

  assert.equal((await home.client.get(`/policy-evaluations/${id}`)).body.data.attributes.status, 'errored');
});
