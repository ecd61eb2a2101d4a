// Tests that a replay does not compare verdicts that depend on values masked in the recorded inputs.
import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import { newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { evaluatedPlan, planOf, recordInputs } from '../../../../test/support/policy-inputs.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { replayJob } from './job.ts';

const rule = (body: string, head = 'r.address') =>
  `package buckets\n\ndeny contains ${head} if {\n  some r in input.plan.resource_changes\n  ${body}\n}\n`;

const readsSecret = rule('r.change.after.password == "admin-admin"');
const readsOther = rule('r.change.after.acl == "public-read"');
const copiesSecret = rule(
  'r.change.after.acl == "public-read"',
  'sprintf("%s has %s", [r.address, r.change.after.password])',
);
const needsSecret = rule('not r.change.after.password');

const secretPlan = planOf({ acl: 'public-read', password: 'admin-admin' }, { password: true });

/** Replays a policy or a policy set. Returns the number of inputs for each result that occurs, and the differences. */
async function replayed(
  world: World,
  home: Home,
  path: string,
  [attributes = {}, relationships = {}]: readonly object[] = [],
) {
  const document = documentOf('policy-replays', attributes, relationships);
  const created = await home.client.post(`/${path}/replays`, document);
  assert.equal(created.status, 201, created.bytes.toString());
  await runOnce(world.context, replayJob(world.context));
  const shown = await home.client.get(`/policy-replays/${created.body.data.id}`);
  const differences = await home.client.get(`/policy-replays/${created.body.data.id}/differences`);
  const counts: Readonly<Record<string, number>> = shown.body.data.attributes['result-counts'];
  return {
    counts: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    policies: differences.body.data.flatMap((each: { attributes: { policies: unknown } }) => each.attributes.policies),
  };
}

onEachEngine('A verdict that depends on a masked value is not compared, and its value is named', async (world) => {
  const home = await world.home();
  await recordInputs(home, 30);
  const secret = await newOpaPolicy(home, 'secret', { source: readsSecret });
  const other = await newOpaPolicy(home, 'other', { source: readsOther });
  await opaSet(home, 'all', [secret, other], { global: true });
  const { attributes } = await evaluatedPlan(world, home, secretPlan);
  const counts = async (policy: string, code?: string) =>
    (await replayed(world, home, `policies/${policy}`, code === undefined ? [] : [{ code }])).counts;

  const recorded = await replayed(world, home, `policies/${secret}`);
  const { policies } = await replayed(world, home, `policies/${other}`, [{ code: readsSecret }]);

  assert.equal(attributes['result-count']['mandatory-failed'], 2);
  assert.deepEqual(recorded.counts, { 'not-replayable': 1 });
  const [{ result, before, after }] = recorded.policies;
  assert.deepEqual(
    [result, before.status, after.status, after.output, after['output-count']],
    ['not-replayable', 'failed', 'not-replayable', null, 0],
  );
  const reason =
    'The verdict depends on values that are masked in the recorded input: aws_s3_bucket.logs (after.password).';
  assert.deepEqual(after.problems, [reason]);
  assert.deepEqual(
    [policies[0].before.status, policies[0].after.status, policies[0].after.problems],
    ['failed', 'not-replayable', [reason]],
  );
  assert.deepEqual(
    [await counts(other), await counts(other, copiesSecret), await counts(other, needsSecret)],
    [{ unchanged: 1 }, { changed: 1 }, { 'newly-passing': 1 }],
  );
});

onEachEngine(
  'A policy of a set that the replay does not change has the same outcome despite masked values',
  async (world) => {
    const home = await world.home();
    await recordInputs(home, 30);
    const secret = await newOpaPolicy(home, 'secret', { source: readsSecret });
    const other = await newOpaPolicy(home, 'other', { source: readsOther });
    const set = await opaSet(home, 'all', [secret, other], { global: true });
    await evaluatedPlan(world, home, secretPlan);
    const policy = { policy: { data: { type: 'policies', id: other } } };

    const draft = await replayed(world, home, `policy-sets/${set}`, [{ code: needsSecret }, policy]);
    const level = await replayed(world, home, `policy-sets/${set}`, [{ 'enforcement-level': 'advisory' }]);

    assert.deepEqual([draft.counts, level.counts], [{ 'newly-passing': 1 }, { 'not-replayable': 1 }]);
  },
);

/** Returns a plan that passes a list of zones to a module. No other part of the plan contains the list. */
const modulePlan = (zones: unknown) =>
  JSON.stringify({
    ...JSON.parse(planOf({ acl: 'private' })),
    configuration: {
      root_module: {
        module_calls: {
          shop: { expressions: { zones: { constant_value: zones } }, module: { variables: { zones: {} } } },
        },
      },
    },
  });

onEachEngine(
  'The number of elements of a masked constant can be compared, but not in inputs with one mask',
  async (world) => {
    const home = await world.home();
    await recordInputs(home, 30);
    const zones = 'input.plan.configuration.root_module.module_calls[name].expressions.zones.constant_value';
    const code = (body: string) => `package buckets\n\ndeny contains name if {\n  zones := ${zones}\n  ${body}\n}\n`;
    const policy = await newOpaPolicy(home, 'zones', { source: code('false') });
    await opaSet(home, 'all', [policy], { global: true });
    const counts = async (body: string) =>
      (await replayed(world, home, `policies/${policy}`, [{ code: code(body), 'max-inputs': 1 }])).counts;

    await evaluatedPlan(world, home, modulePlan(['eu-1a']));
    const list = [await counts('count(zones) < 2'), await counts('"eu-1a" in zones')];
    // Earlier releases recorded one mask for the whole list.
    await evaluatedPlan(world, home, modulePlan('(sensitive value)'));
    const text = [await counts('count(zones) < 2'), await counts('"eu-1a" in zones'), await counts('not zones')];

    assert.deepEqual(list, [{ 'newly-failing': 1 }, { 'not-replayable': 1 }]);
    assert.deepEqual(text, [{ 'not-replayable': 1 }, { 'not-replayable': 1 }, { 'not-replayable': 1 }]);
  },
);
