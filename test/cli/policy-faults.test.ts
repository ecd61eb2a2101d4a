// Errors in policy code. Every command that reads the code reports each error once, with its location.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { check, checkIn, entry, type Files, folderWith, listOf, plan, rules } from '../support/policy-folders.ts';

/** Names of twenty policies that share a library, which refers to an undefined name. */
const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
const sharing: Files = {
  'policies.yaml': `${listOf(...names.map((name) => entry(name)))}${entry('sound')}`,
  ...Object.assign({}, ...names.map((name) => rules(name, 'deny contains n if some n in data.lib.names'))),
  ...rules('sound', 'deny := []'),
  'lib/names.rego': 'package lib\n\nnames contains n if some n in data.config.names\n',
};
const sentence = 'lib/names.rego:3:31: no rule and no data document defines data.config.names';
const broken = 'It breaks 20 policies: p0, p1, p2, p3, p4, p5, p6, p7, p8, p9 and 10 more.';

test('An error shared by policies is reported once, with its file and the affected policies', async () => {
  await using folder = await folderWith(sharing);
  const plain = (text: string): string => text.replaceAll(`${folder.path}/`, '');

  const checked = await tipstaff(['policy', 'check', folder.path, '--json']);
  const text = await tipstaff(['policy', 'check', folder.path]);
  const evaluated = await checkIn(folder.path);
  const [github, sarif, json] = await Promise.all(
    ['github', 'sarif', 'json'].map((format) => checkIn(folder.path, '--format', format)),
  );

  assert.deepEqual([text.code, evaluated.code], [1, 2]);
  assert.deepEqual(plain(text.stdout).trimEnd().split('\n'), [
    `error: ${sentence}`,
    `    ${broken}`,
    ...names.map((name) => `broken  ${name}`),
    'sound   sound',
  ]);
  assert.deepEqual(evaluated.stdout.trimEnd().split('\n'), [
    `error: ${sentence}`,
    `    ${broken}`,
    ...names.map((name) => `errored     ${name} (mandatory)`),
    'passed      sound (mandatory)',
    '21 policies: 1 passed, 20 errored.',
  ]);
  assert.deepEqual(
    checked.json().faults.map(({ policies }: { policies: object }) => policies),
    [names],
  );
  assert.deepEqual([json?.json().faults.length, json?.json().faults[0].problem.reference], [1, 'data.config.names']);
  assert.deepEqual(github?.stdout.trimEnd().split('\n'), [
    `::error file=lib/names.rego,line=3,title=20 policies errored::${sentence}. ${broken}`,
    '21 policies: 1 passed, 20 errored.',
  ]);
  const [{ results, tool }] = JSON.parse(sarif?.stdout ?? '').runs;
  assert.equal(results.length, 1);
  assert.deepEqual([results[0].ruleId, results[0].level], ['undefined_reference', 'error']);
  assert.equal(tool.driver.rules[results[0].ruleIndex].id, 'undefined_reference');
  assert.equal(results[0].locations[0].physicalLocation.region.startLine, 3);
});

test('An error in one policy is shown with the file of that policy', async () => {
  const files = {
    'policies.yaml': listOf(entry('one')),
    ...rules('one', 'deny contains data.lib.f(1)'),
    'lib/f.rego': 'package lib\n\nf(x) := y if y := data.other.list[x]\n',
  };

  const github = await check(files, '--format', 'github');
  const sarif = await check(files, '--format', 'sarif');

  assert.match(github.stdout, /^::error file=lib\/f\.rego,line=3,title=one errored::lib\/f\.rego:3:19: no rule/);
  const [result] = JSON.parse(sarif.stdout).runs[0].results;
  assert.match(result.locations[0].physicalLocation.artifactLocation.uri, /lib\/f\.rego$/);
  assert.deepEqual([result.ruleId, result.locations[0].physicalLocation.region.startLine], ['one', 3]);
});

/** Rules that can never give a verdict, or that would pass without notice, each with the expected message. */
const silent: Readonly<Record<string, readonly [rule: string, message: RegExp]>> = {
  'a set that nothing defines': [
    'deny contains m if some m in data.lib.nope',
    /p\.rego:3:30: no rule and no data document defines data\.lib\.nope/,
  ],
  'an import that nothing defines': [
    'import data.lib.terraform as tf\n\ndeny contains r.address if some r in tf.resources',
    /p\.rego:3:8: no rule and no data document defines data\.lib\.terraform/,
  ],
  'a boolean': [
    'default deny := false\n\ndeny if input.plan.resource_changes[_].type == "x"',
    /p\.rego:5:1: data\.p\.deny gives a boolean; .*Query \[m \| data\.p\.deny; m := "deny is true"\]\. Or write deny contains "message" if \{ … \}/,
  ],
  'an object': [
    'deny[x] := y if { some x in ["a"]; y := 1 }',
    /p\.rego:3:1: data\.p\.deny gives an object; .*Write deny contains message if \{ … \}/,
  ],
  'a text': ['deny := "no" if input.plan.complete', /p\.rego:3:1: data\.p\.deny gives a string; /],
};

for (const [name, [rule, message]] of Object.entries(silent)) {
  test(`A check reports code that gives no verdict, and an evaluation of it is errored: ${name}`, async () => {
    await using folder = await folderWith({ 'policies.yaml': listOf(entry('p')), ...rules('p', rule) });

    const checked = await tipstaff(['policy', 'check', folder.path]);
    const evaluated = await checkIn(folder.path);

    assert.deepEqual([checked.code, evaluated.code], [1, 2]);
    assert.match(checked.stdout, message);
    assert.match(evaluated.stdout, message);
    assert.match(evaluated.stdout, /^errored {5}p \(mandatory\)$/m);
  });
}

test('An expression that is never true causes a warning with its location, in a code check and with the verdict', async () => {
  await using folder = await folderWith({
    'policies.yaml': listOf(entry('p')),
    ...rules('p', 'deny contains "x" if {\n  some i\n  input.plan.resource_changes[i]\n  i.type == "x"\n}'),
  });

  const checked = await tipstaff(['policy', 'check', folder.path]);
  const evaluated = await checkIn(folder.path);

  assert.deepEqual([checked.code, evaluated.code], [0, 0]);
  for (const { stdout } of [checked, evaluated]) {
    assert.match(
      stdout,
      /warning: .*p\.rego:6:3: i is a number, so it has no type\. As a key of an array, i is an index/,
    );
  }
});

test('A policy gives a verdict if optional data is missing, and every report names the data', async () => {
  const exemptions =
    'deny contains r.address if {\n  some r in input.plan.resource_changes\n  not exempt(r.address)\n}\n\nexempt(a) if data.exemptions[a]';
  const overrides =
    'default allowed := {"x"}\n\nallowed := data.overrides.acls\n\ndeny contains "no x" if not "x" in allowed';
  const files: Files = { ...rules('buckets', exemptions), ...rules('overrides', overrides) };
  const unused = { ...files, ...rules('unused', 'x := data.nothing.here') };
  const warning = 'buckets.rego:8:14: no rule and no data document defines data.exemptions';
  const silent = { ...rules('buckets', exemptions), 'data.json': '{"exemptions": {}}' };

  const text = await check(files, '--all-namespaces');
  const [json, junit, github, sarif, markdown] = await Promise.all(
    ['json', 'junit', 'github', 'sarif', 'markdown'].map((format) =>
      check(files, '--all-namespaces', '--format', format),
    ),
  );
  const query = await check(unused, '--query', 'data.overrides.deny');
  const silenced = await check(silent, '--query', 'data.buckets.deny');

  assert.deepEqual(text.stdout.split('\n'), [
    'failed      buckets_deny (mandatory)',
    '    a.b',
    `    warning: ${warning}. If the data is missing on purpose, add an empty document to it: {"exemptions": {}}`,
    'passed      overrides_deny (mandatory)',
    '    warning: overrides.rego:5:12: no rule and no data document defines data.overrides.acls',
    '2 policies: 1 passed, 1 failed.',
    '',
  ]);
  for (const report of [json, junit, github, sarif, markdown]) {
    assert.match(report?.stdout ?? '', /defines data\.exemptions/);
    assert.match(report?.stdout ?? '', /defines data\.overrides\.acls/);
  }
  assert.deepEqual([text.code, query.code], [1, 0], query.stderr);
  assert.deepEqual(silenced.stdout.split('\n').slice(0, 3), [
    'failed      buckets_deny (mandatory)',
    '    a.b',
    '1 policy: 1 failed.',
  ]);
});

test('A plan is evaluated without a verdict if only the tests define the data that a policy needs', async () => {
  await using folder = await folderWith({
    'policies.yaml': listOf(entry('p')),
    ...rules('p', 'deny contains n if some n in data.config.names'),
    'p_test.rego':
      'package p_test\n\ntest_p if data.p.deny == {"a"} with data.config as {"names": ["a"]}\n\ntest_own if data.own.x == 1 with data.own.x as 1\n',
    'plan.json': plan,
  });

  const tested = await tipstaff(['policy', 'test', folder.path]);
  const evaluated = await checkIn(folder.path);

  assert.deepEqual([tested.code, evaluated.code], [0, 2], tested.stdout);
  assert.match(evaluated.stdout, /p\.rego:3:30: no rule and no data document defines data\.config\.names/);
});

test('A push of code with errors is refused, and each error is reported once', async () => {
  await using folder = await folderWith(sharing);

  const { code, stderr } = await tipstaff(
    ['policy', 'push', folder.path, '--organization', 'shire', '--set', 'baseline'],
    { TIPSTAFF_URL: 'http://127.0.0.1:1', TIPSTAFF_TOKEN: 'none' },
  );

  assert.equal(code, 1);
  assert.deepEqual(
    stderr.split('\n').filter((line) => line.includes('data.config.names')),
    [`error: ${join(folder.path, sentence)}`],
  );
});
