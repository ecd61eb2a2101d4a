// Policy folders of other systems, in which each file is a policy and all files share one package.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { evaluated, opaSet } from '../support/evaluations.ts';
import { check, checkIn, entry, folderWith, listOf, plan, textsIn } from '../support/policy-folders.ts';
import { openWorld } from '../support/world.ts';

/** Returns a Scalr policy that rejects every plan. */
const scalr = (name: string) => ({
  [`${name}.rego`]: `package terraform\n\ndeny contains "${name}" if input.tfplan.resource_changes\n`,
});
const block = (name: string, level: string, isEnabled = true) =>
  `policy "${name}" {\n  enabled           = ${isEnabled}\n  enforcement_level = "${level}"\n}\n`;
const folderOfScalr = {
  'scalr-policy.hcl': `version = "v1"\n\n${block('hard', 'hard-mandatory')}${block('off', 'hard-mandatory', false)}${block('soft', 'soft-mandatory')}${block('hint', 'advisory')}`,
  ...Object.assign({}, ...['hard', 'off', 'soft', 'hint', 'unlisted'].map(scalr)),
  'hard_test.rego':
    'package terraform\n\ntest_plan if count(deny) == 1 with input as {"tfplan": {"resource_changes": []}}\n',
};
const leftOut = (path = '') =>
  `${path}scalr-policy.hcl does not enable these files, which are left out: off.rego, unlisted.rego.`;

test('A Scalr list is read: each enabled file is one policy, with its level and its input format', async () => {
  const { code, stdout } = await check(folderOfScalr);

  assert.equal(code, 1);
  assert.deepEqual(stdout.trimEnd().split('\n'), [
    leftOut(),
    'failed      hard (mandatory)',
    '    hard',
    'failed      hint (advisory)',
    '    hint',
    'failed      soft (mandatory)',
    '    soft',
    '3 policies: 3 failed.',
  ]);
});

test('An invalid Scalr list is refused with file and line, and a list next to another one is ignored', async () => {
  const refusal = async (list: string) => (await check({ ...folderOfScalr, 'scalr-policy.hcl': list })).stderr;

  const refusals = [
    await refusal(block('hard', 'mandatory')),
    await refusal(block('hard', 'advisory').replace('true', '"yes"')),
    await refusal(block('missing', 'advisory')),
    await refusal(block('hard', 'advisory', false)),
  ];
  const both = await check({
    ...folderOfScalr,
    'policies.yaml': `input: tfplan\n${listOf(entry('hard')).replace('data.hard', 'data.terraform')}`,
  });

  assert.deepEqual(refusals, [
    'scalr-policy.hcl:3: policy "hard": the level "mandatory" is unknown. Known levels are hard-mandatory, soft-mandatory, advisory.\n',
    'scalr-policy.hcl:2: policy "hard": the value of enabled must be true or false.\n',
    'missing.rego, the file of the policy missing, does not exist.\n',
    'scalr-policy.hcl lists no policy.\n',
  ]);
  assert.equal(both.stdout.split('\n').at(-2), '1 policy: 1 failed.');
});

interface PolicyOutcome {
  readonly policy_name: string;
  readonly enforcement_level: string;
  readonly output: readonly unknown[];
}

test('A Scalr folder that is pushed has the same results on a service as on the command line', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  await opaSet(home, 'scalr', [], { global: true });
  await using folder = await folderWith(folderOfScalr);
  await using pulled = await folderWith({});
  const environment = { TIPSTAFF_URL: world.url, TIPSTAFF_TOKEN: home.owner.token };
  const onService = (...words: readonly string[]) =>
    tipstaff([...words, '--organization', home.name, '--set', 'scalr'], environment);

  const pushed = await onService('policy', 'push', folder.path);
  const again = await onService('policy', 'diff', folder.path);
  const path = `/organizations/${home.name}/evaluations`;
  const { outcomes } = await evaluated({ world, by: home, path }, plan);
  await onService('policy', 'pull', `${pulled.path}/copy`);

  assert.equal(pushed.code, 0, pushed.stderr);
  assert.ok(pushed.stderr.includes(leftOut(`${folder.path}/`)), pushed.stderr);
  assert.equal(again.stdout, 'No difference.\n');
  assert.deepEqual(
    outcomes[0].attributes.outcomes.map((one: PolicyOutcome) => [one.policy_name, one.enforcement_level, one.output]),
    [
      ['hard', 'mandatory', ['hard']],
      ['hint', 'advisory', ['hint']],
      ['soft', 'mandatory', ['soft']],
    ],
  );
  assert.deepEqual(Object.keys(await textsIn(`${pulled.path}/copy`)), [
    'hard.rego',
    'hard_test.rego',
    'hint.rego',
    'policies.yaml',
    'soft.rego',
  ]);
});

test("A file that is not in the list and adds to a policy's rule causes a warning", async () => {
  const policy = (name: string, rule = 'deny') => ({
    [`${name}.rego`]: `package spacelift\n\n${rule} contains "${name}" if input.terraform.resource_changes\n`,
  });
  const list = (...names: readonly string[]) =>
    `input: terraform\n${listOf(...names.map((name) => entry(name).replace(`data.${name}`, 'data.spacelift')))}`;
  const files = { ...policy('a'), ...policy('b'), ...policy('lib', 'helper') };
  await using folder = await folderWith({ 'policies.yaml': list('a'), ...files });

  const added = await checkIn(folder.path);
  const checked = await tipstaff(['policy', 'check', folder.path]);
  const listed = await check({ 'policies.yaml': list('a', 'b'), ...files });

  const warning =
    'b.rego:3:1: this file adds to data.spacelift.deny, but the list contains no policy for the file. Every policy with this query reports its violations: list the file as a separate policy, or remove it.';
  assert.match(added.stdout, /^failed +a \(mandatory\)\n {4}a\n {4}b\n/);
  assert.equal(added.stdout.split('\n')[3], `    warning: ${warning}`);
  assert.ok(checked.stdout.replaceAll(`${folder.path}/`, '').includes(`    warning: ${warning}`), checked.stdout);
  assert.doesNotMatch(listed.stdout, /warning/);
});
