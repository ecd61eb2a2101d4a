// Tests how uploaded code is checked, with the real engine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf } from '../../../../test/support/documents.ts';
import { overrideEngine } from '../../../../test/support/engine-override.ts';
import { newPolicy } from '../../../../test/support/policies.ts';
import { engines, type Home, openWorld, type World } from '../../../../test/support/world.ts';
import { newPolicyEngine } from '../../../effects/policy-engine/policy-engine.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { codeCheckIntake, policyEngine } from '../services.ts';
import { codeCheckJob } from './check-job.ts';

/** Test cases that share one test environment (`World`) and therefore one engine. The first cases need no engine. */
const cases: (readonly [name: string, run: (world: World) => Promise<void>])[] = [];
const inOneWorld = (name: string, run: (world: World) => Promise<void>): void => void cases.push([name, run]);

const sound = 'package buckets\n\ndeny contains 1 if input.plan.resource_changes[_].type == "x"\n';
const broken = 'package buckets\n\ndeny contains sprintff("x", []) if true\n';
const rule = 'data.buckets.deny';

const opaPolicy = (home: Home, query: string | null = rule) => newPolicy(home, 'policy', { kind: 'opa', query });

const upload = ({ client }: Home, id: string, code: string | Buffer) => client.put(`/policies/${id}/upload`, code);

const attributesOf = async ({ client }: Home, id: string) => (await client.get(`/policies/${id}`)).body.data.attributes;

/** Runs the job that checks stored code. */
const checkWaiting = ({ context }: World) => runOnce(context, codeCheckJob(context));

/**
 * Returns the attributes of a policy after its check. The job runs first, so that the result does not depend on the
 * machine's speed.
 */
const checked = async (world: World, home: Home, id: string) => {
  await checkWaiting(world);
  return attributesOf(home, id);
};

const enforce = async ({ client, name }: Home, mode = 'enforce') => {
  const document = documentOf('organizations', { 'policy-upload-check': mode });
  assert.equal((await client.patch(`/organizations/${name}`, document)).status, 200);
};

inOneWorld('Input that is not code is rejected immediately, without starting the engine', async (world) => {
  const home = await world.home();
  const id = await opaPolicy(home);
  const uploads: readonly (readonly [string | Buffer, string, number, number])[] = [
    [Buffer.from('package p\nx\0'), 'not_text', 2, 2],
    [Buffer.concat([Buffer.from('package p\n\nä'), Buffer.from([0xff, 0xfe])]), 'not_text', 3, 2],
    ['\n\n  deny contains 1', 'rego_parse_error', 3, 3],
    ['', 'rego_parse_error', 1, 1],
  ];

  for (const [code, name, row, column] of uploads) {
    const { status, body } = await upload(home, id, code);

    const [problem] = body.data.attributes.check.problems;
    assert.deepEqual([status, problem.code, problem.row, problem.column], [200, name, row, column]);
  }
  const large = await upload(home, id, `package p\n${'# comment\n'.repeat(110_000)}`);
  assert.deepEqual(
    [large.status, large.body.data.attributes.check.status, large.body.data.attributes.check.reason],
    [200, 'not-checked', 'Code over 1 MiB is not checked.'],
  );
  assert.equal(policyEngine(world.context).pid(), undefined);
});

inOneWorld("Native policies are unreachable, whatever the organization's setting", async (world) => {
  const home = await world.home();
  await enforce(home);
  const id = await newPolicy(home, 'native');

  const uploaded = await upload(home, id, 'main = rule { true }');

  assert.equal(uploaded.status, 200);
  const { check, 'rego-version': version } = uploaded.body.data.attributes;
  assert.deepEqual([check.status, check.problems, version], ['unreachable', [], null]);
  assert.equal(policyEngine(world.context).pid(), undefined);
});

inOneWorld('Code is checked when it is uploaded, and its problems have their positions', async (world) => {
  const home = await world.home();
  const id = await opaPolicy(home);
  const before = await attributesOf(home, id);

  const answers = [await upload(home, id, broken), await upload(home, id, sound)].map(({ status }) => status);
  const passed = await checked(world, home, id);
  await upload(home, id, broken);
  const failed = await checked(world, home, id);

  assert.equal(before.check, null);
  assert.deepEqual(answers, [200, 200]);
  assert.deepEqual(
    [passed.check.status, passed.check.reason, passed.check.problems, passed['rego-version']],
    ['passed', null, [], 'v1'],
  );
  assert.match(passed.check['engine-version'], /^opa \d+\.\d+\.\d+$/);
  assert.match(passed.check['checked-at'], /Z$/);
  assert.deepEqual([failed.check.status, failed.check['problem-count'], failed['rego-version']], ['failed', 1, null]);
  const [problem] = failed.check.problems;
  assert.deepEqual(problem, {
    code: 'rego_type_error',
    severity: 'error',
    message: 'undefined function sprintff',
    file: 'policy.rego',
    row: 3,
    column: 15,
    hint: 'Did you mean sprintf?',
  });
});

inOneWorld('The query must match a rule, and references to the input are checked', async (world) => {
  const home = await world.home();
  const misspelt = await newPolicy(home, 'misspelt', { kind: 'opa', query: 'data.bukets.deny' });
  const none = await newPolicy(home, 'none', { kind: 'opa' });
  const old = await newPolicy(home, 'old', { kind: 'opa', query: rule });

  await upload(home, misspelt, sound);
  await upload(home, none, sound.replace('resource_changes', 'resource_chnages'));
  await upload(home, old, 'package buckets\n\ndeny[m] { m := input.plan.variables[_].value }\n');
  await checkWaiting(world);
  const [wrong, without, v0] = [
    await attributesOf(home, misspelt),
    await attributesOf(home, none),
    await attributesOf(home, old),
  ];

  assert.deepEqual([wrong.check.status, wrong.check.problems[0].hint], ['failed', 'Did you mean data.buckets.deny?']);
  assert.equal(without.check.status, 'passed');
  assert.deepEqual(
    without.check.problems.map((each: Record<string, unknown>) => [each.code, each.severity, each.row, each.hint]),
    [
      ['no_query', 'warning', null, "The policy's rules are data.buckets.deny."],
      ['no_such_member', 'warning', 3, 'Did you mean resource_changes?'],
    ],
  );
  assert.deepEqual([v0.check.status, v0['rego-version'], v0.check.problems[0].code], ['passed', 'v0', 'rego_v0']);
});

inOneWorld('Code and tests in several chunks are checked completely', async (world) => {
  const home = await world.home();
  const id = await opaPolicy(home);
  const padding = Array.from({ length: 40_000 }, (_, line) => `# line ${line}\n`).join('');
  const test = 'package buckets_test\n\ntest_nothing if count(data.buckets.deny) == 0 with input.plan as {}\n';

  const code = await upload(home, id, `${sound}${padding}\ndeny contains sprintff("x", []) if true\n`);
  const mended = await upload(home, id, `${sound}${padding}`);
  await home.client.put(`/policies/${id}/tests`, `${test}${padding}`);
  const { check, 'test-result': tests } = await checked(world, home, id);

  const { status, problems } = code.body.data.attributes.check;
  assert.deepEqual([status, problems[0].code, problems[0].row], ['failed', 'rego_type_error', 40_005]);
  assert.equal(mended.body.data.attributes.check.status, 'passed');
  assert.deepEqual([check.status, check.problems, tests.status, tests.passed], ['passed', [], 'passed', 1]);
});

inOneWorld('An organization can reject code with errors; the old code and its check are kept', async (world) => {
  const home = await world.home();
  const id = await opaPolicy(home);
  await upload(home, id, sound);
  const before = await checked(world, home, id);
  await enforce(home);

  const refused = await upload(home, id, 'package buckets\n\ndeny contains sprintff("x")\n\ndeny contains x if y\n');
  const unchecked = await upload(home, id, `package buckets\n${'# comment\n'.repeat(110_000)}`);
  const after = await attributesOf(home, id);
  const warned = await upload(home, id, sound.replace('resource_changes', 'resource_chnages'));
  await enforce(home, 'report');
  const reported = await upload(home, id, broken);

  assert.equal(refused.status, 422);
  assert.deepEqual(details(refused), [
    'policy.rego:3:15: undefined function sprintff. Did you mean sprintf?',
    ...details(refused).slice(1),
  ]);
  assert.equal(unchecked.status, 422);
  assert.match(details(unchecked)[0] ?? '', /over 1 MiB is not checked.*policy-upload-check/);
  assert.deepEqual(after, before);
  assert.equal((await home.client.get(`/policies/${id}/download`)).status, 200);
  assert.deepEqual([warned.status, reported.status], [200, 200]);
  const uploads = (await auditOf(world, id)).filter(({ action }) => action === 'policy.upload');
  assert.equal(uploads.length, 3);
});

inOneWorld('A restored revision is checked like an upload', async (world) => {
  const home = await world.home();
  const id = await opaPolicy(home);
  await upload(home, id, broken);
  await upload(home, id, sound);
  await enforce(home);

  const refused = await home.client.post(`/policies/${id}/revisions/1/actions/restore`);
  await enforce(home, 'report');
  const restored = await home.client.post(`/policies/${id}/revisions/1/actions/restore`);
  const after = await checked(world, home, id);

  assert.deepEqual([refused.status, restored.status, after.check.status], [422, 200, 'failed']);
  assert.match(details(refused)[0] ?? '', /^policy\.rego:3:15: undefined function sprintff/);
});

inOneWorld('A changed query invalidates the check until the job has repeated it', async (world) => {
  const home = await world.home();
  const id = await opaPolicy(home);
  await upload(home, id, sound);
  await checkWaiting(world);

  const patched = await home.client.patch(`/policies/${id}`, documentOf('policies', { query: 'data.buckets.denny' }));
  const after = await checked(world, home, id);
  const described = await home.client.patch(`/policies/${id}`, documentOf('policies', { description: 'New.' }));

  const { check, 'rego-version': version } = patched.body.data.attributes;
  assert.deepEqual([check.status, check['checked-at'], version], ['not-checked', null, null]);
  assert.match(check.reason, /Repeat the request later/);
  assert.deepEqual([after.check.status, after.check.problems[0].code], ['failed', 'no_such_rule']);
  assert.deepEqual(described.body.data.attributes.check, after.check);
});

/** Maximum number of concurrent checks per organization. */
const maxChecks = 5;

inOneWorld('While the engine is overloaded, no upload is lost, and the check is done later', async (world) => {
  const home = await world.home();
  const id = await opaPolicy(home);
  const busy = Promise.withResolvers<void>();
  const { limited } = codeCheckIntake(world.context);
  const others = Array.from({ length: maxChecks }, () => limited(home.organization.id, () => busy.promise));

  const uploaded = await upload(home, id, sound);
  await enforce(home);
  const refused = await upload(home, id, `${sound}\n`);
  busy.resolve();
  await Promise.all(others);
  const after = await checked(world, home, id);

  assert.deepEqual([uploaded.status, uploaded.body.data.attributes.check.status], [200, 'not-checked']);
  assert.deepEqual([refused.status, refused.headers.has('retry-after')], [429, true]);
  assert.equal(after.check.status, 'passed');
  assert.equal(await checkWaiting(world), false);
});

inOneWorld('Code that crashes the engine is checked later, and does not block other work', async (world) => {
  await using engine = newPolicyEngine({ program: '/nowhere/engine', memory: 256 });
  const home = await world.home();
  const id = await opaPolicy(home);
  overrideEngine(world, { check: engine.check });

  const uploaded = await upload(home, id, sound);
  const first = await checkWaiting(world);
  const second = await checkWaiting(world);
  const waiting = await attributesOf(home, id);
  world.advance(601_000);
  const third = await checkWaiting(world);

  assert.equal(uploaded.status, 200);
  assert.deepEqual([first, second, third], [true, false, true]);
  assert.match(waiting.check.reason, /failed during the check\. The next attempt is at .*Z\.$/);
});

for (const engine of engines) {
  test(`Code is checked (${engine})`, async (context) => {
    await using world = await openWorld(engine);
    for (const [name, run] of cases) await context.test(name, () => run(world));
  });
}
