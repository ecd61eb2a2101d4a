// Tests trials of drafts with a single input, by users who manage policies.
import assert from 'node:assert/strict';
import { documentOf } from '../../../../test/support/documents.ts';
import { creating, harmless, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { newMember, newTeam } from '../../../../test/support/members.ts';
import { newPolicy } from '../../../../test/support/policies.ts';
import { evaluatedPlan, planOf, recordInputs } from '../../../../test/support/policy-inputs.ts';
import { columnsOf, rawQuery, rowText } from '../../../../test/support/row-texts.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';

const draft = `package buckets

deny contains message if {
  some each in input.plan.resource_changes
  each.change.after.acl == "public-read"
  print("looks at", each.address)
  message := sprintf("%s is public", [each.address])
}

deny contains "never" if input.plan.impossible
`;

const attempt = ({ client }: Pick<Home, 'client'>, policy: string, attributes: object, relationships: object = {}) =>
  client.post(`/policies/${policy}/actions/try`, documentOf('policy-trials', attributes, relationships));

const ofInput = (id: string) => ({ 'policy-input': { data: { type: 'policy-inputs', id } } });

const inputsOf = async ({ client, name }: Home): Promise<readonly string[]> => {
  const { body } = await client.get(`/organizations/${name}/policy-inputs`);
  return body.data.map(({ id }: { readonly id: string }) => id);
};

/**
 * Creates an organization with a policy and two recorded inputs. The policy failed with the older input and passed with
 * the newer one.
 */
const recorded = async (world: World) => {
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets', { source: draft });
  await opaSet(home, 'baseline', [policy], { global: true });
  await recordInputs(home, 30);
  const secret = { acl: 'public-read', password: 'canary-77qp', size: 12_345 };
  await evaluatedPlan(world, home, planOf(secret, { password: true }).replace('12345', '12345678901234567890'));
  await evaluatedPlan(world, home, planOf({ acl: 'private' }));
  const [passed = '', failed = ''] = await inputsOf(home);
  return { home, policy, passed, failed };
};

onEachEngine('A draft is tried with a plan, and neither is stored', async (world) => {
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets', { source: 'package buckets\n\ndeny := []\n' });

  const before = await databaseText(world);
  const { status, body } = await attempt(home, policy, { code: draft, plan: creating });
  const passes = await attempt(home, policy, { plan: creating });
  const other = await attempt(home, policy, {
    code: draft.replace('input.plan', 'input'),
    input: 'raw',
    plan: creating,
  });

  assert.equal(status, 200, JSON.stringify(body));
  const { 'duration-ms': duration, ...attributes } = body.data.attributes;
  assert.equal(typeof duration, 'number');
  assert.deepEqual(attributes, {
    status: 'failed',
    output: ['aws_s3_bucket.logs is public'],
    'output-count': 1,
    findings: [
      {
        address: 'aws_s3_bucket.logs',
        message: 'aws_s3_bucket.logs is public',
        attribute: null,
        severity: null,
        fix: null,
      },
    ],
    ages: null,
    problems: attributes.problems,
    prints: ['buckets.rego:6: looks at aws_s3_bucket.logs'],
    'true-lines': [{ first: 3, last: 8 }],
    'depends-on-unknown': { 'depends-on': [], count: 0, 'is-complete': true },
    tests: null,
  });
  assert.deepEqual(body.data.relationships['policy-input'], { data: null });
  assert.equal(passes.body.data.attributes.status, 'passed');
  assert.deepEqual(passes.body.data.attributes['true-lines'], [{ first: 3, last: 3 }]);
  assert.equal(other.body.data.attributes.status, 'failed');
  assert.equal(await databaseText(world), before);
});

/** Returns the tables of policies, inputs and audit records as text. */
async function databaseText({ context: { database } }: World): Promise<string> {
  const texts: string[] = [];
  for (const [table, columns] of await columnsOf(database)) {
    if (!/^(policy|policies|audit)/.test(table)) continue;
    const sql = `select ${rowText(database.engine, columns)} as row from ${table} t`;
    for (const { row } of await database.rows(rawQuery<{ row: string }>(sql), {})) texts.push(row);
  }
  return texts.join('\n');
}

onEachEngine(
  'A draft is tried with a recorded input, or with the last one that the policy failed with',
  async (world) => {
    const { home, policy, passed, failed } = await recorded(world);

    const last = await attempt(home, policy, { 'last-failure': true });
    const named = await attempt(home, policy, {}, ofInput(passed));
    const all = 'package buckets\n\ndeny contains input.plan\n';
    const leaking = await attempt(home, policy, { code: all }, ofInput(failed));
    const reading = draft.replace('acl == "public-read"', 'password == "admin"');
    const masked = await attempt(home, policy, { code: reading }, ofInput(failed));

    assert.equal(last.status, 200, last.bytes.toString());
    assert.deepEqual(
      [last, named].map(({ body: { data } }) => [data.attributes.status, data.relationships['policy-input'].data.id]),
      [
        ['failed', failed],
        ['passed', passed],
      ],
    );
    assert.match(leaking.bytes.toString(), /"acl":"public-read"/);
    assert.equal(leaking.bytes.toString().includes('canary'), false);
    const problems = masked.body.data.attributes.problems;
    assert.deepEqual(
      problems.filter(({ code }: { code: string }) => code === 'masked_value').map(({ message }: Error) => message),
      ['The verdict depends on values that are masked in the recorded input: aws_s3_bucket.logs (after.password).'],
    );
  },
);

onEachEngine('A test from a failure contains only the resource in the finding, and passes', async (world) => {
  const home = await world.home();
  const policy = await newOpaPolicy(home, 'buckets', { source: draft });
  const others = Array.from({ length: 20 }, (_, index) => ({
    address: `aws_s3_bucket.other[${index}]`,
    type: 'aws_s3_bucket',
    change: { actions: ['create'], after: { acl: index === 7 ? 'public-read' : 'private' } },
  }));
  const plan = JSON.parse(creating);
  const many = JSON.stringify({ ...plan, resource_changes: [...others, ...plan.resource_changes] });

  const failure = await attempt(home, policy, { plan: many });
  const position = failure.body.data.attributes.output.indexOf('aws_s3_bucket.logs is public');
  const made = await attempt(home, policy, { plan: many, 'test-of': position });
  const tests = String(made.body.data.attributes.tests);
  assert.equal((await home.client.put(`/policies/${policy}/tests`, tests)).status, 200);
  const ran = await home.client.post(`/policies/${policy}/actions/test`);
  const again = await attempt(home, policy, { plan: many, 'test-of': position });

  assert.match(tests, /^package buckets_test\n\ntest_fails_for_aws_s3_bucket_logs if \{\n/);
  assert.equal(tests.includes('aws_s3_bucket.other'), false);
  assert.deepEqual(
    ran.body.data.attributes.tests.map(({ name, status }: { name: string; status: string }) => [name, status]),
    [['data.buckets_test.test_fails_for_aws_s3_bucket_logs', 'passed']],
  );
  const both = String(again.body.data.attributes.tests);
  assert.ok(both.startsWith(tests));
  assert.match(both, /^test_fails_for_aws_s3_bucket_logs_2 if \{$/m);
});

onEachEngine('A test contains as much of the plan as the policy needs, with exact numbers', async (world) => {
  const home = await world.home();
  const exact = `package exact

deny contains {"address": each.address, "size": each.change.after.size} if {
  some each in input.tfplan.resource_changes
  input.tfplan.variables.region.value == "eu"
}
`;
  const policy = await newOpaPolicy(home, 'exact', { source: exact, rule: 'data.exact.deny' });
  await home.client.put(`/policies/${policy}/tests`, 'package exact_test\n\ntest_old {\n\ttrue\n}\n');
  const plan = planOf({ size: 1 }).replace('"size":1', '"size":12345678901234567890');
  const whole = plan.replace('{', '{"variables":{"region":{"value":"eu"}},');

  const { body } = await attempt(home, policy, { input: 'tfplan', plan: whole, 'test-of': 0 });
  const none = await attempt(home, policy, { input: 'tfplan', plan: whole, 'test-of': 1 });

  const tests = String(body.data.attributes.tests);
  assert.match(tests, /12345678901234567890/);
  assert.match(
    tests,
    /\ntest_fails_for_aws_s3_bucket_logs \{\n\tdenied := data\.exact\.deny with input as \{\n\t\t"tfplan": /,
  );
  assert.equal(none.body.data.attributes.tests, null);
});

onEachEngine('A test from a failure sets the parameters that the draft reads, but no sensitive ones', async (world) => {
  const home = await world.home();
  const rule = (key: string, body: string) =>
    `package buckets\n\n# METADATA\n# custom:\n#   parameters: {account: string}\ndeny contains r.address if {\n  some r in input.plan.resource_changes\n  ${body}\n  input.parameters.${key}\n}\n`;
  const code = rule(
    'account',
    'count(r.change.after) >= input.parameters.limit\n  startswith(input.parameters.account, "012")',
  );
  const policy = await newOpaPolicy(home, 'buckets', { source: code });
  const set = await opaSet(home, 'all', [policy], { global: true });
  for (const [key, value] of [
    ['limit', '1'],
    ['account', '0123'],
    ['unread', 'x'],
    ['token', 'very-secret'],
  ]) {
    const document = documentOf('vars', { key, value, category: 'policy-set', sensitive: key === 'token' });
    assert.equal((await home.client.post(`/policy-sets/${set}/parameters`, document)).status, 201);
  }

  const made = await attempt(home, policy, { plan: creating, 'test-of': 0 });
  const secret = await attempt(home, policy, { plan: creating, code: rule('token', 'true'), 'test-of': 0 });

  assert.equal(made.body.data.attributes.status, 'failed', made.bytes.toString());
  const { tests } = made.body.data.attributes;
  assert.match(tests, /"parameters": \{\s*"account": "0123",\s*"limit": 1\s*\}/);
  assert.deepEqual([secret.body.data.attributes.status, secret.body.data.attributes.tests], ['failed', null]);
});

onEachEngine('An invalid trial is rejected with its reason', async (world) => {
  const { home, policy, passed } = await recorded(world);
  const stranger = await world.home();
  const [member, reader] = [
    await newMember(world, home),
    await newMember(world, home, await newTeam(world, home, ['read-workspaces'])),
  ];
  const empty = await newPolicy(home, 'empty', { kind: 'opa', query: 'data.p.deny' });
  const native = await newPolicy(home, 'native');
  const detailOf = async (tried: ReturnType<typeof attempt>) => {
    const { status, body } = await tried;
    return [status, body.errors?.[0].detail];
  };

  const refusals = [
    await detailOf(attempt(home, policy, {})),
    await detailOf(attempt(home, policy, { plan: creating, 'last-failure': true })),
    await detailOf(attempt(home, policy, { plan: 'no JSON' })),
    await detailOf(attempt(home, policy, {}, ofInput('polin-0123456789abcdef'))),
    await detailOf(attempt(stranger, await newOpaPolicy(stranger, 'theirs'), {}, ofInput(passed))),
    await detailOf(attempt(home, empty, { plan: harmless })),
    await detailOf(attempt(home, empty, { code: draft, 'last-failure': true })),
    await detailOf(attempt(home, native, { code: draft, plan: harmless })),
  ];
  const hidden = await Promise.all(
    [stranger, member, reader].map(async (one) => (await attempt(one, policy, { plan: harmless })).status),
  );
  const broken = await attempt(home, policy, { code: 'package buckets\n\ndeny contains x\n', plan: harmless });

  assert.deepEqual(
    refusals.map(([status]) => status),
    refusals.map(() => 422),
  );
  const [none, both, notJson, unknown, foreign, noCode, noFailure, notHere] = refusals.map(([, detail]) =>
    String(detail),
  );
  for (const detail of [none, both]) assert.match(detail ?? '', /^Send one input/);
  assert.match(notJson ?? '', /JSON/);
  for (const detail of [unknown, foreign]) assert.match(detail ?? '', /does not exist in this organization/);
  assert.match(noCode ?? '', /no code/);
  assert.match(noFailure ?? '', /There is no recorded input/);
  assert.match(notHere ?? '', /does not evaluate/);
  assert.deepEqual(hidden, [404, 404, 404]);
  const { status, problems } = broken.body.data.attributes;
  assert.deepEqual([broken.status, status, problems[0].row], [200, 'errored', 3]);
});
