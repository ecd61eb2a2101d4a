// Folders without a policy list. Each rule with a known name is a policy in such a folder.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { check, checkIn, entry, folderWith, listOf, rules } from '../support/policy-folders.ts';

/** Library in conftest's style: rules with several names, in several files of one package and in a second package. */
const library = {
  'deny.rego': 'package main\n\ndeny contains msg if {\n  some c in input.resource_changes\n  msg := named(c)\n}\n',
  'lib.rego': 'package main\n\nnamed(c) := sprintf("%s is there", [c.address])\n',
  'old.rego':
    'package main\n\nviolation[{"msg": msg, "details": {"at": "x"}}] {\n  msg := input.resource_changes[_].address\n}\n\nviolation_short[{"msg": "short"}] {\n  input.resource_changes\n}\n',
  'warn.rego':
    'package main\n\nwarn_age contains "old" if input.format_version\n\nwarning contains "no verdict" if true\n',
  'nested/net.rego': 'package aws.net\n\ndeny_open contains "open" if input.resource_changes\n',
  'main_test.rego': 'package main\n\ntest_nothing if true\n\ndeny_in_a_test contains "never" if true\n',
};

test('The rules of a package are policies: deny and violation block a plan, warn does not', async () => {
  const { code, stdout } = await check(library, '--input', 'raw', '--namespace', 'main');

  assert.equal(code, 1);
  assert.deepEqual(stdout.split('\n'), [
    'failed      main_deny (mandatory)',
    '    a.b is there',
    'failed      main_violation (mandatory)',
    '    a.b {"details":{"at":"x"}}',
    'failed      main_violation_short (mandatory)',
    '    short',
    'failed      main_warn_age (advisory)',
    '    old',
    '4 policies: 4 failed.',
    '',
  ]);
});

test('All packages, some packages, and queries can be selected', async () => {
  const names = async (...words: readonly string[]) =>
    (await check(library, '--input', 'raw', '--json', ...words))
      .json()
      .policies.map(
        (policy: { name: string; 'enforcement-level': string }) => `${policy.name} ${policy['enforcement-level']}`,
      );

  const [all, some, queries] = [
    await names('--all-namespaces'),
    await names('--namespace', 'aws.net', '--namespace', 'main'),
    await names('--query', 'data.main.warning', '--query', '[x | some x in data.main.deny]'),
  ];

  const ofMain = [
    'main_deny mandatory',
    'main_violation mandatory',
    'main_violation_short mandatory',
    'main_warn_age advisory',
  ];
  assert.deepEqual(all, ['aws_net_deny_open mandatory', ...ofMain]);
  assert.deepEqual(some, all);
  assert.deepEqual(queries, ['main_warning mandatory', '_x_some_x_in_data_main_deny_ mandatory']);
});

test('A folder without policy rules, or only with rules that other rules use, is refused with advice', async () => {
  const refusal = async (files: Readonly<Record<string, string>>, ...words: readonly string[]) => {
    const { code, stderr } = await check(files, ...words);
    assert.equal(code, 2);
    return stderr.replaceAll(/\/\S*tipstaff-test-\w+/g, 'folder');
  };

  const refusals = [
    await refusal(library, '--namespace', 'mian'),
    await refusal(rules('p', 'allow := true'), '--all-namespaces'),
    await refusal({ 'policies.yaml': listOf(entry('p')), ...rules('p', 'deny := []') }, '--namespace', 'p'),
    await refusal(rules('p', 'deny contains sprintff("x", [])'), '--all-namespaces'),
    await refusal(rules('p', 'helper := 1'), '--all-namespaces'),
  ];

  assert.deepEqual(refusals.slice(0, 3), [
    'folder has no rule deny, violation or warn in the package mian: the packages with such rules are aws.net, main.\n',
    `folder has no rule deny, violation or warn in any package: add --query '[m | not data.p.allow; m := "not allowed"]'.\n`,
    'folder has a list of policies, policies.yaml: leave out --namespace, --all-namespaces and --query.\n',
  ]);
  assert.match(refusals[3] ?? '', /^p\.rego:3:15: .*sprintff.* Did you mean sprintf\?\n$/);
  assert.match(refusals[4] ?? '', /in any package: name a rule with --query, such as --query data\.main\.deny\.\n$/);
});

/** Rules with valid names whose values are not lists. The error about each rule names the given query. */
const noLists = {
  ...rules(
    'keys',
    'deny["bucket is public"] if input.resource_changes\n\ndeny["never"] if count(input.resource_changes) > 9',
  ),
  ...rules('members', 'deny[m] if some m in ["first", "second"]'),
  ...rules('truth', 'default deny := false\n\ndeny if input.resource_changes'),
  ...rules('excepted', 'deny_open contains "open"\n\ndeny_shut contains "shut"\n\nexception contains ["open"] if true'),
};
const turned = {
  excepted_deny_open:
    '[m | not "open" in {e | some each in data.excepted.exception; some e in each}; some m in data.excepted.deny_open]',
  excepted_deny_shut:
    '[m | not "shut" in {e | some each in data.excepted.exception; some e in each}; some m in data.excepted.deny_shut]',
  keys_deny: '[m | some m, _ in data.keys.deny]',
  members_deny: '[m | some m, _ in data.members.deny]',
  truth_deny: '[m | data.truth.deny; m := "deny is true"]',
};
/** Expected output of these rules, in the format of conftest and OPA. */
const turnedOutput = [[], ['shut'], ['bucket is public'], ['first', 'second'], ['deny is true']];

test('Every rule whose first part is deny, violation or warn is a policy, however long its head is, but no function is', async () => {
  const files = {
    ...rules(
      'iam',
      'deny.public contains "public" if input.resource_changes\n\ndeny.owner.name contains "none" if count(input.resource_changes) > 9',
    ),
    ...rules('limits', 'deny contains "much" if deny_threshold(1) > 1\n\ndeny_threshold(x) := x + 1'),
  };

  const { stdout } = await check(files, '--input', 'raw', '--all-namespaces');

  assert.deepEqual(stdout.trimEnd().split('\n'), [
    'passed      iam_deny_owner_name (mandatory)',
    'failed      iam_deny_public (mandatory)',
    '    public',
    'failed      limits_deny (mandatory)',
    '    much',
    '3 policies: 1 passed, 2 failed.',
  ]);
});

test('A rule whose value is not a list is refused, and the query in the message converts it and gives the verdict', async () => {
  await using folder = await folderWith(noLists);
  const refused = await checkIn(folder.path, '--input', 'raw', '--all-namespaces');
  const queries = Object.values(turned).flatMap((query) => ['--query', query]);

  const queried = await checkIn(folder.path, '--input', 'raw', '--all-namespaces', ...queries, '--json');
  const init = await tipstaff(['policy', 'init', folder.path, '--input', 'raw']);
  const listed = (await checkIn(folder.path, '--json')).json().policies;
  const list = await readFile(join(folder.path, 'policies.hcl'), 'utf8');

  const outputs = (policies: readonly { readonly output: unknown }[]) => policies.map(({ output }) => output);
  assert.equal(refused.code, 2);
  assert.deepEqual(
    refused.stderr
      .trimEnd()
      .split('\n')
      .map((line) => /add --query '(.*)', or write a list/.exec(line)?.[1]),
    Object.values(turned),
  );
  assert.match(refused.stderr, /^data\.keys\.deny returns an object, but a verdict must be an array or a set: add/m);
  assert.deepEqual(outputs(queried.json().policies), turnedOutput);
  assert.equal(init.code, 0, init.stderr);
  assert.deepEqual(
    [listed.map(({ name }: { name: string }) => name), outputs(listed)],
    [Object.keys(turned), turnedOutput],
  );
  assert.match(
    list,
    /\n# data\.truth\.deny returns a boolean, .*\npolicy "truth_deny" \{\n {2}query {13}= "\[m \| data\.truth/,
  );
});

test('Unused rules with other names are reported, and the policy list of a folder can contain them', async () => {
  const files = {
    ...rules('main', 'deny contains "no"\n\nallow if count(deny) == 0\n\nviolations contains "left out"'),
    ...rules('analysis', 'default authz := false\n\nauthz if score < 1\n\nscore := 2'),
  };
  await using folder = await folderWith(files);

  const { code, stdout } = await checkIn(folder.path, '--input', 'raw', '--all-namespaces');
  const { stderr } = await tipstaff(['policy', 'init', folder.path, '--input', 'raw']);
  const listed = await checkIn(folder.path);

  const reason = 'because its name is not deny, violation or warn';
  const notices = [
    `data.analysis.authz is not evaluated, ${reason}: add --query '[m | not data.analysis.authz; m := "not authorized"]' to evaluate it.`,
    `data.main.violations is not evaluated, ${reason}: add --query 'data.main.violations' to evaluate it.`,
  ];
  assert.equal(code, 1);
  assert.deepEqual(stdout.split('\n').slice(0, 3), [...notices, 'failed      main_deny (mandatory)']);
  assert.equal(stderr.trimEnd(), notices[1]);
  assert.match(
    listed.stdout,
    /^failed +analysis_authz .*\n {4}not authorized\nfailed +main_deny .*\n {4}no\n2 policies/,
  );
});

test('A policy list that is created from the rules of a folder gives the same results', async () => {
  await using folder = await folderWith(library);
  const byRules = await checkIn(folder.path, '--input', 'raw', '--all-namespaces');

  const written = await tipstaff(['policy', 'init', folder.path, '--input', 'raw']);
  const again = await tipstaff(['policy', 'init', folder.path]);
  const byList = await checkIn(folder.path);
  const list = await readFile(join(folder.path, 'policies.hcl'), 'utf8');

  assert.equal(written.code, 0, written.stderr);
  assert.match(written.stdout, /policies\.hcl with 5 policies:\n {2}aws_net_deny_open \(mandatory\)\n/);
  assert.match(list, /^input = "raw"\n\npolicy "aws_net_deny_open" \{\n {2}query {13}= "data\.aws\.net\.deny_open"\n/);
  assert.deepEqual([byList.code, byList.stdout], [byRules.code, byRules.stdout]);
  assert.deepEqual(
    [again.code, again.stderr],
    [1, `${folder.path} already has a list of policies, policies.hcl: change this file instead.\n`],
  );
});

test('The message about a folder without a list says how to create one', async () => {
  const { code, stderr } = await check(library);

  assert.equal(code, 2);
  assert.match(
    stderr,
    /^.* has no list of policies, which must be in policies\.yaml, tipstaff\.yaml or policies\.hcl\.\n/,
  );
  assert.match(
    stderr,
    /\nRun "tipstaff policy init \S+" to write a list from the rules in the folder, or "tipstaff check" with --namespace, .* to check without a list\.\n$/,
  );
});
