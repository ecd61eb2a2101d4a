// Local checks of a plan with the policies of a folder, without a service or a database.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { check, checkIn, entry, type Files, folderWith, listOf, rules } from '../support/policy-folders.ts';

test('A plan that breaks a mandatory policy gives status 1, whatever other problems there are', async () => {
  const { code, stdout } = await check(
    {
      'policies.yaml': listOf(
        entry('failing'),
        entry('erring'),
        entry('passing'),
        entry('endless', 'advisory'),
        entry('old'),
      ),
      ...rules('failing', 'deny contains m if { some c in input.plan.resource_changes; m := {"at": c.address} }'),
      ...rules('erring', 'deny if input.plan'),
      ...rules('passing', 'deny contains 1 if { print(data.lib.one); false }'),
      ...rules('endless', 'deny contains 1 if { some i in numbers.range(1, 1000000000000); i < 0 }'),
      ...rules('old', 'deny[msg] {\n  input.plan.resource_changes[_].address == "x"\n  msg := "x"\n}'),
      'lib/one.rego': 'package lib\n\none := 1\n',
      'broken_test.rego': 'this is no test',
    },
    '--timeout',
    '200ms',
  );

  assert.equal(code, 1);
  assert.deepEqual(stdout.split('\n'), [
    'failed      failing (mandatory)',
    '    {"at":"a.b"}',
    'errored     erring (mandatory)',
    '    erring.rego:3:1: data.erring.deny gives a boolean; a verdict is an array or a set. Query [m | data.erring.deny; m := "deny is true"]. Or write deny contains "message" if { … }: the plan passes if there is no message.',
    'passed      passing (mandatory)',
    '    print passing.rego:3: 1',
    'errored     endless (advisory)',
    '    the policy needed more than 200 ms of processor time. Allow more time with --timeout, such as --timeout 30s.',
    'passed      old (mandatory)',
    '5 policies: 2 passed, 1 failed, 2 errored.',
    '',
  ]);
});

test('A mandatory policy without a verdict gives status 2, and a failed advisory policy gives status 0', async () => {
  const broken = await check({
    'policies.yaml': `${listOf(entry('broken'), entry('warning', 'advisory'))}  - {name: other, kind: native, enforcement-level: hard-mandatory}\n`,
    ...rules('broken', 'deny contains sprintff("x", [])'),
    ...rules('warning', 'deny contains "no"'),
  });
  const advisory = await check({
    'policies.hcl': 'policy "warning" {\n  query = "data.warning.deny"\n}\n',
    ...rules('any', 'x := 1'),
    ...rules('warning', 'deny contains data.any.x'),
  });

  assert.equal(broken.code, 2);
  assert.match(broken.stdout, /^errored {5}broken .*\n {4}broken\.rego:3:15: .*sprintff.* Did you mean sprintf\?\n/);
  assert.match(broken.stdout, /unreachable other \(hard-mandatory\)\n/);
  assert.deepEqual([advisory.code, advisory.stdout.split('\n')[0]], [0, 'failed      warning (advisory)']);
});

test('A shadow policy is shown and never blocks, in both types of policy list and all formats', async () => {
  const files = {
    'policies.yaml': `${listOf(entry('tried'))}    shadow: true\n${entry('kept')}    shadow: false\n`,
    ...rules('tried', 'deny contains "would break"'),
    ...rules('kept', 'deny := []'),
  };
  await using folder = await folderWith(files);
  const formats = ['json', 'junit', 'github', 'sarif'];

  const text = await checkIn(folder.path);
  const [json, junit, github, sarif] = await Promise.all(
    formats.map((format) => checkIn(folder.path, '--format', format)),
  );
  const hcl = await check({
    'policies.hcl':
      'policy "tried" {\n  query = "data.tried.deny"\n  enforcement_level = "mandatory"\n  shadow = true\n}\n',
    ...rules('tried', 'deny contains "would break"'),
  });

  assert.equal(text.code, 0);
  assert.deepEqual(text.stdout.split('\n'), [
    'failed      tried (mandatory, shadow)',
    '    would break',
    'passed      kept (mandatory)',
    '2 policies: 1 passed, 1 failed (shadow).',
    '',
  ]);
  assert.deepEqual([hcl.code, hcl.stdout.split('\n')[0]], [0, 'failed      tried (mandatory, shadow)']);
  const shown = json?.json();
  assert.deepEqual([shown.passed, shown.policies[0].status, shown.policies[0].shadow], [true, 'failed', true]);
  assert.match(junit?.stdout ?? '', /failures="0" errors="0"[\s\S]*<system-out>failed \(shadow\): would break</);
  assert.match(github?.stdout ?? '', /^::warning [^\n]*title=tried failed \(shadow\)::would break/);
  assert.equal(JSON.parse(sarif?.stdout ?? '').runs[0].results[0].level, 'warning');
});

test('Policies receive the run document, or any document as the whole input', async () => {
  const files = {
    'policies.yaml': listOf(entry('p')),
    ...rules('p', 'deny contains input.run.workspace.name\n\ndeny contains input.whole'),
    'run.json': '\ufeff{"workspace": {"name": "shop"}}',
    'raw.json': '{"whole": "document"}',
  };
  await using folder = await folderWith(files);

  const run = await checkIn(folder.path, '--run', join(folder.path, 'run.json'), '--json');
  const raw = await tipstaff(
    ['check', '-', '--dir', folder.path, '--input', 'raw', '--format', 'json'],
    {},
    { input: files['raw.json'] },
  );

  assert.deepEqual([run.code, run.json().policies[0].output], [1, ['shop']]);
  assert.deepEqual([raw.code, raw.json().policies[0].output], [1, ['document']]);
});

const sound = { 'policies.yaml': listOf(entry('p')), ...rules('p', 'deny := []') };

/** Invalid inputs: the command exits with status 2 and names the reason and the location. */
const refused: Readonly<Record<string, readonly [files: Files, words: readonly string[], message: RegExp]>> = {
  'no list': [{}, [], /has no list of policies, which must be in policies\.yaml/],
  'two lists': [
    { ...sound, 'policies.hcl': '' },
    [],
    /has several lists of policies, policies\.yaml and policies\.hcl: keep one of them\./,
  ],
  'an empty list': [{ 'policies.yaml': 'policies: []\n' }, [], /policies\.yaml lists no policy\./],
  'a list that is no YAML': [{ 'policies.yaml': 'policies:\n  - {name: a\n' }, [], /^policies\.yaml:\d: /],
  'an unknown key': [
    { 'policies.yaml': `${listOf(entry('p'))}    levl: x\n` },
    [],
    /^policies\.yaml:5: the key levl is unknown/,
  ],
  'an unknown key beside the policies': [
    { 'policies.yaml': 'policy: []\n' },
    [],
    /^policies\.yaml:1: the key policy is unknown/,
  ],
  'an unknown level': [
    { 'policies.yaml': listOf(entry('p', 'hard')) },
    [],
    /^policies\.yaml:4: the level hard is unknown/,
  ],
  'an unknown kind': [
    { 'policies.yaml': `${listOf(entry('p'))}    kind: x\n` },
    [],
    /^policies\.yaml:5: the kind x is unknown/,
  ],
  'a shadow that is no flag': [
    { 'policies.yaml': `${listOf(entry('p'))}    shadow: "true"\n` },
    [],
    /^policies\.yaml:5: shadow must be true or false/,
  ],
  'a shadow in policies.hcl that is no flag': [
    { 'policies.hcl': 'policy "p" {\n  query = "x"\n  shadow = "yes"\n}\n', 'p.rego': 'package p\n' },
    [],
    /^policies\.hcl:3: policy "p": the value of shadow must be true or false/,
  ],
  'a shadow that contradicts the introduction': [
    { 'policies.yaml': `${listOf(entry('p'))}    introduction: enforce-new\n    shadow: true\n` },
    [],
    /^policies\.yaml:6: shadow is true, but introduction is enforce-new: remove shadow, which introduction replaces/,
  ],
  'a shadow in policies.hcl that contradicts the introduction': [
    {
      'policies.hcl': 'policy "p" {\n  query = "x"\n  introduction = "shadow"\n  shadow = false\n}\n',
      'p.rego': 'package p\n',
    },
    [],
    /^policies\.hcl:4: policy "p": shadow is false, but introduction is shadow: remove shadow/,
  ],
  'an unknown introduction': [
    { 'policies.yaml': `${listOf(entry('p'))}    introduction: later\n` },
    [],
    /^policies\.yaml:5: introduction must be one of enforce, enforce-new, shadow/,
  ],
  'an introduction that the kind does not support': [
    { 'policies.yaml': `${listOf(entry('p'))}  - {name: n, kind: native, introduction: enforce-new}\n` },
    [],
    /^policies\.yaml:5: introduction cannot be enforce-new, because Tipstaff does not evaluate policies of this kind/,
  ],
  'a name twice': [
    { 'policies.yaml': listOf(entry('p'), entry('p')) },
    [],
    /^policies\.yaml:5: the policy p is listed twice/,
  ],
  'a key twice': [{ 'policies.yaml': `${listOf(entry('p'))}    query: x\n` }, [], /^policies\.yaml:5: /],
  'an alias': [
    { 'policies.yaml': 'policies:\n  - &a {name: p, query: x}\n  - *a\n' },
    [],
    /^policies\.yaml:3: aliases/,
  ],
  'no name': [{ 'policies.yaml': 'policies:\n  - query: x\n' }, [], /^policies\.yaml:2: each policy needs a name/],
  'no query': [{ 'policies.yaml': 'policies:\n  - name: p\n' }, [], /^policies\.yaml:2: the policy p needs a query/],
  'a number as the query': [
    { 'policies.yaml': 'policies:\n  - {name: p, query: 1}\n' },
    [],
    /^policies\.yaml:2: query must be a text/,
  ],
  'a missing file': [
    { 'policies.yaml': listOf(entry('p')) },
    [],
    /^p\.rego, the file of the policy p, does not exist\./,
  ],
  'a file elsewhere': [
    { 'policies.yaml': `${listOf(entry('p'))}    file: ../x.rego\n` },
    [],
    /^policies\.yaml:5: the file \.\.\/x\.rego is not in the folder/,
  ],
  'a fault in policies.hcl': [
    { 'policies.hcl': 'policy "p" {\n  query = "x"\n  levl  = 1\n}\n' },
    [],
    /^policies\.hcl:3: /,
  ],
  'policies.hcl without code': [{ 'policies.hcl': 'policy "p" {\n  query = "x"\n}\n' }, [], /has no \.rego file/],
  'an unknown format': [
    sound,
    ['--format', 'xml'],
    /^--format must be one of text, json, junit, github, sarif, markdown\./,
  ],
  'an unknown form of input': [sound, ['--input', 'x-y'], /^--input must be "plan", "raw" or a key/],
  'a workspace beside a folder': [
    sound,
    ['--workspace', 'x'],
    /^--workspace and --workspace-from need the policies of an organization/,
  ],
  'a run beside a raw input': [sound, ['--input', 'raw', '--run', 'x'], /^--run describes the run of a plan/],
  'a timeout that is none': [sound, ['--timeout', 'soon'], /^--timeout must be a duration/],
  'a run document that does not exist': [
    sound,
    ['--run', '/nowhere/run.json'],
    /^\/nowhere\/run\.json cannot be read: there is no such file or folder\./,
  ],
};

test('Invalid input is refused with its location', async (context) => {
  for (const [name, [files, words, message]] of Object.entries(refused)) {
    await context.test(name, async () => {
      const { code, stdout, stderr } = await check(files, ...words);

      assert.match(stderr, message);
      assert.deepEqual([code, stdout], [2, '']);
    });
  }
});

test('Every invalid policy in a list is named with its line', async () => {
  const { code, stderr } = await check({
    'policies.yaml':
      'policies:\n  - {name: a, query: data.a.deny, enforcement-level: mandatorie}\n  - {name: b, kind: x}\n',
  });

  const sentences = [
    'policies.yaml:2: the level mandatorie is unknown; known levels are advisory, mandatory.',
    'policies.yaml:3: the kind x is unknown; known kinds are opa and native.\n',
  ];
  assert.deepEqual([code, stderr], [2, sentences.join('\n')]);
});

test('Two output formats in one command are refused', async () => {
  const { code, stderr } = await check(sound, '--json', '--format', 'junit');

  assert.deepEqual([code, stderr], [2, '--json and --format junit cannot be combined: leave one of them out.\n']);
});

test('A plan that is not JSON is refused with its location', async () => {
  const { code, stderr } = await check({ ...sound, 'plan.json': '{\n  "a": 1,\n}' });

  assert.match(stderr, /^plan\.json:3:1: this is not JSON: /);
  assert.doesNotMatch(stderr, /it is not a plan/);
  assert.equal(code, 2);
});

test('A policy whose file is missing is reported with its line in the list', async () => {
  await using folder = await folderWith({
    'policies.yaml': 'policies:\n  - {name: other, kind: native, enforcement-level: hard-mandatory}\n',
  });

  const [github, junit, sarif] = await Promise.all(
    ['github', 'junit', 'sarif'].map(async (format) => (await checkIn(folder.path, '--format', format)).stdout),
  );

  assert.match(github ?? '', /^::error file=policies\.yaml,line=1,/);
  assert.match(junit ?? '', / classname="policies\.yaml" /);
  assert.match(sarif ?? '', /"uri": "policies\.yaml"/);
});

test('JSON that is not a plan is refused', async () => {
  const { code, stderr } = await check({ ...sound, 'plan.json': '{"format_version": "1.0", "values": {}}' });

  assert.match(stderr, /^plan\.json: the document has no resource_changes, so it is not a plan/);
  assert.equal(code, 2);
});

test('Texts of plans and lists are escaped for the terminal', async () => {
  const nasty = '\u001b]0;title\u0007\n::add-mask::error';
  const list = (values: object) => ({ 'policies.yaml': JSON.stringify({ policies: [{ name: 'p', ...values }] }) });

  const outcomes = [
    await check({ ...sound, 'plan.json': JSON.stringify({ format_version: nasty, resource_changes: [] }) }),
    await check({ ...sound, ...list({ query: 'x', [nasty]: 1 }) }, '--format', 'github'),
    await check({ ...sound, ...list({ query: 'x', file: nasty }) }, '--format', 'github'),
    await check({ ...sound, ...list({ query: 'x', file: nasty }) }, '--json'),
  ];

  for (const { code, stdout, stderr } of outcomes) {
    assert.match(stderr, /^.*\\u001b\]0;title\\u0007 ::add-mask::error.*\n$/);
    assert.doesNotMatch(stdout + stderr, /[^\P{Cc}\n]/u);
    assert.equal(code, 2);
  }
  const [{ detail }] = outcomes.at(-1)?.json().errors ?? [{}];
  assert.ok(detail.endsWith(`${nasty}, the file of the policy p, does not exist.`));
});

test('A check without policies is refused', async () => {
  const { code, stderr } = await tipstaff(['check', '-']);

  assert.deepEqual(
    [code, stderr],
    [
      2,
      'Name exactly one of --dir <folder>, --organization <name> or --set <id>; --set <name> needs --organization.\n',
    ],
  );
});

test('Policy output cannot break machine-readable reports', async () => {
  const nasty = '<&"]]>\\u0007\\n::error::x,y: %';
  await using folder = await folderWith({
    'policies.yaml': listOf(entry('nasty'), entry('soft', 'advisory')),
    ...rules('nasty', `deny contains "${nasty.replaceAll('"', '\\"')}"`),
    ...rules('soft', 'deny := 1'),
  });

  const junit = await checkIn(folder.path, '--format', 'junit');
  const text = await checkIn(folder.path, '--format', 'text');
  const github = await checkIn(folder.path, '--format', 'github');
  const sarif = await checkIn(folder.path, '--format', 'sarif');

  assert.match(junit.stdout, /<testsuite name="tipstaff check" tests="2" failures="1" errors="0" skipped="0" time="/);
  assert.match(
    junit.stdout,
    /<failure message="failed" type="failed">&lt;&amp;&quot;\]\]&gt;\\u0007\n\\u003a:error::x,y: %<\/failure>/,
  );
  assert.match(junit.stdout, /<system-out>errored: soft\.rego:3:1: data\.soft\.deny gives a number/);
  assert.equal(github.stdout.split('\n')[0]?.endsWith('title=nasty failed::<&"]]>\\u0007%0A::error::x,y: %25'), true);
  assert.match(
    github.stdout,
    /\n::warning file=soft\.rego,line=3,title=soft errored::soft\.rego:3:1: data\.soft\.deny gives a number/,
  );
  assert.match(text.stdout, /\n {4}<&"\]\]>\\u0007\n {4}\\u003a:error::x,y: %\n/);
  const [{ results }] = sarif.json().runs;
  assert.deepEqual(
    results.map(({ ruleId, level }: { ruleId: string; level: string }) => [ruleId, level]),
    [
      ['nasty', 'error'],
      ['soft', 'warning'],
    ],
  );
});

test('Reading a member that no plan has causes a warning with its location, and keeps the verdict', async () => {
  const files = {
    'policies.yaml': listOf(entry('typo'), entry('failing')),
    ...rules('typo', 'deny contains 1 if input.plan.resource_chnages[_]'),
    ...rules('failing', 'deny contains c.adress if some c in input.plan.resource_changes\n\ndeny contains "no"'),
  };
  const warning =
    'typo.rego:3:31: the input has no resource_chnages at input.plan.resource_chnages. Did you mean resource_changes?';

  const text = await check(files);
  const github = await check(files, '--format', 'github');
  const sarif = await check(files, '--format', 'sarif');
  const junit = await check(files, '--format', 'junit');
  const raw = await check(files, '--input', 'raw');

  assert.equal(text.code, 1);
  assert.deepEqual(text.stdout.split('\n'), [
    'passed      typo (mandatory)',
    `    warning: ${warning}`,
    'failed      failing (mandatory)',
    '    no',
    '    warning: failing.rego:3:17: the input has no adress at c.adress. Did you mean address?',
    '2 policies: 1 passed, 1 failed.',
    '',
  ]);
  assert.match(github.stdout, /^::warning file=typo\.rego,line=3,title=typo warning::typo\.rego:3:31: /m);
  assert.deepEqual(
    JSON.parse(sarif.stdout).runs[0].results.map((result: Record<string, unknown>) => [result.ruleId, result.level]),
    [
      ['typo', 'warning'],
      ['failing', 'error'],
      ['failing', 'warning'],
    ],
  );
  assert.match(junit.stdout, /<system-out>warning: [^<]*typo\.rego:3:31/);
  assert.deepEqual(raw.stdout.match(/warning: \w+\.rego:3:\d+: the input has no plan at input\.plan\./g)?.length, 2);
});
