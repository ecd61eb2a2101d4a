// Tests how the policies in an archive are checked, with the real engine.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archiveOf } from '../../../../test/support/archive.ts';
import { details, documentOf } from '../../../../test/support/documents.ts';
import { overrideEngine } from '../../../../test/support/engine-override.ts';
import { newPolicySet } from '../../../../test/support/policies.ts';
import { nativeArchive, sendSetVersion } from '../../../../test/support/policy-versions.ts';
import { engines, type Home, openWorld, type World } from '../../../../test/support/world.ts';
import { newPolicyEngine } from '../../../effects/policy-engine/policy-engine.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { policyEngine } from '../services.ts';
import { archiveCheckJob } from './check-job.ts';

/** Test cases that share one test environment (`World`) and therefore one engine. */
const cases: (readonly [name: string, run: (world: World) => Promise<void>])[] = [];
const inOneWorld = (name: string, run: (world: World) => Promise<void>): void => void cases.push([name, run]);

const listOf = (...names: readonly string[]): string =>
  `policies:\n${names.map((name) => `  - name: ${name}\n    query: data.${name}.deny\n`).join('')}`;
const sound = (name: string): string => `package ${name}\n\ndeny contains 1 if input.plan.complete\n`;
const broken = (name: string): string => `package ${name}\n\ndeny contains sprintff("x", []) if true\n`;
const testsOf = (name: string, expected: number): string =>
  `package ${name}_test\n\nimport data.${name}\n\ntest_deny if count(${name}.deny) == ${expected} with input as {"plan": {"complete": true}}\n`;

const enforce = async ({ client, name }: Home, mode = 'enforce') => {
  const document = documentOf('organizations', { 'policy-upload-check': mode });
  assert.equal((await client.patch(`/organizations/${name}`, document)).status, 200);
};

const checkWaiting = ({ context }: World) => runOnce(context, archiveCheckJob(context));

const attributesOf = async ({ client }: Home, id: string) =>
  (await client.get(`/policy-set-versions/${id}`)).body.data.attributes;

interface ShownCheck {
  readonly status: string;
  readonly problems: readonly Readonly<Record<string, unknown>>[];
}

interface Listed {
  readonly attributes: { readonly name: string; readonly check: ShownCheck };
}

/** Returns the code check of each policy in a version, keyed by policy name. */
const checksOf = async ({ client }: Home, id: string) => {
  const { body } = await client.get(`/policy-set-versions/${id}/policies`);
  const listed: readonly Listed[] = body.data;
  return new Map(listed.map(({ attributes: { name, check } }) => [name, check]));
};

inOneWorld('Changing the input form has the current archive checked again', async (world) => {
  const home = await world.home();
  const set = await newPolicySet(home, 'formed', { kind: 'opa' });
  const files = {
    'policies.yaml': listOf('whole'),
    'whole.rego': 'package whole\n\ndeny contains 1 if input.resource_changes[_].address\n',
  };
  const { id } = await sendSetVersion(world, home, set, archiveOf(files));
  const problemsOf = async () => (await checksOf(home, id)).get('whole')?.problems.map(({ message }) => message);
  const change = async (attributes: object) => {
    const { status } = await home.client.patch(`/policy-sets/${set}`, documentOf('policy-sets', attributes));
    assert.equal(status, 200);
    return (await attributesOf(home, id)).check.status;
  };

  await checkWaiting(world);
  const asPlan = await problemsOf();
  const renamed = await change({ description: 'The same form.' });
  const waiting = await change({ input: 'raw' });
  await checkWaiting(world);

  assert.deepEqual(asPlan, ['the input has no resource_changes at input.resource_changes']);
  assert.deepEqual([renamed, waiting], ['passed', 'not-checked']);
  assert.deepEqual(await problemsOf(), []);
  assert.equal((await attributesOf(home, id)).check.status, 'passed');
});

inOneWorld(
  'The policies of an archive are checked with their code and tests, and problems have their positions',
  async (world) => {
    const home = await world.home();
    const set = await newPolicySet(home, 'set', { kind: 'opa' });
    const files = {
      'policies.yaml': listOf('good', 'bad', 'lost').replace('data.lost', 'data.lots'),
      'good.rego': sound('good'),
      'bad.rego': broken('bad'),
      'lost.rego': sound('lost'),
    };

    const { id, sent } = await sendSetVersion(world, home, set, archiveOf(files));
    const before = await attributesOf(home, id);
    await checkWaiting(world);
    const { check, 'test-result': tests } = await attributesOf(home, id);
    const checks = await checksOf(home, id);

    assert.deepEqual([sent.status, before.check.status, before.check['not-checked']], [200, 'not-checked', 3]);
    assert.match(before.check.reason, /Repeat the request later/);
    assert.deepEqual(
      [check.status, check.passed, check.failed, check['not-checked'], tests],
      ['failed', 1, 2, 0, null],
    );
    assert.match(check['engine-version'], /^opa \d/);
    assert.deepEqual(
      ['good', 'bad', 'lost'].map((name) => checks.get(name)?.status),
      ['passed', 'failed', 'failed'],
    );
    const { code, file, row, column, hint } = checks.get('bad')?.problems[0] ?? {};
    assert.deepEqual([code, file, row, column, hint], ['rego_type_error', 'bad.rego', 3, 15, 'Did you mean sprintf?']);
    assert.deepEqual(checks.get('lost')?.problems[0]?.hint, 'Did you mean data.lost.deny?');
    assert.equal(await checkWaiting(world), false);
  },
);

inOneWorld('Shared code of an archive is compiled once, and each query must match a rule', async (world) => {
  const home = await world.home();
  const set = await newPolicySet(home, 'set', { kind: 'opa' });
  const names = ['a', 'b', 'c'];
  const list = [...names, 'none'].map((name) => `policy "${name}" {\n  query = "data.${name}.deny"\n}\n`).join('');
  const files = Object.fromEntries(names.map((name) => [`${name}.rego`, sound(name)]));
  const { check: compile } = policyEngine(world.context);
  const compiled = new Set<unknown>();
  overrideEngine(world, {
    check: (source: Parameters<typeof compile>[0]) => {
      compiled.add(source.code);
      return compile(source);
    },
  });

  const tests = { 'a_test.rego': testsOf('a', 1), 'b_test.rego': testsOf('b', 2) };
  const { id } = await sendSetVersion(world, home, set, archiveOf({ 'policies.hcl': list, ...files, ...tests }));
  await checkWaiting(world);
  overrideEngine(world, { check: compile });
  const checks = await checksOf(home, id);
  const { check, 'test-result': result } = await attributesOf(home, id);

  assert.deepEqual([...checks].map(([name, { status }]) => `${name} ${status}`).toSorted(), [
    'a passed',
    'b passed',
    'c passed',
    'none failed',
  ]);
  assert.equal(compiled.size, 1);
  assert.deepEqual([check.status, result.status, result.passed, result.failed], ['failed', 'failed', 1, 1]);
  assert.deepEqual(result.broken, ['data.b_test.test_deny']);
});

inOneWorld(
  'An organization can reject archives with errors: each error has its position, and the set is unchanged',
  async (world) => {
    const home = await world.home();
    const set = await newPolicySet(home, 'set', { kind: 'opa' });
    const good = { 'policies.yaml': listOf('good'), 'good.rego': sound('good'), 'good_test.rego': testsOf('good', 2) };
    await enforce(home);

    const refused = await sendSetVersion(
      world,
      home,
      set,
      archiveOf({
        'policies.yaml': listOf('one', 'two').replace('data.two', 'data.tow'),
        'one.rego': broken('one'),
        'two.rego': sound('two'),
      }),
    );
    const large = { 'policies.yaml': listOf('large'), 'large.rego': `package large\n${'# comment\n'.repeat(110_000)}` };
    const unchecked = await sendSetVersion(world, home, set, archiveOf(large));
    const noText = await sendSetVersion(
      world,
      home,
      set,
      archiveOf({ ...good, 'lib.rego': Buffer.from([0xff, 0xfe]) }),
    );
    const accepted = await sendSetVersion(world, home, set, archiveOf(good));
    await enforce(home, 'enforce-tests');
    const untested = await sendSetVersion(world, home, set, archiveOf({ ...good, 'README.md': 'new' }));
    const shown = await home.client.get(`/policy-sets/${set}`);

    assert.deepEqual(
      [refused, unchecked, noText, accepted, untested].map(({ sent }) => sent.status),
      [422, 422, 422, 200, 422],
    );
    assert.deepEqual(details(refused.sent).toSorted(), [
      'one.rego:3:15: undefined function sprintff. Did you mean sprintf?',
      'two: there is no rule data.tow.deny. Did you mean data.two.deny?',
    ]);
    assert.match(details(unchecked.sent)[0] ?? '', /^large: Code over 1 MiB is not checked\. .*policy-upload-check/);
    assert.match(details(noText.sent)[0] ?? '', /lib\.rego/);
    assert.deepEqual(details(untested.sent), ['data.good_test.test_deny does not pass']);
    const { status, 'error-message': error, check } = await attributesOf(home, refused.id);
    assert.deepEqual([status, check], ['errored', null]);
    assert.match(error, /one\.rego:3:15/);
    assert.equal((await attributesOf(home, accepted.id)).check.status, 'passed');
    assert.equal(shown.body.data.relationships['current-version'].data.id, accepted.id);
  },
);

inOneWorld('Unchecked policies give the reason: too much code, no text, another kind', async (world) => {
  const home = await world.home();
  const set = await newPolicySet(home, 'set', { kind: 'opa' });
  const others = await newPolicySet(home, 'others');
  const large = { 'policies.yaml': listOf('large'), 'large.rego': `package large\n${'# comment\n'.repeat(110_000)}` };

  const big = await sendSetVersion(world, home, set, archiveOf(large));
  await checkWaiting(world);
  const noText = await sendSetVersion(
    world,
    home,
    set,
    archiveOf({ ...large, 'large.rego': Buffer.from([0xff, 0xfe]) }),
  );
  await checkWaiting(world);
  const native = await sendSetVersion(world, home, others, nativeArchive);
  const [ofBig, ofNoText, ofNative] = [
    await attributesOf(home, big.id),
    await attributesOf(home, noText.id),
    await attributesOf(home, native.id),
  ];

  assert.deepEqual([ofBig.check.status, ofBig.check.reason], ['not-checked', 'Code over 1 MiB is not checked.']);
  assert.equal((await checksOf(home, big.id)).get('large')?.status, 'not-checked');
  assert.deepEqual([ofNoText.check.status, ofNative.check.status], ['not-checked', 'unreachable']);
  assert.match(ofNoText.check.reason, /large\.rego/);
  assert.equal((await checksOf(home, native.id)).get('tags')?.status, 'unreachable');
  assert.equal(await checkWaiting(world), false);
});

inOneWorld('An archive that crashes the engine is checked later, and does not block other work', async (world) => {
  await using engine = newPolicyEngine({ program: '/nowhere/engine', memory: 256 });
  const home = await world.home();
  const set = await newPolicySet(home, 'set', { kind: 'opa' });
  overrideEngine(world, { check: engine.check });

  const { id, sent } = await sendSetVersion(
    world,
    home,
    set,
    archiveOf({ 'policies.yaml': listOf('good'), 'good.rego': sound('good') }),
  );
  const turns = [await checkWaiting(world), await checkWaiting(world)];
  await enforce(home);
  const refused = await sendSetVersion(
    world,
    home,
    set,
    archiveOf({ 'policies.yaml': listOf('good'), 'good.rego': `${sound('good')}\n` }),
  );

  assert.equal(sent.status, 200);
  assert.deepEqual(turns, [true, false]);
  const { check } = await attributesOf(home, id);
  assert.match(check.reason, /failed during the check\. The next attempt is at .*Z\.$/);
  assert.equal(refused.sent.status, 503);
  assert.equal((await attributesOf(home, refused.id)).status, 'pending');
});

for (const engine of engines) {
  test(`The policies of archives are checked (${engine})`, async (context) => {
    await using world = await openWorld(engine);
    for (const [name, run] of cases) await context.test(name, () => run(world));
  });
}
