// Tests external outcomes: which callers may post them, and how they determine the status of the evaluation.
import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import {
  creating,
  evaluated,
  evaluationIn,
  inWorkspace,
  newOpaPolicy,
  opaSet,
} from '../../../../test/support/evaluations.ts';
import { clientOfOwner, newMember, newTeam } from '../../../../test/support/members.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';

interface Posted {
  readonly 'policy-id': string;
  readonly status: string;
  readonly output?: readonly unknown[];
}

const posting = (digest: string, outcomes: readonly Posted[], source: string | null = 'policy runner 4') =>
  documentOf('external-outcomes', { 'input-digest': digest, source, outcomes });

const passed = (id: string): Posted => ({ 'policy-id': id, status: 'passed' });

/**
 * Creates a set of two mandatory policies that the service cannot evaluate, and an evaluation by a member without
 * further permissions.
 */
const unreachable = async (world: World, home: Home) => {
  const [tags, sizes] = [
    await newPolicy(home, 'tags', { 'enforcement-level': 'hard-mandatory' }),
    await newPolicy(home, 'sizes', { 'enforcement-level': 'soft-mandatory' }),
  ];
  const set = await newPolicySet(home, 'native', {}, [tags, sizes]);
  const pipeline = await newMember(world, home);
  const evaluation = await evaluated({ world, by: pipeline, path: `/policy-sets/${set}/evaluations` }, creating);
  assert.equal(evaluation.attributes.status, 'unreachable');
  return { tags, sizes, pipeline, id: String(evaluation.id), digest: String(evaluation.attributes['input-digest']) };
};

const pathFor = (id: string): string => `/policy-evaluations/${id}/external-outcomes`;

onEachEngine('External outcomes decide an unreachable evaluation, and are marked and audited', async (world) => {
  const home = await world.home();
  const { tags, sizes, id, digest } = await unreachable(world, home);
  const manager = await newMember(world, home, await newTeam(world, home, ['manage-policies']));

  const first = await manager.client.post(pathFor(id), posting(digest, [passed(tags)]));
  const second = await manager.client.post(
    pathFor(id),
    posting(digest, [{ 'policy-id': sizes, status: 'failed', output: ['too large'] }], null),
  );
  const late = await manager.client.post(pathFor(id), posting(digest, [passed(sizes)]));
  const { body } = await home.client.get(`/policy-evaluations/${id}/policy-set-outcomes`);

  assert.deepEqual([first.status, first.body.data.attributes.status], [200, 'unreachable']);
  assert.deepEqual([second.status, second.body.data.attributes.status], [200, 'failed']);
  assert.equal(second.body.data.attributes.overridable, true);
  const { 'mandatory-failed': failed, passed: ok, errored } = second.body.data.attributes['result-count'];
  assert.deepEqual([failed, ok, errored], [1, 1, 0]);
  assert.deepEqual(
    [late.status, details(late)],
    [
      422,
      [
        'The evaluation is failed. External outcomes are accepted only while the evaluation is unreachable, that is, after this service has evaluated all policies that it can evaluate.',
      ],
    ],
  );
  const outcomes = body.data[0].attributes.outcomes;
  assert.deepEqual(
    outcomes.map(
      ({
        policy_name,
        status,
        output,
        external,
      }: {
        policy_name: string;
        status: string;
        output: unknown[];
        external: { by: { username: string }; source: string };
      }) => [policy_name, status, output, external.by.username, external.source],
    ),
    [
      ['sizes', 'failed', ['too large'], manager.user.username, null],
      ['tags', 'passed', [], manager.user.username, 'policy runner 4'],
    ],
  );
  assert.deepEqual(second.body.data.attributes.notices, [
    `External outcomes were posted by ${manager.user.username} (source: policy runner 4) for: tags.`,
    `External outcomes were posted by ${manager.user.username} for: sizes.`,
  ]);
  const { action, change } = (await auditOf(world, id)).at(-1) ?? {};
  assert.equal(action, 'policy-evaluation.post-outcomes');
  assert.deepEqual(change?.after, { status: 'failed', source: null, outcomes: { [sizes]: 'failed' } });
});

onEachEngine(
  'Nobody can pass their own plan, and only callers who manage policies can post outcomes',
  async (world) => {
    const home = await world.home();
    const { tags, sizes, pipeline, id, digest } = await unreachable(world, home);
    const organization = await clientOfOwner(world, { kind: 'organization', id: home.organization.id });
    const set = await newPolicySet(home, 'again', {}, [tags]);
    const own = await evaluated(
      { world, by: { client: organization }, path: `/policy-sets/${set}/evaluations` },
      creating,
    );
    const { client: overrider } = await newMember(world, home, await newTeam(world, home, ['manage-policy-overrides']));
    const { client: manager } = await newMember(world, home, await newTeam(world, home, ['manage-policies']));
    const both = posting(digest, [passed(tags), passed(sizes)]);

    const answers = [
      await pipeline.client.post(pathFor(id), both),
      await overrider.post(pathFor(id), both),
      await organization.post(pathFor(own.id), posting(digest, [passed(tags)])),
      await manager.post(pathFor(id), both),
      await manager.post(pathFor(own.id), posting(digest, [passed(tags)])),
    ];

    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404, 403, 200, 200],
    );
    assert.deepEqual(
      answers.slice(3).map(({ body }) => body.data.attributes.status),
      ['passed', 'passed'],
    );
  },
);

onEachEngine(
  'Outcomes are accepted only for applicable policies that the service cannot evaluate and that have no outcome yet',
  async (world) => {
    const home = await world.home();
    const { tags, sizes, id, digest } = await unreachable(world, home);
    const foreign = await newPolicy(home, 'foreign');
    const opa = await newOpaPolicy(home, 'opa', { source: 'package buckets\n\ndeny := []\n' });
    const open = await evaluated(
      { world, by: home, path: `/policy-sets/${await opaSet(home, 'open', [opa])}/evaluations` },
      creating,
    );
    const { client } = await newMember(world, home, await newTeam(world, home, ['manage-policies']));
    await client.post(pathFor(id), posting(digest, [passed(tags)]));

    const bad = [
      await client.post(pathFor(id), posting('0'.repeat(64), [passed(sizes)])),
      await client.post(pathFor(id), posting('soon', [passed(sizes)])),
      await client.post(pathFor(id), posting(digest, [passed(sizes), passed(foreign)])),
      await client.post(pathFor(id), posting(digest, [passed(sizes), passed(sizes)])),
      await client.post(pathFor(id), posting(digest, [passed(tags)])),
      await client.post(pathFor(id), posting(digest, [{ 'policy-id': sizes, status: 'overridden' }])),
      await client.post(pathFor(id), posting(digest, [])),
      await client.post(pathFor(id), posting(digest, [{ ...passed(sizes), output: ['fine', { name: 'a\0b' }] }])),
    ];
    const over = await client.post(pathFor(open.id), posting(digest, [passed(opa)]));
    const shown = await client.get(`/policy-evaluations/${id}`);

    assert.deepEqual(
      bad.map((answer) => [answer.status, ...pointers(answer)]),
      [
        [422, '/data/attributes/input-digest'],
        [422, '/data/attributes/input-digest'],
        [422, '/data/attributes/outcomes/1/policy-id'],
        [422, '/data/attributes/outcomes/1/policy-id'],
        [422, '/data/attributes/outcomes/0/policy-id'],
        [422, '/data/attributes/outcomes/0/status'],
        [422, '/data/attributes/outcomes'],
        [422, '/data/attributes/outcomes/0/output/1'],
      ],
    );
    assert.deepEqual([open.attributes.status, over.status], ['passed', 422]);
    assert.equal(shown.body.data.attributes.status, 'unreachable');
  },
);

onEachEngine('Exemptions also apply to external outcomes', async (world) => {
  const home = await world.home();
  const policy = await newPolicy(home, 'tags', { 'enforcement-level': 'hard-mandatory' });
  const workspace = await newWorkspace(home, 'shop');
  const attributes = { 'resource-address': 'aws_s3_bucket.logs', reason: 'x', owner: 'y', 'expires-at': null };
  const { body } = await home.client.post(
    `/policies/${policy}/exemptions`,
    documentOf('policy-exemptions', attributes, inWorkspace(workspace)),
  );
  const lastMatch = async () => {
    const shown = await home.client.get(`/policy-exemptions/${body.data.id}`);
    return shown.body.data.attributes['last-matched-at'];
  };
  world.advance(2 * 86_400_000);
  const { client } = await newMember(world, home, await newTeam(world, home, ['manage-policies']));
  const path = `/policy-sets/${await newPolicySet(home, 'native', {}, [policy])}/evaluations`;
  const document = evaluationIn(workspace);
  const { id, attributes: seen } = await evaluated({ world, by: home, path, document }, creating);
  const failed = { 'policy-id': policy, status: 'failed', output: [{ address: 'aws_s3_bucket.logs' }] };

  const before = await lastMatch();
  const answer = await client.post(pathFor(id), posting(seen['input-digest'], [failed]));

  assert.equal(before, body.data.attributes['created-at']);
  assert.ok((await lastMatch()) > before);
  assert.deepEqual([seen.status, answer.body.data.attributes.status], ['unreachable', 'passed']);
  assert.deepEqual(answer.body.data.attributes['result-count'].exempted, 1);
  assert.equal(answer.body.data.attributes.notices.length, 2);
});
