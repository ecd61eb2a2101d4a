// Tests planned changes of resources that have findings. The tests check the API responses and the stored rows.
import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import {
  bucket,
  changed,
  changesOf,
  keepValues,
  namingPolicy,
  planWith,
  updated,
} from '../../../../test/support/evaluation-changes.ts';
import { created, newOpaPolicy, opaSet, pathOf } from '../../../../test/support/evaluations.ts';
import { newMember } from '../../../../test/support/members.ts';
import { evaluatedPlan, recordInputs } from '../../../../test/support/policy-inputs.ts';
import { removeDeleted } from '../../../../test/support/removal.ts';
import { turnWith } from '../../../../test/support/turns.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { expiry } from '../../../runtime/jobs/expiry.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { retentionTime } from '../evaluations/evaluations.ts';
import { evaluationJob } from '../evaluations/job.ts';
import { policies } from '../index.ts';
import { planReader } from '../services.ts';

const changeRows = query()((db) => db.selectFrom('policy_evaluation_changes').select(['evaluation_id', 'position']));
const valueRows = query()((db) => db.selectFrom('policy_evaluation_values').select(['id', 'sealed']));

/** Returns the number of stored changes, and the number of evaluations with stored values. */
const storedIn = async ({ context: { database } }: World) => [
  (await database.rows(changeRows, {})).length,
  (await database.rows(valueRows, {})).length,
];

const attribute = (path: string, change: string, marks: object = {}) => ({
  path,
  change,
  'known-after-apply': false,
  sensitive: false,
  'forces-replacement': false,
  ...marks,
});

/** A plan that contains each type of change. */
const manifold = planWith(
  [
    changed('aws_s3_bucket.logs', {
      actions: ['create'],
      before: null,
      after: { acl: 'x', key: 'k' },
      after_unknown: { arn: true },
      after_sensitive: { key: true },
    }),
    changed('aws_instance.web[0]', updated),
    changed(
      'module.net["a.b"].module.sub.aws_vpc.main["blue"]',
      {
        ...{
          actions: ['delete', 'create'],
          before: { cidr: 'a', tags: { a: '1' } },
          after: { cidr: 'b', tags: { a: '2' } },
        },
        ...{ after_unknown: { id: true }, replace_paths: [['cidr']] },
      },
      { action_reason: 'replace_because_cannot_update' },
    ),
    changed('aws_kms_key.old', {
      actions: ['delete'],
      before: { alias: 'x' },
      after: null,
      before_sensitive: true,
      after_sensitive: false,
    }),
    changed('aws_iam_role.same', { actions: ['no-op'], before: { name: 'x' }, after: { name: 'x' } }),
  ],
  {
    resource_drift: [
      changed('aws_instance.web[0]', { ...updated, before: { acl: 'none' }, after: { acl: 'private' } }),
    ],
    deferred_changes: [{ reason: 'instance_count_unknown', resource_change: changed('aws_instance.later', updated) }],
  },
);

onEachEngine('The creator of a blocked plan sees its changes to each resource with a finding', async (world) => {
  const home = await world.home();
  await namingPolicy(home);

  const { id, attributes } = await evaluatedPlan(world, home, manifold);
  const { data } = await changesOf(home, id);
  const { data: second, meta } = await changesOf(home, id, '?page[size]=2&page[number]=2');

  assert.deepEqual([attributes.status, attributes.notices], ['failed', []]);
  const shown = Object.fromEntries(
    data.map((each: { attributes: { address: string; origin: string } }) => [
      `${each.attributes.origin} ${each.attributes.address}`,
      each.attributes,
    ]),
  );
  const whole = {
    ...{ address: 'aws_s3_bucket.logs', module: null, 'resource-type': 'aws_s3_bucket', name: 'logs' },
    ...{ provider: 'registry.terraform.io/hashicorp/aws', origin: 'plan', deposed: false },
    ...{ actions: ['create'], 'action-reason': null, 'attributes-left-out': 0 },
    attributes: [
      attribute('acl', 'added'),
      attribute('arn', 'added', { 'known-after-apply': true }),
      attribute('key', 'added', { sensitive: true }),
    ],
  };
  assert.deepEqual(shown['plan aws_s3_bucket.logs'], whole);
  const nested = shown['plan module.net["a.b"].module.sub.aws_vpc.main["blue"]'];
  assert.deepEqual(
    [nested.module, nested['resource-type'], nested.name, nested.actions, nested['action-reason']],
    ['module.net["a.b"].module.sub', 'aws_vpc', 'main', ['delete', 'create'], 'replace_because_cannot_update'],
  );
  assert.deepEqual(nested.attributes, [
    attribute('cidr', 'changed', { 'forces-replacement': true }),
    attribute('id', 'added', { 'known-after-apply': true }),
    attribute('tags', 'changed'),
  ]);
  assert.deepEqual(shown['plan aws_kms_key.old'].attributes, [attribute('alias', 'removed', { sensitive: true })]);
  assert.deepEqual(
    [shown['plan aws_iam_role.same'].actions, shown['plan aws_iam_role.same'].attributes],
    [['no-op'], []],
  );
  for (const origin of ['plan aws_instance.web[0]', 'drift aws_instance.web[0]', 'deferred aws_instance.later']) {
    assert.deepEqual(shown[origin].attributes, [attribute('acl', 'changed')], origin);
  }
  assert.deepEqual([data.length, meta.pagination['total-count']], [7, 7]);
  assert.deepEqual(
    second.map((each: { id: string }) => each.id),
    data.slice(2, 4).map((each: { id: string }) => each.id),
  );
  assert.deepEqual(data[0].relationships['policy-evaluation'].data, { id, type: 'policy-evaluations' });
});

onEachEngine(
  'Only changes of resources in findings are stored, including exempt ones; blocked ones come first',
  async (world) => {
    const home = await world.home();
    const naming = (name: string) => `package p\n\ndeny contains "${name} is public"\n`;
    const policy = (name: string, level: string, source: string) =>
      newOpaPolicy(home, name, { source, level, rule: 'data.p.deny' });
    const advisory = await policy('advisory', 'advisory', naming('aws_s3_bucket.a'));
    const exempt = await policy('exempt', 'mandatory', naming('aws_s3_bucket.b'));
    const unnamed = await policy('unnamed', 'mandatory', 'package p\n\ndeny contains "no"\n');
    const blocking = await policy('zz-blocking', 'mandatory', naming('aws_s3_bucket.c'));
    await opaSet(home, 'all', [advisory, exempt, unnamed, blocking], { global: true });
    const exemption = { 'resource-address': 'aws_s3_bucket.b', reason: 'x', owner: 'y', 'expires-at': null };
    const granted = await home.client.post(
      `/policies/${exempt}/exemptions`,
      documentOf('policy-exemptions', exemption),
    );
    const plan = planWith(['a', 'b', 'c', 'd'].map((name) => changed(`aws_s3_bucket.${name}`, updated)));

    const { id } = await evaluatedPlan(world, home, plan);
    const { data } = await changesOf(home, id);

    assert.equal(granted.status, 201);
    assert.deepEqual(
      data.map((each: { attributes: { name: string } }) => each.attributes.name),
      ['c', 'a', 'b'],
    );
  },
);

onEachEngine('An evaluation without findings about resources stores no changes', async (world) => {
  const home = await world.home();
  await keepValues(home);
  await opaSet(home, 'all', [await newOpaPolicy(home, 'buckets')], { global: true });

  const passed = await evaluatedPlan(world, home, bucket);
  const { data } = await changesOf(home, passed.id);

  assert.deepEqual([passed.attributes.status, data], ['passed', []]);
  assert.deepEqual(await storedIn(world), [0, 0]);
});

onEachEngine(
  'The changes of an evaluation can be read by its creator, but not by callers without a right to it',
  async (world) => {
    const [home, other] = [await world.home(), await world.home()];
    await namingPolicy(home);
    const [creator, member] = [await newMember(world, home), await newMember(world, home)];

    const { id } = await evaluatedPlan(world, { ...home, client: creator.client }, bucket);
    const statuses = await Promise.all(
      [creator, home, member, other].map(
        async ({ client }) => (await client.get(`/policy-evaluations/${id}/changes`)).status,
      ),
    );

    assert.deepEqual(statuses, [200, 200, 404, 404]);
  },
);

const secretValue = 'correct-horse-battery';

onEachEngine(
  'Values are stored masked and encrypted if the setting is on, and deleted immediately when it is turned off',
  async (world) => {
    const home = await world.home();
    await namingPolicy(home);
    const before = { acl: 'private', key: secretValue, port: 1.5, tags: { [secretValue]: 'x' } };
    const after = { acl: `is ${secretValue}`, key: 'another-long-secret', port: 2 };
    const marks = { before_sensitive: { key: true }, after_sensitive: { key: true }, after_unknown: { arn: true } };
    const plan = planWith([changed('aws_s3_bucket.logs', { actions: ['update'], before, after, ...marks })]);
    const valuesOf = async (evaluation: string) => {
      const [{ attributes }] = (await changesOf(home, evaluation)).data;
      return attributes.attributes.map(({ path, ...each }: { path: string }) => [
        path,
        Reflect.get(each, 'before'),
        Reflect.get(each, 'after'),
      ]);
    };

    const without = await evaluatedPlan(world, home, plan);
    await keepValues(home);
    const kept = await evaluatedPlan(world, home, plan);
    const shown = await valuesOf(kept.id);
    const [stored] = await world.context.database.rows(valueRows, {});
    await keepValues(home, false);
    const atOnce = await storedIn(world);
    await keepValues(home);

    const mask = '(sensitive value)';
    assert.deepEqual(shown, [
      ['acl', 'private', `is ${mask}`],
      ['arn', null, null],
      ['key', mask, mask],
      ['port', 1.5, 2],
      ['tags', { [mask]: 'x' }, null],
    ]);
    assert.deepEqual(kept.attributes.notices, []);
    assert.doesNotMatch(String(stored?.sealed), /private|horse/);
    assert.deepEqual(atOnce, [2, 0]);
    for (const { id } of [without, kept]) {
      assert.ok(
        (await valuesOf(id)).every(([, one, other]: readonly unknown[]) => one === undefined && other === undefined),
      );
    }
  },
);

onEachEngine('No values are stored for a plan that cannot be masked, and a notice gives the reason', async (world) => {
  const home = await world.home();
  await namingPolicy(home);
  await keepValues(home);
  const unflagged = { ...updated, before_sensitive: undefined };

  const unknown = await evaluatedPlan(world, home, planWith([changed('aws_s3_bucket.logs', updated)], { more: 1 }));
  const bare = await evaluatedPlan(world, home, planWith([changed('aws_s3_bucket.logs', unflagged)]));

  assert.deepEqual(unknown.attributes.notices, [
    'The values of changes were not stored, because the plan has an unknown member, more, which might be sensitive.',
  ]);
  assert.deepEqual(bare.attributes.notices, [
    'The values of changes were not stored, because resource_changes[0] in the plan has no before_sensitive.',
  ]);
  const [{ attributes }] = (await changesOf(home, bare.id)).data;
  assert.deepEqual(attributes.attributes, [attribute('acl', 'changed', { sensitive: true })]);
  assert.deepEqual(await storedIn(world), [2, 0]);
});

onEachEngine('A plan that cannot be read for storage keeps its verdict, and notices give the reason', async (world) => {
  const home = await world.home();
  await namingPolicy(home);
  await recordInputs(home, 1);
  const failing = () => Promise.reject(new Error('the process failed'));
  planReader.provide(world.context.core, Object.assign(failing, { [Symbol.dispose]: () => undefined }));

  const { id, attributes } = await evaluatedPlan(world, home, bucket);

  assert.deepEqual(attributes.notices, [
    'The changes of resources with findings were not stored, because an unexpected error occurred while the plan was read.',
    'The input was not recorded, because an unexpected error occurred while the plan was read.',
  ]);
  assert.equal(attributes.status, 'failed');
  assert.deepEqual((await changesOf(home, id)).data, []);
});

onEachEngine(
  'Turning the setting off during an evaluation takes effect, and a repeated evaluation stores its values once',
  async (world) => {
    const home = await world.home();
    await namingPolicy(home);
    await keepValues(home);
    const sent = async () => {
      const { id, links } = await created({ by: home, path: `/organizations/${home.name}/evaluations` });
      assert.equal((await home.client.put(pathOf(links.upload), bucket)).status, 202);
      return String(id);
    };
    const job = evaluationJob(world.context);

    const off = await sent();
    await job.run(turnWith(world, 'before 2', () => keepValues(home, false)));
    const afterOff = await storedIn(world);
    await keepValues(home);
    const again = await sent();
    await assert.rejects(job.run(turnWith(world, 'before 2', () => Promise.reject(new Error('the service ended')))));
    const meanwhile = await storedIn(world);
    await runOnce(world.context, job);
    await runOnce(world.context, job);

    assert.deepEqual(
      [afterOff, meanwhile],
      [
        [1, 0],
        [1, 0],
      ],
    );
    assert.deepEqual(await storedIn(world), [2, 1]);
    assert.deepEqual((await changesOf(home, off)).data.length, 1);
    assert.equal((await changesOf(home, again)).data[0].attributes.attributes[0].before, 'private');
  },
);

onEachEngine('Changes and values are deleted with their evaluation and with their organization', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  for (const each of [home, other]) {
    await namingPolicy(each);
    await keepValues(each);
    await evaluatedPlan(world, each, bucket);
  }
  const all = await storedIn(world);

  const deleted = await other.client.delete(`/organizations/${other.name}`);
  while (await removeDeleted(world));
  const ofOne = await storedIn(world);
  world.advance(retentionTime + 60_000);
  await runOnce(world.context, expiry(world.context, policies.expiring));

  assert.equal(deleted.status, 204);
  assert.deepEqual(
    [all, ofOne, await storedIn(world)],
    [
      [2, 2],
      [1, 1],
      [0, 0],
    ],
  );
});
