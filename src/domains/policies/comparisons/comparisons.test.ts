// Tests the comparison of an evaluation with the last one of its workspace that passed.
import assert from 'node:assert/strict';
import { archiveOf } from '../../../../test/support/archive.ts';
import { documentOf, identifiers } from '../../../../test/support/documents.ts';
import {
  created,
  evaluated,
  evaluatedIn,
  evaluationIn,
  inWorkspace,
  newOpaPolicy,
  opaSet,
} from '../../../../test/support/evaluations.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { sendSetVersion } from '../../../../test/support/policy-versions.ts';
import { grantAccess } from '../../../../test/support/team-access.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';

const address = 'aws_s3_bucket.logs';

/** Resource change of a plan. */
const entry = (name: string, acl = 'public-read') => ({
  address: name,
  type: 'aws_s3_bucket',
  change: { actions: ['create'], after: { acl } },
});

const planOf = (entries: readonly object[], members: object = {}) =>
  JSON.stringify({ format_version: '1.2', terraform_version: '1.9.0', resource_changes: entries, ...members });

let plans = 0;

/** Returns a plan with one public bucket. Like real plans, each plan has a different timestamp. */
function publicBucket(): string {
  plans += 1;
  return planOf([entry(address)], { timestamp: `2026-01-01T00:00:${plans}Z` });
}

/** Code that denies buckets with one of the given access lists. */
const denying = (...acls: readonly string[]) => `package buckets

deny contains each.address if {
  some each in input.plan.resource_changes
  each.change.after.acl in ${JSON.stringify(acls)}
}
`;

const unknownSource = { message: null, by: null, at: null };

/** Creates a workspace, and a policy that accepts public buckets in a set that applies to all workspaces. */
const stageOf = async (world: World, written: Parameters<typeof newOpaPolicy>[2] = {}, attributes: object = {}) => {
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets', { source: denying('none'), ...written });
  const set = await opaSet(home, 'baseline', [policy], { global: true, ...attributes });
  const workspace = await newWorkspace(home, 'shop');
  const evaluate = async (plan = publicBucket(), by: Pick<Home, 'client'> = home) => {
    world.advance(1_000);
    return evaluatedIn(world, { ...by, name: home.name }, workspace, plan);
  };
  const compare = async (id: string, { client }: Pick<Home, 'client'> = home) => {
    const { status, body } = await client.get(`/policy-evaluations/${id}/comparison`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  /** Evaluates a plan that passes, makes a change, evaluates a plan that fails, and returns the comparison. */
  const changesAfter = async (change: () => Promise<unknown>) => {
    const passed = await evaluate();
    assert.equal(passed.attributes.status, 'passed');
    await change();
    const failed = await evaluate();
    assert.equal(failed.attributes.status, 'failed');
    const { attributes } = await compare(failed.id);
    assert.deepEqual([attributes.status, attributes.plan.status], ['compared', 'same']);
    return attributes.policies.flatMap(({ changes }: { changes: readonly object[] }) => changes);
  };
  const uploaded = async (source: string, message = '') => {
    const { status } = await home.client.put(
      `/policies/${policy}/upload?message=${encodeURIComponent(message)}`,
      source,
    );
    assert.equal(status, 200);
  };
  const patched = async (type: 'policies' | 'policy-sets', changes: object) => {
    const path = type === 'policies' ? `/policies/${policy}` : `/policy-sets/${set}`;
    assert.equal((await home.client.patch(path, documentOf(type, changes))).status, 200);
  };
  return { home, policy, set, workspace, evaluate, compare, changesAfter, uploaded, patched };
};

onEachEngine('A new revision is shown with its message, author and time, and the plan is the same', async (world) => {
  const { home, policy, set, evaluate, compare, uploaded } = await stageOf(world);
  const passed = await evaluate();
  await uploaded(denying('public-read'), 'No public buckets');
  const failed = await evaluate();

  const { id, type, attributes, relationships } = await compare(failed.id);

  assert.deepEqual([id, type], [failed.id, 'policy-evaluation-comparisons']);
  const revision = await home.client.get(`/policies/${policy}/revisions/2`);
  assert.deepEqual(attributes, {
    status: 'compared',
    'passed-at': passed.attributes['created-at'],
    policies: [
      {
        policy: { id: policy, name: 'buckets' },
        'policy-set': { id: set, name: 'baseline' },
        changes: [
          {
            kind: 'revision',
            from: '1',
            to: '2',
            message: 'No public buckets',
            by: revision.body.data.attributes['created-by'],
            at: revision.body.data.attributes['created-at'],
          },
        ],
      },
    ],
    'policies-left-out': 0,
    'engine-version': null,
    plan: { status: 'same', changed: 0, added: 0, removed: 0 },
    resources: [{ address, status: 'same' }],
  });
  assert.deepEqual(relationships, {
    'policy-evaluation': { data: { id: failed.id, type: 'policy-evaluations' } },
    'passed-evaluation': { data: { id: passed.id, type: 'policy-evaluations' } },
  });
});

onEachEngine('Changes of the settings of a policy and its set are shown', async (world) => {
  const denies = denying('public-read');
  const level = await stageOf(world, { level: 'advisory', source: denies });
  const introduced = await stageOf(world, { source: denies }, { shadow: true });
  const query = await stageOf(world, { source: `${denies}\nwarn := []\n`, rule: 'data.buckets.warn' });
  const input = await stageOf(world, { source: denies.replace('input.plan', 'input.tf') });

  const changes = [
    await level.changesAfter(() => level.patched('policies', { 'enforcement-level': 'mandatory' })),
    await introduced.changesAfter(() => introduced.patched('policy-sets', { shadow: false })),
    await query.changesAfter(() => query.patched('policies', { query: 'data.buckets.deny' })),
    await input.changesAfter(() => input.patched('policies', { input: 'tf' })),
  ];

  const plain = (kind: string, from: string | null = null, to: string | null = null) => [
    { kind, from, to, ...unknownSource },
  ];
  assert.deepEqual(changes, [
    plain('enforcement-level', 'advisory', 'mandatory'),
    plain('introduction', 'shadow', 'enforce'),
    plain('query'),
    plain('input'),
  ]);
});

onEachEngine('Changed parameters are shown without their values', async (world) => {
  const source = `package buckets\n\ndeny contains "no" if input.parameters.denied == "s3cret-value"\n`;
  const stage = await stageOf(world, { source });
  const path = `/policy-sets/${stage.set}/parameters`;
  const { body } = await stage.home.client.post(path, documentOf('vars', { key: 'denied', value: 'nothing' }));

  const changes = await stage.changesAfter(() =>
    stage.home.client.patch(`${path}/${body.data.id}`, documentOf('vars', { value: 's3cret-value' })),
  );

  assert.deepEqual(changes, [{ kind: 'parameters', from: null, to: null, ...unknownSource }]);
});

onEachEngine('A policy that did not apply to the earlier plan is shown as new', async (world) => {
  const stage = await stageOf(world);
  const other = await newOpaPolicy(stage.home, 'others', { source: denying('public-read') });

  const changes = await stage.changesAfter(() =>
    stage.home.client.post(`/policy-sets/${stage.set}/relationships/policies`, identifiers('policies', other)),
  );

  assert.deepEqual(changes, [{ kind: 'new', from: null, to: null, ...unknownSource }]);
});

onEachEngine('An exemption that ended is shown with its end', async (world) => {
  const stage = await stageOf(world, { source: denying('public-read') });
  const end = new Date(world.context.clock.now() + 60_000).toISOString();
  const reasons = { reason: 'Until the migration', owner: 'network' };
  const exemption = { ...reasons, 'expires-at': end, 'resource-address': address };
  const document = documentOf('policy-exemptions', exemption, inWorkspace(stage.workspace));
  const path = `/policies/${stage.policy}/exemptions`;
  const { body } = await stage.home.client.post(path, document);
  const lasting = { ...exemption, 'expires-at': null, 'resource-address': 'a_b.kept' };
  await stage.home.client.post(path, documentOf('policy-exemptions', lasting));
  const plan = planOf([entry(address), entry('a_b.kept')]);

  const passed = await stage.evaluate(plan);
  world.advance(120_000);
  const { attributes } = await stage.compare((await stage.evaluate(plan)).id);

  assert.equal(passed.attributes.status, 'passed');
  assert.deepEqual(attributes.policies[0].changes, [
    { kind: 'exemption-ended', from: body.data.id, to: end, ...unknownSource },
  ]);
});

onEachEngine('A new version of a policy set is shown only for policies whose code it changes', async (world) => {
  const stage = await stageOf(world);
  const { home } = stage;
  const set = await opaSet(home, 'versioned', [], { global: true });
  const archive = (one: string, other: string) =>
    archiveOf({
      'policies.yaml': `policies:\n${['one', 'other']
        .map(
          (name) => `  - {name: ${name}, query: data.${name}.deny, file: ${name}.rego, enforcement-level: mandatory}\n`,
        )
        .join('')}`,
      'one.rego': one.replace('package buckets', 'package one'),
      'other.rego': other.replace('package buckets', 'package other'),
    });
  const send = async (one: string, other: string) => {
    const { id, sent } = await sendSetVersion(world, home, set, archive(one, other));
    assert.equal(sent.status, 200, sent.bytes.toString());
    return id;
  };
  const first = await send(denying('public-read'), denying('none'));
  await stage.evaluate(planOf([entry(address, 'x')]));
  const second = await send(denying('public-read'), denying('public-read'));
  await stage.uploaded(denying('none', 'nothing'));
  const failed = await stage.evaluate();
  const team = await newTeam(world, home, []);
  await grantAccess(world, home, { team, workspace: stage.workspace });
  const reader = await newMember(world, home, team);

  const { attributes } = await stage.compare(failed.id);
  const shown = await stage.compare(failed.id, reader);

  const version = await home.client.get(`/policy-set-versions/${second}`);
  const at = version.body.data.attributes['created-at'];
  assert.deepEqual(
    attributes.policies.map(({ policy, changes }: { policy: { name: string }; changes: unknown }) => [
      policy.name,
      changes,
    ]),
    [
      ['one', []],
      ['other', [{ kind: 'set-version', from: first, to: second, message: null, by: null, at }]],
    ],
  );
  assert.deepEqual(shown.attributes.policies[1].changes, [
    { kind: 'set-version', from: null, to: null, ...unknownSource },
  ]);
});

onEachEngine('Resources of the plan are counted, and those with findings are compared', async (world) => {
  const stage = await stageOf(world, { source: denying('public-read') });
  const [same, changed, added] = ['a_b.same', 'a_b.changed', 'a_b.added'];
  await stage.evaluate(planOf([entry(same, 'x'), entry(changed, 'private'), entry('a_b.gone', 'x')]));
  const failed = await stage.evaluate(planOf([entry(same, 'x'), entry(changed), entry(added)]));
  const variables = await stage.evaluate(
    planOf([entry(same, 'x'), entry(changed, 'private'), entry('a_b.gone', 'x')], { variables: { a: { value: 1 } } }),
  );

  const { attributes } = await stage.compare(failed.id);
  const others = await stage.compare(variables.id);

  assert.deepEqual(attributes.plan, { status: 'changed', changed: 1, added: 1, removed: 1 });
  assert.deepEqual(attributes.resources, [
    { address: added, status: 'new' },
    { address: changed, status: 'changed' },
  ]);
  assert.deepEqual(attributes.policies[0].changes, []);
  assert.deepEqual(others.attributes.plan, { status: 'changed', changed: 0, added: 0, removed: 0 });
});

onEachEngine('Only policies that block the run and the resources in their findings are compared', async (world) => {
  const source = `package buckets

deny contains {"message": "no", "address": address} if {
  some each in input.plan.resource_changes
  each.change.after.acl == "public-read"
  some address in [each.address, "a_b.other"]
}
`;
  const stage = await stageOf(world, { source });
  const advisory = await newOpaPolicy(stage.home, 'advice', { level: 'advisory', source: denying('private') });
  await stage.home.client.post(`/policy-sets/${stage.set}/relationships/policies`, identifiers('policies', advisory));
  const exemption = { reason: 'Migration', owner: 'network', 'expires-at': null, 'resource-address': 'a_b.exempt' };
  await stage.home.client.post(`/policies/${stage.policy}/exemptions`, documentOf('policy-exemptions', exemption));
  await stage.evaluate(planOf([entry(address, 'none')]));
  const names = [address, 'a_b.exempt', 'a_b.\u0007'];
  const failed = await stage.evaluate(planOf([...names.map((name) => entry(name)), entry('a_b.advice', 'private')]));

  const { attributes } = await stage.compare(failed.id);

  assert.deepEqual(
    attributes.policies.map(({ policy }: { policy: object }) => policy),
    [{ id: stage.policy, name: 'buckets' }],
  );
  assert.deepEqual(attributes.resources, [
    { address: 'a_b.other', status: 'unknown' },
    { address, status: 'changed' },
  ]);
});

onEachEngine('A comparison contains at most 50 policies', async (world) => {
  const stage = await stageOf(world);
  const set = await opaSet(stage.home, 'versioned', [], { global: true });
  const policies = Array.from(
    { length: 51 },
    (_, index) => `policy "p${index}" {\n  query = "data.buckets.deny"\n  enforcement_level = "mandatory"\n}\n`,
  );
  const archive = archiveOf({ 'policies.hcl': policies.join(''), 'code.rego': denying('public-read') });
  assert.equal((await sendSetVersion(world, stage.home, set, archive)).sent.status, 200);
  await stage.evaluate(planOf([entry(address, 'x')]));
  const failed = await stage.evaluate();

  const { attributes } = await stage.compare(failed.id);

  assert.deepEqual([attributes.policies.length, attributes['policies-left-out']], [50, 1]);
});

onEachEngine(
  'Only an earlier evaluation of the same workspace that passed and counts for the workspace is compared',
  async (world) => {
    const stage = await stageOf(world);
    const { home, set, workspace, evaluate, compare, uploaded } = stage;
    const first = await evaluate(planOf([entry(address, 'none')]));
    const elsewhere = await newWorkspace(home, 'elsewhere');
    await evaluatedIn(world, home, elsewhere, publicBucket());
    const stranger = await newMember(world, home);
    const uncounted = await evaluate(publicBucket(), stranger);
    assert.deepEqual([uncounted.attributes.status, uncounted.attributes['counts-for-workspace']], ['passed', false]);
    const before = await compare((await evaluate(planOf([entry(address, 'none')]))).id);
    const passed = await evaluate();
    await uploaded(denying('public-read'));
    await evaluate();
    const failed = await evaluate();
    const path = `/organizations/${home.name}/evaluations`;
    const ofSet = { path: `/policy-sets/${set}/evaluations`, document: evaluationIn(workspace) };
    const ofState = { path, document: documentOf('policy-evaluations', { source: 'state' }, inWorkspace(workspace)) };
    const incomparable = [
      await evaluated({ world, by: home, ...ofSet }, publicBucket()),
      await evaluated({ world, by: home, ...ofState }, publicBucket()),
      await evaluated({ world, by: home, path }, publicBucket()),
      await created({ by: home, path, document: evaluationIn(workspace) }),
    ];

    const compared = await compare(failed.id);
    const others = await Promise.all([first, ...incomparable].map(({ id }) => compare(id)));

    assert.deepEqual(
      [before.attributes.status, before.attributes.plan, before.relationships['passed-evaluation'].data],
      ['no-passed-evaluation', null, null],
    );
    assert.equal(compared.relationships['passed-evaluation'].data.id, passed.id);
    assert.deepEqual(
      others.map(({ attributes }) => attributes.status),
      ['no-passed-evaluation', ...incomparable.map(() => 'not-comparable')],
    );
  },
);
