// Tests which callers may see which parts of a comparison, and that digests are never shown.
import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { creating, evaluatedIn, harmless, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { grantAccess } from '../../../../test/support/team-access.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';
import { policyEvaluationDigests } from '../evaluations/entity.ts';

/** Creates a mandatory policy that applies to a new workspace. */
const stageOf = async (world: World) => {
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets');
  await opaSet(home, 'baseline', [policy], { global: true });
  const workspace = await newWorkspace(home, 'shop');
  const evaluate = async (plan: string, by: Pick<Home, 'client'> = home) => {
    world.advance(1_000);
    return evaluatedIn(world, { client: by.client, name: home.name }, workspace, plan);
  };
  const compare = async (id: string, { client }: Pick<Home, 'client'> = home) =>
    (await client.get(`/policy-evaluations/${id}/comparison`)).body.data;
  return { home, policy, workspace, evaluate, compare };
};

const tighter = `package buckets

deny contains "buckets are denied" if some each in input.plan.resource_changes
`;

onEachEngine(
  'Readers who do not manage policies see that code changed, without its message and author',
  async (world) => {
    const { home, policy, workspace, evaluate, compare } = await stageOf(world);
    const team = await newTeam(world, home, []);
    await grantAccess(world, home, { team, workspace });
    const reader = await newMember(world, home, team);
    await evaluate(harmless);
    await home.client.put(`/policies/${policy}/upload?message=Confidential`, tighter);
    const { id } = await evaluate(creating);

    const { attributes } = await compare(id, reader);

    const unknown = { message: null, by: null, at: null };
    assert.equal(attributes.status, 'compared');
    assert.deepEqual(attributes.policies[0].changes, [{ kind: 'revision', from: '1', to: '2', ...unknown }]);
  },
);

onEachEngine(
  'The comparison reveals nothing about other evaluations to a creator who may not read the workspace',
  async (world) => {
    const { home, evaluate, compare } = await stageOf(world);
    const creator = await newMember(world, home);
    const first = await evaluate(creating, creator);
    const earlier = await compare(first.id, creator);
    await evaluate(harmless);
    const second = await evaluate(creating, creator);

    const later = await compare(second.id, creator);

    assert.equal(first.attributes.status, 'failed');
    for (const { attributes, relationships } of [earlier, later]) {
      assert.deepEqual(attributes, {
        status: 'hidden',
        'passed-at': null,
        policies: [],
        'policies-left-out': 0,
        'engine-version': null,
        plan: null,
        resources: [],
      });
      assert.equal(relationships['passed-evaluation'].data, null);
    }
    const stranger = await newMember(world, home);
    assert.equal((await stranger.client.get(`/policy-evaluations/${second.id}/comparison`)).status, 404);
  },
);

onEachEngine('If an older release evaluated a plan, only the policies are compared', async (world) => {
  const { home, policy, evaluate, compare } = await stageOf(world);
  const passed = await evaluate(harmless);
  await world.context.database.transaction((tx) =>
    tx.run((db) => db.deleteFrom('policy_evaluation_digests').where('evaluation_id', '=', passed.id)),
  );
  await home.client.put(`/policies/${policy}/upload`, tighter);
  const { id } = await evaluate(harmless);

  const { attributes } = await compare(id);

  assert.deepEqual(attributes.plan, { status: 'unknown', changed: null, added: null, removed: null });
  assert.equal(attributes.policies[0].changes[0].kind, 'revision');
  assert.deepEqual(attributes.resources, []);
});

onEachEngine('Plans are compared only as far as their digests are known and have the same key', async (world) => {
  const { evaluate, compare } = await stageOf(world);
  const passed = await evaluate(harmless);
  const { id } = await evaluate(creating);
  const comparedWith = async (values: object) => {
    await world.context.database.transaction((tx) =>
      tx.run((db) => db.updateTable('policy_evaluation_digests').set(values).where('evaluation_id', '=', passed.id)),
    );
    return (await compare(id)).attributes;
  };

  // The digests of resources are unknown if a plan has more than 10,000 of them.
  const large = await comparedWith({ resources: null });
  const afterRotation = await comparedWith({ key_id: 'former' });

  const unknown = { changed: null, added: null, removed: null };
  assert.deepEqual(large.plan, { status: 'changed', ...unknown });
  assert.deepEqual(afterRotation.plan, { status: 'unknown', ...unknown });
  assert.deepEqual(large.resources, [{ address: 'aws_s3_bucket.logs', status: 'unknown' }]);
});

const storedDigests = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('policy_evaluation_digests')
    .innerJoin('policy_evaluations', 'policy_evaluations.id', 'policy_evaluation_digests.evaluation_id')
    .select(policyEvaluationDigests.all)
    .where('organization_id', '=', organization),
);

onEachEngine('Digests depend on the workspace, and no response or audit record contains them', async (world) => {
  const { home, evaluate } = await stageOf(world);
  const other = await newWorkspace(home, 'other');
  const { id } = await evaluate(creating);
  await evaluatedIn(world, home, other, creating);

  const rows = await world.context.database.rows(storedDigests, { organization: home.organization.id });

  const digests = rows.flatMap(({ plan, resources, policies }) => [
    String(plan),
    String(resources),
    ...(policies.match(/(?<="(?:code|parameters)":")[\w-]{11}(?=")/g) ?? []),
  ]);
  assert.equal(digests.length, 8);
  assert.equal(new Set(digests).size, 8);
  const paths = ['', '/comparison', '/findings', '/changes', '/policy-set-outcomes'];
  const answers = await Promise.all(paths.map((path) => home.client.get(`/policy-evaluations/${id}${path}`)));
  const shown = JSON.stringify([answers.map(({ body }) => body), await auditOf(world, id)]);
  for (const digest of digests) assert.ok(!shown.includes(digest));
});
