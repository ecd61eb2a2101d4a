// Tests which findings cannot be approved, and that the keys of findings stay secret.
import assert from 'node:assert/strict';
import {
  approvalScene,
  approve,
  overridePath,
  publicBuckets,
  sameFindings,
} from '../../../../test/support/approvals.ts';
import { details, pointers } from '../../../../test/support/documents.ts';
import { evaluated, evaluatedIn, evaluationIn, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { bucket, planOf, source } from '../../../../test/support/old-findings.ts';
import { changePlan, homeWith } from '../../../../test/support/plans.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { recordInputs } from '../../../../test/support/policy-inputs.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { onEachEngine } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';

/** Returns a policy that reports the given Rego expressions about each public bucket. */
const reporting = (...expressions: readonly string[]): string =>
  source.replace('sprintf("%s is public", [each.address])', expressions.join('')).trimStart();

const cases: readonly (readonly [name: string, policySource: string, reason: RegExp])[] = [
  ['a finding without an address', reporting('"a bucket is public"'), /does not contain the address of a resource/],
  [
    'a finding with several addresses',
    reporting('"aws_s3_bucket.logs and aws_s3_bucket.data are public"'),
    /contains several addresses/,
  ],
  [
    'more findings than an output can have',
    `package buckets\n\ndeny contains message if {\n  some n in numbers.range(1, 1001)\n  message := sprintf("aws_s3_bucket.logs %d", [n])\n}\n`,
    /did not store all of them/,
  ],
];

for (const [name, policySource, reason] of cases) {
  onEachEngine(`The findings of a policy with ${name} cannot be approved`, async (world) => {
    const { overrider, check } = await approvalScene(world, { policySource });
    const { id, attributes } = await check(publicBuckets('logs', 'data'));

    const refused = await overrider.client.post(overridePath(id), sameFindings());
    const done = await overrider.client.post(overridePath(id), sameFindings({ 'applies-to': 'evaluation' }));

    assert.deepEqual([attributes.status, refused.status, done.status], ['failed', 422, 200]);
    assert.deepEqual(pointers(refused), ['/data/attributes/applies-to']);
    assert.match(
      details(refused)[0] ?? '',
      /^The findings of the policy buckets \(policy set baseline\) cannot be approved/,
    );
    assert.match(details(refused)[0] ?? '', reason);
  });
}

onEachEngine('Findings can be approved only if the evaluation has a workspace and has failed', async (world) => {
  const { home, policySet, check } = await approvalScene(world);
  const placeless = await evaluated(
    { world, by: home, path: `/policy-sets/${policySet}/evaluations` },
    publicBuckets('logs'),
  );
  const erring = { source: 'package erring\n\ndeny if input.plan\n', rule: 'data.erring.deny' };
  await opaSet(home, 'errors', [await newOpaPolicy(home, 'erring', erring)], { global: true, overridable: true });
  const mixed = await check(publicBuckets('logs'));
  const errored = await check(planOf());

  const refused = await Promise.all(
    [placeless, mixed, errored].map(({ id }) => home.client.post(overridePath(id), sameFindings())),
  );

  assert.deepEqual(
    refused.map(({ status }) => status),
    [422, 422, 422],
  );
  const [first, second, third] = refused.map((each) => details(each)[0] ?? '');
  assert.match(first ?? '', /^The evaluation has no workspace that still exists/);
  assert.match(second ?? '', /the policy erring \(policy set errors\) .* because the policy has the status errored/);
  assert.match(third ?? '', /^The evaluation is errored, and only findings of a failed evaluation can be approved/);
});

onEachEngine('Findings cannot be approved if the plan of the organization does not include policies', async (world) => {
  const { overrider, check } = await approvalScene(world, { home: await homeWith(world, {}) });
  const { id } = await check(publicBuckets('logs'));
  await changePlan(world, 'standard', { 'policy-enforcement': false });

  const refused = await overrider.client.post(overridePath(id), sameFindings());
  const done = await overrider.client.post(overridePath(id), sameFindings({ 'applies-to': 'evaluation' }));

  assert.deepEqual([refused.status, done.status], [404, 200]);
});

onEachEngine('An approval covers neither posted outcomes nor an evaluation that waits for outcomes', async (world) => {
  const { home, overrider, check } = await approvalScene(world);
  await approve(overrider, (await check(publicBuckets('logs'))).id);
  const native = await newPolicy(home, 'native', { 'enforcement-level': 'soft-mandatory' });
  await newPolicySet(home, 'elsewhere', { global: true }, [native]);

  const blocked = await check(publicBuckets('logs'));
  const waiting = await check(planOf(bucket('logs', ['create'], null, 'private')));
  const refused = await overrider.client.post(overridePath(waiting.id), sameFindings());

  assert.deepEqual([blocked.attributes.status, waiting.attributes.status], ['failed', 'unreachable']);
  assert.equal(refused.status, 422);
});

const storedKeys = query()((db) =>
  db.selectFrom('policy_set_outcomes').select('finding_keys').where('finding_keys', 'is not', null),
);
const auditTexts = query()((db) => db.selectFrom('audit_records').select('change'));

onEachEngine('The keys of findings appear in no response and in no audit record', async (world) => {
  const { home, overrider, check } = await approvalScene(world);
  await recordInputs(home, 30);
  const { id } = await check(publicBuckets('logs', 'data'));
  const approval = await approve(overrider, id);
  const covered = await check(publicBuckets('logs', 'extra'));
  const [set] = covered.outcomes;
  const paths = [
    `/policy-evaluations/${id}`,
    `/policy-evaluations/${covered.id}?include=workspace,policy-set`,
    `/policy-evaluations/${covered.id}/policy-set-outcomes`,
    `/policy-evaluations/${covered.id}/findings`,
    `/policy-evaluations/${covered.id}/changes`,
    `/policy-set-outcomes/${set.id}`,
    `/policy-set-outcomes/${set.id}/rules`,
    `/organizations/${home.name}/evaluations`,
    `/organizations/${home.name}/policy-approvals`,
    `/organizations/${home.name}/policy-inputs`,
    `/policy-approvals/${approval}`,
  ];

  const answers = await Promise.all(paths.map((path) => home.client.get(path)));
  const records = await world.context.database.rows(auditTexts, {});
  const rows = await world.context.database.rows(storedKeys, {});
  const keys = rows.flatMap(({ finding_keys }) => Object.values<string[]>(JSON.parse(finding_keys ?? '{}')).flat());

  assert.deepEqual(
    answers.map(({ status }) => status),
    paths.map(() => 200),
  );
  assert.equal(new Set(keys).size, 3);
  const texts = [...answers.map(({ bytes }) => bytes.toString()), ...records.map(({ change }) => change)].join('\n');
  assert.deepEqual(
    keys.filter((key) => texts.includes(key)),
    [],
  );
  assert.doesNotMatch(texts, /finding.keys/);
});

onEachEngine('An evaluation of one policy set uses the approvals of its workspace', async (world) => {
  const { home, overrider, check, workspace, policySet } = await approvalScene(world);
  await approve(overrider, (await check(publicBuckets('logs'))).id);
  const other = await newWorkspace(home, 'other');
  const path = `/policy-sets/${policySet}/evaluations`;

  const own = await evaluated({ world, by: home, path, document: evaluationIn(workspace) }, publicBuckets('logs'));
  const elsewhere = await evaluatedIn(world, home, other, publicBuckets('logs'));

  assert.deepEqual([own.attributes.status, elsewhere.attributes.status], ['overridden', 'failed']);
});
