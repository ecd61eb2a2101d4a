import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import { creating, evaluated, harmless, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { onEachEngine } from '../../../../test/support/world.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { insertOutcome, updateEvaluation } from '../evaluations/store.ts';
import { countRepairJob } from './repair.ts';

const day = 86_400_000;

const monday = (now: number): string => {
  const then = new Date(now);
  then.setUTCDate(then.getUTCDate() - ((then.getUTCDay() + 6) % 7));
  return then.toISOString().slice(0, 10);
};

onEachEngine("The outcomes of a set's policies are counted by week while they are kept", async (world) => {
  const home = await world.home();
  const { client } = home;
  const { clock } = world.context;
  const buckets = await newOpaPolicy(home, 'buckets');
  const broken = await newOpaPolicy(home, 'broken', { source: '' });
  const set = await opaSet(home, 'set', [buckets, broken]);
  const other = await opaSet(home, 'other', [buckets]);
  const path = `/policy-sets/${set}/evaluations`;
  const ratesPath = `/policy-sets/${set}/pass-rates`;
  const empty = await client.get(ratesPath);
  const then = monday(clock.now());
  await evaluated({ world, by: home, path }, creating);
  world.advance(70 * day);
  for (const plan of [creating, harmless]) await evaluated({ world, by: home, path }, plan);
  // Creates an evaluation of another set. It must not be counted.
  await evaluated({ world, by: home, path: `/policy-sets/${other}/evaluations` }, creating);
  const exemption = { reason: 'agreed', owner: 'ops', 'expires-at': null, 'resource-address': 'aws_s3_bucket.logs' };
  const exempted = await client.post(`/policies/${buckets}/exemptions`, documentOf('policy-exemptions', exemption));
  assert.equal(exempted.status, 201);
  await evaluated({ world, by: home, path }, creating);

  const { status, body } = await client.get(ratesPath);
  const thisWeek = monday(clock.now());
  world.advance(30 * day);
  const later = await client.get(ratesPath);

  assert.equal(status, 200);
  const { attributes } = body.data;
  assert.equal(attributes.weeks.length, 13);
  assert.deepEqual([attributes.weeks[2], attributes.weeks[12]], [then, thisWeek]);
  assert.equal(attributes['is-truncated'], false);
  const none = { passed: 0, failed: 0, errored: 0, exempted: 0, old: 0 };
  assert.deepEqual(attributes.policies, [
    {
      name: 'broken',
      weeks: [
        { ...none, week: then, errored: 1 },
        { ...none, week: thisWeek, errored: 3 },
      ],
    },
    {
      name: 'buckets',
      weeks: [
        { ...none, week: then, failed: 1 },
        { ...none, week: thisWeek, passed: 1, failed: 1, exempted: 1 },
      ],
    },
  ]);
  assert.deepEqual(empty.body.data.attributes.policies, []);
  assert.equal(later.body.data.attributes.policies[0].weeks.length, 1);
});

onEachEngine('Output of a policy may contain characters that cannot be stored', async (world) => {
  const home = await world.home();
  const source = 'package odd\n\ndeny contains "a\\u0000b" if input.plan\n';
  const set = await opaSet(home, 'set', [await newOpaPolicy(home, 'odd', { source, rule: 'data.odd.deny' })]);

  const { outcomes } = await evaluated({ world, by: home, path: `/policy-sets/${set}/evaluations` }, creating);
  const rates = await home.client.get(`/policy-sets/${set}/pass-rates`);

  assert.deepEqual(outcomes[0].attributes.outcomes[0].output, ['a\ufffdb']);
  assert.equal(rates.status, 200);
  assert.equal(rates.body.data.attributes.policies[0].weeks[0].failed, 1);
});

onEachEngine('If a set has very many policies, those that failed most often are shown', async (world) => {
  const home = await world.home();
  const set = await opaSet(home, 'set', [await newOpaPolicy(home, 'buckets')]);
  const path = `/policy-sets/${set}/evaluations`;
  const { id } = await evaluated({ world, by: home, path }, harmless);
  const outcomes = Array.from({ length: 150 }, (_, index) => ({
    policy_id: `pol-${index}`,
    policy_name: `p${String(index).padStart(3, '0')}`,
    status: index === 149 ? 'failed' : 'passed',
    exempt: false,
  }));
  // Changes the evaluation to the state in which a release without counters would have stored it.
  await world.context.database.transaction(async (tx) => {
    await updateEvaluation(tx, String(id), { is_counted: 0 });
    await insertOutcome(tx, {
      id: 'psout-many',
      evaluation_id: String(id),
      policy_set_id: set,
      policy_set_name: 'set',
      policy_set_description: null,
      kind: 'opa',
      is_overridable: 0,
      outcomes: JSON.stringify(outcomes),
    });
  });
  await runOnce(world.context, countRepairJob(world.context));

  const { body } = await home.client.get(`/policy-sets/${set}/pass-rates`);

  const { policies, 'is-truncated': isTruncated } = body.data.attributes;
  assert.deepEqual([policies.length, isTruncated, policies.at(-1).name], [100, true, 'p149']);
});
