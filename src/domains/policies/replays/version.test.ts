// Tests replays of policy set versions that are not in force.
import assert from 'node:assert/strict';
import { archiveOf } from '../../../../test/support/archive.ts';
import { auditOf } from '../../../../test/support/audit.ts';
import { documentOf, identifiers } from '../../../../test/support/documents.ts';
import { inWorkspace, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { evaluatedPlan, planOf, recordInputs } from '../../../../test/support/policy-inputs.ts';
import { sendSetVersion, stageSetVersion } from '../../../../test/support/policy-versions.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { replayJob } from './job.ts';

/** Returns a policy that forbids an access control list. */
const forbidding = (name: string, acl: string) =>
  `package ${name}\n\ndeny contains each.address if {\n\tsome each in input.plan.resource_changes\n\teach.change.after.acl == "${acl}"\n}\n`;

/** Returns an archive with mandatory policies, by name, each of which forbids an access control list. */
const archiveWith = (policies: Readonly<Record<string, string>>): Buffer =>
  archiveOf({
    'policies.yaml': `policies:\n${Object.keys(policies)
      .map((name) => `  - name: ${name}\n    query: data.${name}.deny\n    enforcement-level: mandatory\n`)
      .join('')}`,
    ...Object.fromEntries(Object.entries(policies).map(([name, acl]) => [`${name}.rego`, forbidding(name, acl)])),
  });

const versionOf = (id: string) => ({ 'policy-set-version': { data: { id, type: 'policy-set-versions' } } });

const posted = ({ client }: Home, set: string, relationships: object, attributes: object = {}) =>
  client.post(`/policy-sets/${set}/replays`, documentOf('policy-replays', attributes, relationships));

const replayed = async (world: World, home: Home, set: string, version: string) => {
  const { status, body } = await posted(home, set, versionOf(version));
  assert.equal(status, 201, JSON.stringify(body));
  await runOnce(world.context, replayJob(world.context));
  const { attributes } = (await home.client.get(`/policy-replays/${body.data.id}`)).body.data;
  const differences = (await home.client.get(`/policy-replays/${body.data.id}/differences`)).body.data;
  return {
    id: body.data.id,
    total: attributes['inputs-total'],
    failing: attributes['result-counts']['newly-failing'],
    workspaces: attributes['newly-failing-workspaces'],
    policies: differences.flatMap(({ attributes: { policies } }: { attributes: { policies: object[] } }) =>
      policies.map((each) => [Reflect.get(each, 'policy-name'), Reflect.get(each, 'result')]),
    ),
  };
};

/**
 * Creates an organization with two recorded plans, and a policy set with the policy `buckets`, which forbids
 * `public-read`.
 */
const homeWithPlans = async (world: World) => {
  const home = await world.home();
  await recordInputs(home, 30);
  const buckets = await newOpaPolicy(home, 'buckets', { source: forbidding('buckets', 'public-read') });
  const set = await opaSet(home, 'set', [buckets], { global: true });
  const workspace = await newWorkspace(home, 'web');
  for (const acl of ['public-read', 'private'])
    await evaluatedPlan(world, home, planOf({ acl }), inWorkspace(workspace));
  return { home, set };
};

onEachEngine(
  'The policies of a staged version are compared with the policies in force that have the same names',
  async (world) => {
    const { home, set } = await homeWithPlans(world);
    const same = await stageSetVersion(world, home, set, archiveWith({ buckets: 'public-read' }));
    const stricter = await stageSetVersion(
      world,
      home,
      set,
      archiveWith({ buckets: 'public-read', secret: 'private' }),
    );
    const other = await stageSetVersion(world, home, set, archiveWith({ buckets: 'private' }));

    const ofSame = await replayed(world, home, set, same);
    const ofStricter = await replayed(world, home, set, stricter);
    const ofOther = await replayed(world, home, set, other);
    const activated = await home.client.post(
      `/policy-set-versions/${stricter}/actions/activate?replay=${ofStricter.id}`,
    );
    const ofVersion = await replayed(world, home, set, other);

    assert.deepEqual([ofSame.total, ofSame.failing], [2, 0]);
    assert.deepEqual(
      [ofStricter.failing, ofStricter.workspaces, ofStricter.policies],
      [1, 1, [['secret', 'newly-failing']]],
    );
    assert.deepEqual(ofOther.policies, [
      ['buckets', 'newly-failing'],
      ['buckets', 'newly-passing'],
    ]);
    assert.equal(activated.status, 200);
    assert.deepEqual((await auditOf(world, stricter)).at(-1)?.change.after?.replay, {
      id: ofStricter.id,
      status: 'finished',
      'inputs-total': 2,
      'inputs-done': 2,
      'newly-failing': 1,
      'newly-failing-workspaces': 1,
    });
    assert.deepEqual(ofVersion.policies, ofOther.policies);
  },
);

onEachEngine('Only a version of the same set can be replayed, and only without added policies', async (world) => {
  const { home, set } = await homeWithPlans(world);
  const added = await newOpaPolicy(home, 'added');
  const elsewhere = await world.home();
  const foreignSet = await opaSet(elsewhere, 'set', []);
  const foreign = await sendSetVersion(world, elsewhere, foreignSet, archiveWith({ buckets: 'private' }));
  const staged = await stageSetVersion(world, home, set, archiveWith({ buckets: 'private' }));
  const own = await newOpaPolicy(elsewhere, 'own');
  const refusal = async (relationships: object, [from, to] = [home, set]) => {
    const { status, body } = await posted(from, to, relationships);
    return [status, body.errors?.map(({ code, source }: { code: string; source: object }) => [code, source])];
  };
  const at = { pointer: '/data/relationships/policy-set-version/data/id' };

  assert.deepEqual(await refusal(versionOf(foreign.id)), [422, [['no-such-record', at]]]);
  assert.deepEqual(await refusal(versionOf('polsetver-unknown')), [422, [['no-such-record', at]]]);
  assert.deepEqual(await refusal({ ...versionOf(staged), 'added-policies': identifiers('policies', added) }), [
    422,
    [['invalid', at]],
  ]);
  const [status, problems] = await refusal({ 'added-policies': identifiers('policies', own) }, [elsewhere, foreignSet]);
  assert.deepEqual([status, problems[0][1]], [422, { pointer: '/data/relationships/added-policies/data' }]);
  const activation = await home.client.post(`/policy-set-versions/${staged}/actions/activate?replay=polrep-unknown`);
  assert.equal(activation.status, 422);
});
