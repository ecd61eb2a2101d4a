// Tests which values of parameters replays and trials use.
import assert from 'node:assert/strict';
import { documentOf, pointers } from '../../../../test/support/documents.ts';
import { creating, inWorkspace, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { evaluatedPlan, planOf, recordInputs } from '../../../../test/support/policy-inputs.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { replayJob } from '../replays/job.ts';

/** Code of a policy that reports its limit, and the length of a sensitive parameter. */
const source = `package limited

deny contains {"limit": input.parameters.limit, "token": input.parameters.token, "length": count(input.parameters.token)}
`;

/**
 * Creates a policy set with a policy and two parameters, and a recorded input of an evaluation in a workspace for which
 * both parameters have overrides.
 */
const withInput = async (world: World) => {
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'limited', { source, rule: 'data.limited.deny' });
  const set = await opaSet(home, 'everywhere', [policy], { global: true });
  const workspace = await newWorkspace(home, 'prod');
  const overrides = [];
  for (const [attributes, value] of [
    [{ key: 'limit', value: '2' }, '20'],
    [{ key: 'token', value: 'swordfish', sensitive: true }, 'longer-herring'],
  ] as const) {
    const { body } = await home.client.post(`/policy-sets/${set}/parameters`, documentOf('vars', attributes));
    const path = `/policy-sets/${set}/parameters/${body.data.id}/overrides`;
    const created = await home.client.post(path, documentOf('parameter-overrides', { value }, inWorkspace(workspace)));
    overrides.push(`${path}/${created.body.data.id}`);
  }
  await recordInputs(home, 30);
  await evaluatedPlan(world, home, planOf({ acl: 'private' }), inWorkspace(workspace));
  const { body } = await home.client.get(`/organizations/${home.name}/policy-inputs`);
  return { home, policy, set, overrides, input: String(body.data[0].id) };
};

const attempt = ({ client }: Home, policy: string, attributes: object, relationships: object = {}) =>
  client.post(`/policies/${policy}/actions/try`, documentOf('policy-trials', attributes, relationships));

const ofInput = (id: string) => ({ 'policy-input': { data: { id, type: 'policy-inputs' } } });
const ofSet = (id: string) => ({ 'policy-set': { data: { id, type: 'policy-sets' } } });

onEachEngine('A trial uses the parameters of the named set or of the only set, with a total of one', async (world) => {
  const { home, policy, set, input } = await withInput(world);

  const ofPlan = await attempt(home, policy, { plan: creating });
  const ofRecorded = await attempt(home, policy, {}, ofInput(input));
  const other = await opaSet(home, 'other', [policy]);
  const ofTwo = await attempt(home, policy, { plan: creating });
  const named = await attempt(home, policy, { plan: creating }, ofSet(set));
  const ofOther = await attempt(home, policy, { plan: creating }, ofSet(other));
  const foreign = await attempt(home, policy, { plan: creating }, ofSet(await opaSet(home, 'foreign', [])));

  const limitOf = ({ body }: typeof ofPlan) => [
    body.data.attributes.output[0]?.limit,
    body.data.attributes.output[0]?.length,
  ];
  assert.deepEqual([ofPlan, ofRecorded, named].map(limitOf), [
    [2, 9],
    [20, 14],
    [2, 9],
  ]);
  assert.deepEqual(
    [ofTwo, ofOther].map(({ body }) => body.data.attributes.status),
    ['errored', 'errored'],
  );
  assert.deepEqual([foreign.status, pointers(foreign)], [422, ['/data/relationships/policy-set/data/id']]);
  assert.doesNotMatch(JSON.stringify([ofPlan.body, ofRecorded.body]), /swordfish|herring/);
});

onEachEngine('Both sides of a replay use the present parameters for the recorded workspace', async (world) => {
  const { home, policy, set, overrides } = await withInput(world);
  const code = source.replace('"token"', '"secret"');
  const replayed = async (path: string, relationships: object = {}) => {
    const created = await home.client.post(`${path}/replays`, documentOf('policy-replays', { code }, relationships));
    assert.equal(created.status, 201, created.bytes.toString());
    await runOnce(world.context, replayJob(world.context));
    const { body } = await home.client.get(`/policy-replays/${created.body.data.id}/differences`);
    return body.data[0].attributes.policies[0];
  };
  const limitsIn = ({ before, after }: Awaited<ReturnType<typeof replayed>>) =>
    [before, after].map(({ output }) => [output[0].limit, output[0].length]);

  const ofPolicy = await replayed(`/policies/${policy}`);
  const ofWholeSet = await replayed(`/policy-sets/${set}`, { policy: { data: { id: policy, type: 'policies' } } });
  for (const override of overrides) await home.client.delete(override);
  const later = await replayed(`/policies/${policy}`);

  assert.deepEqual([ofPolicy, ofWholeSet, later].map(limitsIn), [
    [
      [20, 14],
      [20, 14],
    ],
    [
      [20, 14],
      [20, 14],
    ],
    [
      [2, 9],
      [2, 9],
    ],
  ]);
  assert.doesNotMatch(JSON.stringify([ofPolicy, ofWholeSet, later]), /swordfish|herring/);
});
