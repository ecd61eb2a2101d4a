// Tests that old findings of a policy with the introduction enforce-new do not block a plan.
import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import { evaluated, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { bucket, kept, findingOf as of, planOf, source } from '../../../../test/support/old-findings.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

const unchanged = planOf(kept('logs'), kept('data'));
const growing = planOf(kept('logs'), bucket('extra', ['create'], null));

onEachEngine('Only new findings of a policy with enforce-new block a plan', async (world) => {
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets', { source, introduction: 'enforce-new' });
  const set = await opaSet(home, 'baseline', [policy], { global: true });
  const evaluate = async (plan: string) => {
    const { id, attributes, outcomes } = await evaluated(
      { world, by: home, path: `/policy-sets/${set}/evaluations` },
      plan,
    );
    const { body } = await home.client.get(`/policy-evaluations/${id}/findings`);
    return { attributes, outcome: outcomes[0].attributes.outcomes[0], findings: body.data };
  };
  const change = (attributes: object) => home.client.patch(`/policies/${policy}`, documentOf('policies', attributes));

  const old = await evaluate(unchanged);
  const mixed = await evaluate(growing);
  const exemption = { reason: 'Agreed', owner: 'ops', 'expires-at': null, 'resource-address': 'aws_s3_bucket.logs' };
  const granted = await home.client.post(`/policies/${policy}/exemptions`, documentOf('policy-exemptions', exemption));
  assert.equal(granted.status, 201);
  const exempt = await evaluate(unchanged);
  await change({ introduction: 'enforce' });
  const enforced = await evaluate(unchanged);

  const { status, notices, 'result-count': counts } = old.attributes;
  assert.deepEqual([status, counts.old, counts['mandatory-failed'], old.outcome.status], ['passed', 1, 0, 'failed']);
  assert.deepEqual(notices, [
    'These policies have findings that were present before this plan and do not block it: buckets (2) (policy set baseline).',
  ]);
  assert.deepEqual([old.outcome.introduction, old.outcome.old, old.outcome.output], ['enforce-new', true, []]);
  assert.deepEqual([old.outcome.old_output, old.outcome.old_output_count], [[of('data'), of('logs')], 2]);
  assert.deepEqual([mixed.attributes.status, mixed.attributes['result-count'].old], ['failed', 0]);
  assert.deepEqual([mixed.outcome.output, mixed.outcome.old_output], [[of('extra')], [of('logs')]]);
  const reason = { reason: 'created', names: [], 'same-before': false, message: null };
  assert.deepEqual(mixed.outcome.new_reasons, [reason]);
  assert.deepEqual(
    mixed.findings.map(({ attributes }: { attributes: Record<string, unknown> }) => [
      attributes.message,
      attributes.blocking,
      attributes.old,
      attributes['new-reason'],
    ]),
    [
      [of('extra'), true, false, reason],
      [of('logs'), false, true, undefined],
    ],
  );
  assert.deepEqual(
    [exempt.outcome.exempted_output, exempt.outcome.old_output, exempt.attributes.status],
    [[of('logs')], [of('data')], 'passed'],
  );
  assert.deepEqual(
    [enforced.attributes.status, enforced.outcome.output, enforced.outcome.old],
    ['failed', [of('data')], false],
  );
});

onEachEngine(
  'Old findings are counted apart, and enforce-new has no effect on advisory policies and sets in shadow mode',
  async (world) => {
    const home = await world.home();
    const [policy, advisory] = [
      await newOpaPolicy(home, 'buckets', { source, introduction: 'enforce-new' }),
      await newOpaPolicy(home, 'advice', { source, introduction: 'enforce-new', level: 'advisory' }),
    ];
    const set = await opaSet(home, 'baseline', [policy, advisory], { global: true });
    const shadow = await opaSet(home, 'shadow', [policy], { global: true, shadow: true });
    const evaluate = (of: string) => evaluated({ world, by: home, path: `/policy-sets/${of}/evaluations` }, unchanged);

    const [both, hidden] = [await evaluate(set), await evaluate(shadow)];
    const rates = await home.client.get(`/organizations/${home.name}/pass-rates?group=policy`);
    const failures = await home.client.get(`/policies/${policy}/failures`);

    const counts = both.attributes['result-count'];
    assert.deepEqual([counts.old, counts['advisory-failed'], counts['mandatory-failed']], [1, 1, 0]);
    const byName = new Map(
      both.outcomes[0].attributes.outcomes.map((each: { policy_name: string; old: boolean }) => [
        each.policy_name,
        each.old,
      ]),
    );
    assert.deepEqual([byName.get('buckets'), byName.get('advice')], [true, false]);
    assert.deepEqual(
      [hidden.attributes['result-count'].old, hidden.attributes['result-count']['shadow-failed']],
      [0, 1],
    );
    const rate = rates.body.data.find(
      ({ attributes }: { attributes: { name: string } }) => attributes.name === 'buckets',
    );
    assert.deepEqual([rate.attributes.old, rate.attributes.failed, rate.attributes['shadow-failed']], [1, 0, 1]);
    assert.deepEqual(
      failures.body.data.map(({ attributes }: { attributes: Record<string, unknown> }) => [
        attributes.old,
        attributes.blocking,
        attributes['would-block'],
      ]),
      [
        [false, false, true],
        [true, false, false],
      ],
    );
  },
);

onEachEngine('A trial of a policy with enforce-new states for each finding whether it is old', async (world) => {
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets', { source, introduction: 'enforce-new' });

  const { body } = await home.client.post(
    `/policies/${policy}/actions/try`,
    documentOf('policy-trials', { plan: growing }),
  );

  assert.deepEqual(body.data.attributes.output, [of('extra'), of('logs')]);
  assert.deepEqual(body.data.attributes.ages, [
    { old: false, 'new-reason': { reason: 'created', names: [], 'same-before': false, message: null } },
    { old: true },
  ]);
});
