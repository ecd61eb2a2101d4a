// Tests recorded inputs. The tests check the API responses and the database.
import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details } from '../../../../test/support/documents.ts';
import { newOpaPolicy } from '../../../../test/support/evaluations.ts';
import { newPolicySet } from '../../../../test/support/policies.ts';
import { evaluatedPlan, planOf, recordInputs } from '../../../../test/support/policy-inputs.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { readInput } from './inputs.ts';
import { inputLimits } from './recorded-input.ts';
import { insertInput } from './store.ts';

const day = 86_400_000;
const secret = 'correct-horse-battery';
const plan = planOf({ bucket: 'logs', key: secret, copy: `is ${secret}` }, { key: true });

const chunks = query()((db) => db.selectFrom('policy_input_chunks').selectAll().orderBy('id'));

const listed = async ({ client, name }: Home, parameters = '') =>
  (await client.get(`/organizations/${name}/policy-inputs${parameters}`)).body;

const documentsOf = async ({ context }: World, id: string) => {
  const documents = await readInput(context, context.database, id);
  assert.ok(documents !== undefined);
  const parsed = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString('utf8'));
  return { plan: parsed(documents.plan), run: parsed(documents.run) };
};

onEachEngine('No input is recorded unless the organization enables it', async (world) => {
  const home = await world.home();

  const evaluation = await evaluatedPlan(world, home, plan);

  assert.equal(evaluation.attributes.status, 'passed');
  assert.equal((await listed(home)).meta.pagination['total-count'], 0);
  assert.deepEqual(await world.context.database.rows(chunks, {}), []);
});

onEachEngine('An input is recorded with sensitive values masked, compressed and encrypted', async (world) => {
  const home = await world.home();
  await recordInputs(home, 30);
  const workspace = await newWorkspace(home, 'production');
  const code = 'package buckets\n\ndeny contains "no" if input.plan.resource_changes\n';
  const policy = await newOpaPolicy(home, 'buckets', { level: 'advisory', source: code });
  const set = await newPolicySet(home, 'all', { kind: 'opa', global: true }, [policy]);

  const evaluation = await evaluatedPlan(world, home, plan, {
    workspace: { data: { id: workspace, type: 'workspaces' } },
  });
  const [input] = (await listed(home)).data;
  const stored = await world.context.database.rows(chunks, {});
  const documents = await documentsOf(world, input.id);

  const { attributes, relationships } = input;
  assert.deepEqual(Object.keys(attributes).sort(), [
    'created-at',
    'engine-version',
    'evaluated-at',
    'expires-at',
    'input-digest',
    'masked-values',
    'size',
    'stored-size',
    'workspace-name',
  ]);
  assert.equal(attributes['input-digest'], evaluation.attributes['input-digest']);
  assert.equal(attributes['masked-values'], 1);
  assert.equal(attributes['workspace-name'], 'production');
  assert.equal(attributes['evaluated-at'], evaluation.attributes['status-timestamps']['running-at']);
  assert.equal(Date.parse(attributes['expires-at']) - Date.parse(attributes['created-at']), 30 * day);
  assert.equal(relationships['policy-evaluation'].data.id, evaluation.id);
  assert.equal(relationships.workspace.data.id, workspace);
  assert.deepEqual((await home.client.get(input.links.self.replace('/api/v2', ''))).body.data, input);
  assert.deepEqual(documents.plan.resource_changes[0].change.after, {
    bucket: 'logs',
    key: '(sensitive value)',
    copy: 'is (sensitive value)',
  });
  assert.equal(documents.run.message, 'Add a bucket');
  assert.equal(documents.run.workspace.name, 'production');
  assert.doesNotMatch(JSON.stringify(stored), /aws_s3_bucket|correct-horse/);
  assert.equal(stored.length, 1);
  assert.deepEqual(evaluation.attributes.notices, []);
  const rows = await world.context.database.rows(
    query()((db) => db.selectFrom('policy_inputs').select('outcomes')),
    {},
  );
  assert.deepEqual(JSON.parse(rows[0]?.outcomes ?? ''), [
    { policy, policySet: set, status: 'failed', level: 'advisory', introduction: 'enforce', old: false, count: 1 },
  ]);
});

onEachEngine(
  'A plan without information about sensitive values is not recorded, and a notice gives the reason',
  async (world) => {
    const home = await world.home();
    await recordInputs(home, 30);
    const bare = { address: 'a', change: { actions: ['create'], before: null, after: { key: secret } } };

    const unknown = await evaluatedPlan(world, home, '{"format_version":"1.2","resource_changes":[],"more":1}');
    const unflagged = await evaluatedPlan(
      world,
      home,
      JSON.stringify({ format_version: '1.2', resource_changes: [bare] }),
    );
    const unreadable = await evaluatedPlan(world, home, '{"format_version":');

    assert.deepEqual(unknown.attributes.notices.slice(1), [
      'The input was not recorded, because the plan has an unknown member, more, which might be sensitive.',
    ]);
    assert.deepEqual(unflagged.attributes.notices.slice(1), [
      'The input was not recorded, because resource_changes[0] in the plan has no after_sensitive.',
    ]);
    assert.equal(unreadable.attributes.status, 'errored');
    assert.equal((await listed(home)).data.length, 0);
  },
);

onEachEngine('The list is filtered by workspace and time', async (world) => {
  const home = await world.home();
  await recordInputs(home, 30);
  const workspace = await newWorkspace(home, 'production');
  await evaluatedPlan(world, home, plan);
  world.advance(day);
  await evaluatedPlan(world, home, plan, { workspace: { data: { id: workspace, type: 'workspaces' } } });

  const [newest, oldest] = (await listed(home)).data;
  const identifiersBy = async (filter: string) =>
    (await listed(home, `?${filter}`)).data.map(({ id }: { id: string }) => id);
  const between = encodeURIComponent(newest.attributes['created-at']);

  assert.deepEqual(await identifiersBy(`filter[workspace]=${workspace}`), [newest.id]);
  assert.deepEqual(await identifiersBy(`filter[since]=${between}`), [newest.id]);
  assert.deepEqual(await identifiersBy(`filter[until]=${between}`), [oldest.id]);
  assert.deepEqual(await identifiersBy(`filter[workspace]=${workspace}&filter[until]=${between}`), []);
  assert.deepEqual(await identifiersBy('page[size]=1&page[number]=2'), [oldest.id]);
});

onEachEngine('Inputs are deleted one by one or all together, with audit records', async (world) => {
  const home = await world.home();
  await recordInputs(home, 30);
  for (let count = 0; count < 3; count += 1) await evaluatedPlan(world, home, plan);
  const path = `/organizations/${home.name}/policy-inputs`;
  const [first] = (await listed(home)).data;

  const one = await home.client.delete(`${path}/${first.id}`);
  const again = await home.client.delete(`${path}/${first.id}`);
  const left = (await listed(home)).data.length;
  const all = await home.client.delete(path);
  const none = await home.client.delete(path);

  assert.deepEqual([one.status, again.status, all.status, none.status], [204, 404, 204, 204]);
  assert.deepEqual([left, (await listed(home)).data.length], [2, 0]);
  assert.deepEqual(await world.context.database.rows(chunks, {}), []);
  const [record] = await auditOf(world, first.id);
  assert.deepEqual(
    [record?.action, record?.change.before?.['input-digest']],
    ['policy-input.delete', first.attributes['input-digest']],
  );
  const records = (await auditOf(world, home.organization.id)).filter(
    ({ action }) => action === 'policy-input.delete-all',
  );
  assert.deepEqual(
    records.map(({ change }) => change.before),
    [{ inputs: 2 }],
  );
});

onEachEngine(
  'A changed retention time applies to stored inputs, and without one all inputs are deleted',
  async (world) => {
    const home = await world.home();
    await recordInputs(home, 30);
    await evaluatedPlan(world, home, plan);
    const daysKept = async () => {
      const [{ attributes }] = (await listed(home)).data;
      return (Date.parse(attributes['expires-at']) - Date.parse(attributes['created-at'])) / day;
    };

    await recordInputs(home, 7);
    const shorter = await daysKept();
    await recordInputs(home, 90);
    const longer = await daysKept();
    await recordInputs(home, null);
    const { length } = (await listed(home)).data;
    const refused = await home.client.patch(`/organizations/${home.name}`, {
      data: { type: 'organizations', attributes: { 'policy-input-retention-days': 366 } },
    });

    assert.deepEqual([shorter, longer, length], [7, 90, 0]);
    assert.deepEqual(await world.context.database.rows(chunks, {}), []);
    assert.deepEqual(details(refused), ['Policy input retention days must be less than or equal to 365']);
    const changes = await auditOf(world, home.organization.id);
    assert.deepEqual(
      changes.flatMap(({ change }) => change.after?.['policy-input-retention-days'] ?? []),
      [30, 7, 90],
    );
  },
);

onEachEngine('The oldest inputs are deleted if there are too many or if they are too large', async (world) => {
  const home = await world.home();
  await recordInputs(home, 30);
  const now = world.context.clock.now();
  const written = (number: number, stored_size: number) => ({
    id: newId('polin'),
    organization_id: home.organization.id,
    evaluation_id: `poleval-${number}`,
    workspace_id: null,
    workspace_name: null,
    digest: '',
    size: 1,
    stored_size,
    masked: 0,
    outcomes: '[]',
    engine_version: null,
    evaluated_at: timestamp(now),
    created_at: timestamp(now - day + number),
    expires_at: timestamp(now + day),
  });
  const total = async () => (await listed(home)).meta.pagination['total-count'];
  const write = (rows: readonly ReturnType<typeof written>[]) =>
    world.context.database.transaction((tx) => insertInput(tx, rows));

  await write(Array.from({ length: inputLimits.inputs }, (_, number) => written(number, 1)));
  await evaluatedPlan(world, home, plan);
  const afterCount = await total();
  await home.client.delete(`/organizations/${home.name}/policy-inputs`);
  await write([written(1, inputLimits.bytes - 10), written(2, 1)]);
  await evaluatedPlan(world, home, plan);
  const left = (await listed(home)).data.map(({ attributes }: { attributes: object }) =>
    Reflect.get(attributes, 'stored-size'),
  );

  assert.equal(afterCount, inputLimits.inputs);
  assert.equal(left.length, 2);
  assert.deepEqual(left[1], 1);
});

onEachEngine(
  'Only users who manage policies can see and delete inputs, each in its own organization',
  async (world) => {
    const [home, other] = [await world.home(), await world.home()];
    await recordInputs(home, 30);
    await evaluatedPlan(world, home, plan);
    const [input] = (await listed(home)).data;

    const answers = [
      await other.client.get(`/organizations/${home.name}/policy-inputs`),
      await other.client.get(`/organizations/${other.name}/policy-inputs/${input.id}`),
      await other.client.delete(`/organizations/${other.name}/policy-inputs/${input.id}`),
      await other.client.delete(`/organizations/${home.name}/policy-inputs`),
    ];

    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404, 404, 404],
    );
    assert.equal((await listed(home)).data.length, 1);
  },
);
