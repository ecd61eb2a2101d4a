// Tests the list of findings through the API.
import assert from 'node:assert/strict';
import { details, documentOf } from '../../../../test/support/documents.ts';
import {
  creating,
  emptyDocument,
  evaluated,
  evaluatedIn,
  harmless,
  newOpaPolicy,
  opaSet,
} from '../../../../test/support/evaluations.ts';
import { setMaximums } from '../../../../test/support/maximum-durations.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';

/** Code of a policy with two findings about the bucket. One of the findings contains a very large number. */
const detailed = `package detailed

# METADATA
# custom:
#   severity: 4.5
#   remediation: Ask the storage team.
deny contains found if {
  some each in input.plan.resource_changes
  found := {"resource": each.address, "msg": "has no tags", "path": ["tags", "owner"], "severity": "High"}
}

deny contains {"size": 123456789012345678901234567890}
`;

/**
 * Creates an evaluation in which policies of these types did not pass: failed, errored, in shadow mode, and advisory.
 */
const blocked = async (world: World, home: Home) => {
  const policies = [
    await newOpaPolicy(home, 'buckets'),
    await newOpaPolicy(home, 'detailed', { source: detailed, rule: 'data.detailed.deny' }),
    await newOpaPolicy(home, 'empty', { source: '' }),
    await newOpaPolicy(home, 'advice', { level: 'advisory' }),
    await newOpaPolicy(home, 'tried', { shadow: true }),
  ];
  await opaSet(home, 'baseline', policies, { global: true, overridable: true });
  const path = `/organizations/${home.name}/evaluations`;
  const { id } = await evaluated({ world, by: home, path }, creating);
  return { id: String(id), policies };
};

interface Shown {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>> & { readonly policy: { readonly name: string } };
}

const namesOf = ({ body }: { readonly body: { readonly data: readonly Shown[] } }) =>
  body.data.map(({ attributes }) => attributes.policy.name);

onEachEngine('Readers of an evaluation see its findings, the most urgent first', async (world) => {
  const home = await world.home();
  const { id } = await blocked(world, home);
  const reader = await newMember(world, home, await newTeam(world, home, ['read-workspaces']));
  const [member, stranger] = [await newMember(world, home), await world.home()];
  const path = `/policy-evaluations/${id}/findings`;

  const { body } = await reader.client.get(path);
  const evaluation = await reader.client.get(`/policy-evaluations/${id}`);

  const { links } = evaluation.body.data;
  assert.ok(links.findings.endsWith(path));
  assert.deepEqual(
    body.data.map(({ attributes }: Shown) => [
      attributes.policy.name,
      attributes.blocking,
      attributes.address,
      attributes.severity,
      attributes.message,
    ]),
    [
      ['detailed', true, 'aws_s3_bucket.logs', 'high', 'has no tags'],
      ['detailed', true, null, 'medium', '{"size":123456789012345678901234567890}'],
      ['buckets', true, 'aws_s3_bucket.logs', null, 'aws_s3_bucket.logs is public'],
      ['empty', true, null, null, body.data[3].attributes.message],
      ['tried', false, 'aws_s3_bucket.logs', null, 'aws_s3_bucket.logs is public'],
      ['advice', false, 'aws_s3_bucket.logs', null, 'aws_s3_bucket.logs is public'],
    ],
  );
  assert.match(body.data[3].attributes.message, /^The policy has no code/);
  assert.deepEqual(
    [body.data[0].attributes.attribute, body.data[0].attributes.fix, body.data[0].type],
    ['tags.owner', 'Ask the storage team.', 'policy-findings'],
  );
  assert.deepEqual(body.meta.blocked, { changes: 1, policies: 3 });
  assert.deepEqual(body.meta.counts, {
    findings: 6,
    blocking: 4,
    old: 0,
    status: { failed: 5, errored: 1, unreachable: 0 },
    level: { 'hard-mandatory': 0, 'soft-mandatory': 0, advisory: 1, mandatory: 5 },
    severity: { critical: 0, high: 1, medium: 1, low: 0, info: 0, none: 4 },
  });
  for (const other of [member.client, stranger.client, world.anonymous]) {
    assert.equal((await other.get(path)).body.data, undefined);
  }
});

onEachEngine('Findings are filtered and paged, with counts of all findings', async (world) => {
  const home = await world.home();
  const { id, policies } = await blocked(world, home);
  const list = (query: string) => home.client.get(`/policy-evaluations/${id}/findings?${query}`);
  const named = async (query: string) => namesOf(await list(query));

  const first = await list('page[size]=2');
  const second = await list(`page[size]=2&page[after]=${first.body.meta.cursors?.after ?? ''}`);
  const refused = await Promise.all(
    [
      'filter[blocking]=maybe',
      'filter[level]=none',
      'filter[status]=passed',
      'filter[severity]=huge',
      'filter[x]=1',
    ].map(list),
  );

  assert.deepEqual(
    [namesOf(first), namesOf(second)],
    [
      ['detailed', 'detailed'],
      ['buckets', 'empty'],
    ],
  );
  assert.deepEqual([first.body.meta.counts.findings, second.body.meta.counts.findings], [6, 6]);
  assert.deepEqual(await named('page[size]=2&page[number]=3'), ['tried', 'advice']);
  assert.deepEqual(await named('filter[blocking]=false'), ['tried', 'advice']);
  assert.deepEqual(await named('filter[level]=advisory'), ['advice']);
  assert.deepEqual(await named('filter[status]=errored'), ['empty']);
  assert.deepEqual(await named('filter[severity]=high'), ['detailed']);
  assert.deepEqual(await named('filter[severity]=none&filter[blocking]=true'), ['buckets', 'empty']);
  assert.deepEqual(await named('filter[address]=aws_s3_bucket.logs&filter[policy]=buckets'), ['buckets']);
  assert.deepEqual(await named(`filter[policy]=${policies[2]}`), ['empty']);
  assert.deepEqual(await named('filter[address]=aws_s3_bucket'), []);
  assert.deepEqual(
    refused.map(({ status }) => status),
    [400, 400, 400, 400, 400],
  );
  assert.deepEqual(details(refused[0] ?? first), ['filter[blocking] must be one of true, false']);
});

onEachEngine(
  'Exempt findings are listed and do not block; an overridden evaluation has no blocked changes',
  async (world) => {
    const home = await world.home();
    await setMaximums(home, { exemption: null });
    const { policies } = await blocked(world, home);
    const workspace = await newWorkspace(home, 'shop');
    const exemption = { reason: 'Until the migration', owner: 'network', 'expires-at': null };
    const granted = await home.client.post(
      `/policies/${policies[0]}/exemptions`,
      documentOf('policy-exemptions', { ...exemption, 'resource-address': 'aws_s3_bucket.logs' }, {}),
    );
    assert.equal(granted.status, 201);
    const { id } = await evaluatedIn(world, home, workspace, creating);
    const findings = () => home.client.get(`/policy-evaluations/${id}/findings`);

    const before = await findings();
    const override = await home.client.post(
      `/policy-evaluations/${id}/actions/override`,
      documentOf('policy-evaluations', { comment: 'Agreed' }),
    );
    const after = await findings();

    const exempt = before.body.data.find(({ attributes }: Shown) => attributes.exempt);
    assert.deepEqual(
      [exempt.attributes.policy.name, exempt.attributes.blocking, exempt.attributes.exemption],
      ['buckets', false, { ...exemption, id: granted.body.data.id }],
    );
    assert.equal(exempt.id.replace(/^psout-\w+-/, ''), '1-exempt-0');
    assert.deepEqual(before.body.meta.blocked, { changes: 1, policies: 2 });
    assert.equal(override.status, 200);
    assert.deepEqual([after.body.data, after.body.meta.blocked], [before.body.data, { changes: 0, policies: 0 }]);
  },
);

onEachEngine('A waiting or passed evaluation has no findings', async (world) => {
  const home = await world.home();
  await opaSet(home, 'baseline', [await newOpaPolicy(home, 'buckets')], { global: true });
  const path = `/organizations/${home.name}/evaluations`;
  const waiting = await home.client.post(path, emptyDocument);

  const passed = await evaluated({ world, by: home, path }, harmless);

  assert.equal(passed.attributes.status, 'passed');
  for (const id of [waiting.body.data.id, passed.id]) {
    const { status, body } = await home.client.get(`/policy-evaluations/${id}/findings`);
    assert.deepEqual([status, body.data, body.meta.blocked], [200, [], { changes: 0, policies: 0 }]);
  }
});

onEachEngine(
  'Findings of policies with external outcomes have the same texts in each vocabulary',
  async (world) => {
    const home = await world.home();
    const policy = await newPolicy(home, 'tags', { kind: 'sentinel', 'enforcement-level': 'hard-mandatory' });
    const set = await newPolicySet(home, 'native', { kind: 'sentinel' }, [policy]);
    const { id } = await evaluated({ world, by: home, path: `/policy-sets/${set}/evaluations` }, creating);

    const { body } = await home.client.get(`/policy-evaluations/${id}/findings?filter[level]=hard-mandatory`);

    const [{ attributes, type }] = body.data;
    assert.deepEqual(
      [type, attributes.status, attributes['enforcement-level'], attributes.blocking, attributes.policy.name],
      ['policy-findings', 'unreachable', 'hard-mandatory', true, 'tags'],
    );
    assert.match(attributes.message, /^This service does not evaluate policies of this kind/);
  },
  { environment: { TIPSTAFF_VOCABULARY: 'terraform' } },
);
