// Tests of the numbers from which the effect of a policy's introduction follows, and of old findings over time.
import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import { evaluatedIn, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

const source = `package buckets

deny contains message if {
  some each in input.plan.resource_changes
  each.change.after.acl == "public-read"
  message := sprintf("%s is public", [each.address])
}

deny contains "a bucket has no owner" if {
  some each in input.plan.resource_changes
  each.change.after.owner == ""
}
`;

interface Bucket {
  readonly name: string;
  readonly owner?: string;
}

/** Returns a plan that changes nothing. */
const planOf = (...buckets: readonly Bucket[]): string => {
  const resource_changes = buckets.map(({ name, owner }) => {
    const values = { acl: 'public-read', ...(owner !== undefined && { owner }) };
    const change = { actions: ['no-op'], before: values, after: values, after_unknown: {} };
    return { address: `aws_s3_bucket.${name}`, mode: 'managed', type: 'aws_s3_bucket', name, change };
  });
  return JSON.stringify({
    format_version: '1.2',
    terraform_version: '1.9.0',
    resource_changes,
    planned_values: { root_module: {} },
    prior_state: { format_version: '1.0', values: { root_module: {} } },
  });
};

const week = 7 * 86_400_000;

onEachEngine('The forecast of a policy counts findings, workspaces and findings without an address', async (world) => {
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets', { source, shadow: true });
  await opaSet(home, 'baseline', [policy], { global: true });
  const [shop, blog] = [await newWorkspace(home, 'shop'), await newWorkspace(home, 'blog')];
  const evaluate = (plan: string, workspace: string) => evaluatedIn(world, home, workspace, plan);
  const forecast = async (of = policy) =>
    (await home.client.get(`/policies/${of}/introduction-forecast`)).body.data.attributes;
  const none = await forecast();

  for (let count = 0; count < 2; count += 1)
    await evaluate(planOf({ name: 'logs', owner: '' }, { name: 'data' }), shop);
  await evaluate(planOf({ name: 'logs' }), blog);
  const all = await forecast();
  const reading = await newOpaPolicy(home, 'reading', {
    source: 'package buckets\n\ndeny contains "x" if input.plan.configuration.root_module.a\n',
  });
  const stranger = await (await world.home()).client.get(`/policies/${policy}/introduction-forecast`);
  world.advance(5 * week);
  const later = await forecast();

  assert.deepEqual([none.evaluated, none.findings, none['is-complete'], none['never-old']], [0, 0, true, []]);
  assert.deepEqual(
    [all.evaluated, all.failed, all.findings, all['without-address'], all.workspaces, all['is-complete']],
    [3, 3, 4, 1, 2, true],
  );
  const { 'never-old': names, 'never-old-message': message } = await forecast(reading);
  assert.deepEqual(
    [names, message],
    [['configuration'], 'reads the configuration, so its findings are never old with enforce-new'],
  );
  assert.equal(stranger.status, 404);
  assert.deepEqual([later.evaluated, later.findings], [0, 0]);
});

onEachEngine('Old findings of a policy are counted by workspace and week', async (world) => {
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets', { source, introduction: 'enforce-new' });
  await opaSet(home, 'baseline', [policy], { global: true });
  const [shop, blog, empty] = [
    await newWorkspace(home, 'shop'),
    await newWorkspace(home, 'blog'),
    await newWorkspace(home, 'empty'),
  ];
  const evaluate = (workspace: string, ...buckets: readonly Bucket[]) =>
    evaluatedIn(world, home, workspace, planOf(...buckets));
  const list = async () => (await home.client.get(`/policies/${policy}/old-findings`)).body;

  await evaluate(shop, { name: 'a' }, { name: 'b' }, { name: 'c' });
  await evaluate(empty);
  world.advance(week);
  await evaluate(blog, { name: 'a' });
  world.advance(week);
  await evaluate(shop, { name: 'a' }, { name: 'b' }, { name: 'c' });
  await evaluate(shop, { name: 'a' }, { name: 'b' });
  const { data, meta } = await list();
  const changed = await home.client.patch(`/policies/${policy}/old-findings`, documentOf('policy-old-findings', {}));

  assert.deepEqual(
    data.map(({ attributes }: { attributes: Record<string, unknown> }) => [
      attributes['workspace-name'],
      attributes['old-count'],
    ]),
    [
      ['shop', 2],
      ['blog', 1],
    ],
  );
  const last = (weeks: readonly { readonly old: number | null }[]) => weeks.slice(-4).map(({ old }) => old);
  assert.deepEqual(last(data[0].attributes.weeks), [null, 3, 3, 2]);
  assert.deepEqual(last(data[1].attributes.weeks), [null, null, 1, 1]);
  assert.deepEqual(last(meta.weeks), [0, 3, 4, 3]);
  assert.equal(meta.weeks.length, 13);
  assert.equal(changed.status, 404);
});
