// Tests that the audit record of a change names the replay that showed its effects.
import assert from 'node:assert/strict';
import { auditOf } from '../../../test/support/audit.ts';
import { documentOf } from '../../../test/support/documents.ts';
import { newOpaPolicy, opaSet } from '../../../test/support/evaluations.ts';
import { evaluatedPlan, planOf, recordInputs } from '../../../test/support/policy-inputs.ts';
import { newWorkspace } from '../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../test/support/world.ts';
import { runOnce } from '../../runtime/jobs/jobs.ts';
import { replayJob } from './replays/job.ts';

const homeWithInput = async (world: World) => {
  const home = await world.home();
  await recordInputs(home, 30);
  const workspace = await newWorkspace(home, 'web');
  await evaluatedPlan(world, home, planOf({ acl: 'private' }), {
    workspace: { data: { id: workspace, type: 'workspaces' } },
  });
  return { home, workspace };
};

const newReplay = async ({ client }: Home, path: string, attributes: object = {}): Promise<string> => {
  const { status, body } = await client.post(`/${path}/replays`, documentOf('policy-replays', attributes));
  assert.equal(status, 201, JSON.stringify(body));
  return body.data.id;
};

/** Replays that the audit records of a policy or policy set name, by action. */
const recorded = async (world: World, id: string) =>
  (await auditOf(world, id)).flatMap(({ action, change }) =>
    change.after?.replay === undefined ? [] : [[action, change.after.replay]],
  );

const progress = { 'inputs-total': 1, 'newly-failing-workspaces': 0, 'newly-failing': 0 };
const pending = { ...progress, status: 'pending', 'inputs-done': 0 };

onEachEngine('The record of a change contains the results of the replay at the time of the change', async (world) => {
  const { home } = await homeWithInput(world);
  const policy = await newOpaPolicy(home, 'buckets', { level: 'advisory' });
  const level = { 'enforcement-level': 'mandatory' };
  const id = await newReplay(home, `policies/${policy}`, level);
  const changeTo = (attributes: object) =>
    home.client.patch(`/policies/${policy}?replay=${id}`, documentOf('policies', attributes));

  assert.equal((await changeTo({ 'enforcement-level': 'mandatory' })).status, 200);
  await runOnce(world.context, replayJob(world.context));
  assert.equal((await changeTo({ introduction: 'enforce-new' })).status, 200);

  const finished = {
    id,
    status: 'finished',
    'inputs-total': 1,
    'inputs-done': 1,
    'newly-failing': 1,
    'newly-failing-workspaces': 1,
  };
  assert.deepEqual(await recorded(world, policy), [
    ['policy.update', { id, ...pending }],
    ['policy.update', finished],
  ]);
});

onEachEngine('Every request that can make a policy or a policy set block accepts a replay', async (world) => {
  const { home, workspace } = await homeWithInput(world);
  const { client } = home;
  const [policy, other] = [await newOpaPolicy(home, 'buckets'), await newOpaPolicy(home, 'other')];
  const set = await opaSet(home, 'all', [other]);
  const [ofPolicy, ofSet] = [await newReplay(home, `policies/${policy}`), await newReplay(home, `policy-sets/${set}`)];
  const members = (type: string, id: string) => ({ data: [{ id, type }] });
  const selectors = { data: [{ 'tag-key': 'stage', 'tag-value': 'prod' }] };
  const { relationships } = (await client.get(`/workspaces/${workspace}`)).body.data;
  const at = `/policy-sets/${set}`;

  const answers = [
    await client.put(`/policies/${policy}/upload?replay=${ofPolicy}`, 'package buckets\n\ndeny := []\n'),
    await client.post(`/policies/${policy}/revisions/1/actions/restore?replay=${ofPolicy}`),
    await client.patch(`${at}?replay=${ofSet}`, documentOf('policy-sets', { shadow: true })),
    await client.post(`${at}/relationships/policies?replay=${ofSet}`, members('policies', policy)),
    await client.post(`${at}/relationships/workspaces?replay=${ofSet}`, members('workspaces', workspace)),
    await client.post(
      `${at}/relationships/projects?replay=${ofSet}`,
      members('projects', relationships.project.data.id),
    ),
    await client.post(`${at}/relationships/workspace-exclusions`, members('workspaces', workspace)),
    await client.request('DELETE', `${at}/relationships/workspace-exclusions?replay=${ofSet}`, {
      json: members('workspaces', workspace),
    }),
    await client.post(`${at}/tag-selectors?replay=${ofSet}`, selectors),
    await client.request('DELETE', `${at}/tag-selectors?replay=${ofSet}`, { json: selectors }),
  ];
  const version = await client.post(`${at}/versions?replay=${ofSet}`);

  assert.deepEqual(
    answers.filter(({ status }) => status >= 300).map(({ body }) => body),
    [],
  );
  const actions = async (id: string) => (await recorded(world, id)).map(([action]) => action);
  assert.deepEqual(await actions(policy), ['policy.upload', 'policy.restore']);
  assert.deepEqual(await actions(set), [
    'policy-set.update',
    'policy-set.add',
    'policy-set.add',
    'policy-set.add',
    'policy-set.remove',
    'policy-set.select',
    'policy-set.select',
  ]);
  assert.deepEqual(await recorded(world, version.body.data.id), [
    ['policy-set-version.create', { id: ofSet, ...pending }],
  ]);
});

onEachEngine('A replay of another policy, policy set or organization is refused', async (world) => {
  const { home } = await homeWithInput(world);
  const { home: elsewhere } = await homeWithInput(world);
  const policy = await newOpaPolicy(home, 'buckets', { level: 'advisory' });
  const other = await newOpaPolicy(home, 'other');
  const set = await opaSet(home, 'all', [policy]);
  const foreign = await newOpaPolicy(elsewhere, 'buckets');
  const replays = [
    await newReplay(home, `policies/${other}`),
    await newReplay(home, `policy-sets/${set}`),
    await newReplay(elsewhere, `policies/${foreign}`),
    'polrep-unknown',
    'polrep-%00',
  ];
  const changeWith = (replay: string) =>
    home.client.patch(
      `/policies/${policy}?replay=${replay}`,
      documentOf('policies', { 'enforcement-level': 'mandatory' }),
    );

  const answers = [];
  for (const replay of replays) answers.push(await changeWith(replay));
  const ofSet = await home.client.patch(
    `/policy-sets/${set}?replay=${replays[0]}`,
    documentOf('policy-sets', { global: true }),
  );

  const refusal = (detail: string) => ({
    status: '422',
    title: 'unprocessable entity',
    code: 'no-such-record',
    detail,
    source: { parameter: 'replay' },
  });
  const errors = answers.map(({ body }) => body.errors);
  assert.deepEqual(errors, Array(5).fill([refusal('There is no such replay of this policy')]));
  assert.deepEqual(ofSet.body.errors, [refusal('There is no such replay of this policy set')]);
  const { attributes } = (await home.client.get(`/policies/${policy}`)).body.data;
  assert.equal(attributes['enforcement-level'], 'advisory');
  assert.deepEqual(await recorded(world, policy), []);
});
