// Folders without a list, whose rules are the policies.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { check, checkIn, entry, folderWith, listOf, rules } from '../support/policy-folders.ts';

/** A library in the manner of conftest: rules of several names, in several files of one package, and in another one. */
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

test('All packages, several of them, and queries can be named', async () => {
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

test('What has no such rules, or reads others, is refused with what to do', async () => {
  const refusal = async (files: Readonly<Record<string, string>>, ...words: readonly string[]) => {
    const { code, stderr } = await check(files, ...words);
    assert.equal(code, 2);
    return stderr.replaceAll(/\/\S*tipstaff-test-\w+/g, 'folder');
  };
  const exception = rules('main', 'deny_open contains "open" if true\n\nexception contains ["open"] if input.plan');

  const refusals = [
    await refusal(library, '--namespace', 'mian'),
    await refusal(rules('p', 'allow := true'), '--all-namespaces'),
    await refusal({ 'policies.yaml': listOf(entry('p')), ...rules('p', 'deny := []') }, '--namespace', 'p'),
    await refusal(rules('p', 'deny contains sprintff("x", [])'), '--all-namespaces'),
    await refusal(exception, '--namespace', 'main'),
  ];

  assert.deepEqual(refusals.slice(0, 3), [
    'folder has no rule deny, violation or warn in the package mian: there are some in aws.net, main.\n',
    'folder has no rule deny, violation or warn in any package: name a rule with --query, such as --query data.main.deny.\n',
    'folder has policies.yaml, which lists its policies: leave out --namespace, --all-namespaces and --query.\n',
  ]);
  assert.match(refusals[3] ?? '', /^p\.rego:3:15: .*sprintff.* Did you mean sprintf\?\n$/);
  assert.match(refusals[4] ?? '', /^data\.main\.exception is ignored: add its condition to the rules/);
});

test('The list of a folder is written from its rules, and says the same', async () => {
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
    [1, `${folder.path} has policies.hcl already, which lists its policies.\n`],
  );
});

test('A folder without a list says how to get one', async () => {
  const { code, stderr } = await check(library);

  assert.equal(code, 2);
  assert.match(stderr, /^.* has no policies\.yaml, tipstaff\.yaml or policies\.hcl, which lists its policies\.\n/);
  assert.match(
    stderr,
    /\n"tipstaff policy init \S+" writes one; "tipstaff check" with --namespace, .* needs none\.\n$/,
  );
});
