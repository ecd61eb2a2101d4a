// Local checks with each format of the policy input, and with several plans.
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { check, checkIn, entry, type Files, folderWith, listOf, plan, rules } from '../support/policy-folders.ts';

/** Returns a policy that expects the plan at the given path of the input and reports each of its resources. */
const reading = (name: string, where: string): Files =>
  rules(name, `deny contains c.address if some c in ${where}.resource_changes`);

const forms = {
  ...reading('usual', 'input.plan'),
  ...reading('whole', 'input'),
  ...reading('scalr', 'input.tfplan'),
  ...reading('spacelift', 'input.terraform'),
};
const names = ['usual', 'whole', 'scalr', 'spacelift'];

/** Returns the names of the failed policies. A policy fails if it found the plan. */
const failed = ({ stdout }: { readonly stdout: string }) =>
  [...stdout.matchAll(/^failed +(\w+)/gm)].map(([, name]) => name);

test('The input format of a policy comes from the command line, from its list entry or from the list', async () => {
  const list = listOf(...names.map((name) => entry(name)));
  const own = `input: raw\n${list}`.replace('name: scalr\n', 'name: scalr\n    input: tfplan\n');

  const outcomes = [
    await check({ ...forms, 'policies.yaml': list }),
    await check({ ...forms, 'policies.yaml': list }, '--input', 'raw'),
    await check({ ...forms, 'policies.yaml': list }, '--input', 'tfplan'),
    await check({ ...forms, 'policies.yaml': `input: terraform\n${list}` }),
    await check({ ...forms, 'policies.yaml': own }),
    await check({ ...forms, 'policies.yaml': own }, '--input', 'plan'),
  ];

  assert.deepEqual(outcomes.map(failed), [
    ['usual'],
    ['whole'],
    ['scalr'],
    ['spacelift'],
    ['whole', 'scalr'],
    ['usual'],
  ]);
});

test('The input contains the run document if the plan has its own key, and a raw input is only the plan', async () => {
  const see = rules('p', 'deny contains k if some k, _ in input');
  await using folder = await folderWith({ 'policies.yaml': listOf(entry('p')), ...see, 'run.json': '{"id": "run-1"}' });
  const keysWith = async (...words: readonly string[]) =>
    (await checkIn(folder.path, '--json', ...words)).json().policies[0].output;
  const run = ['--run', join(folder.path, 'run.json')];

  const keys = [await keysWith(...run), await keysWith(...run, '--input', 'tfplan'), await keysWith('--input', 'raw')];

  assert.deepEqual(keys, [
    ['parameters', 'plan', 'run'],
    ['parameters', 'run', 'tfplan'],
    ['format_version', 'resource_changes'],
  ]);
});

/** Returns a plan with one resource. */
const planOf = (address: string): string => JSON.stringify({ format_version: '1.2', resource_changes: [{ address }] });

/** Creates a folder with plans, and a function that checks some of them. */
const plansIn = async (plans: Files) => {
  const folder = await folderWith({
    'policies.yaml': listOf(entry('p')),
    ...rules('p', 'deny contains c.address if { some c in input.plan.resource_changes; c.address != "fine" }'),
    ...plans,
  });
  const run = async (...words: readonly string[]) => {
    const outcome = await tipstaff([
      'check',
      ...words.map((word) => word.replace(/^\.\//, `${folder.path}/`)),
      '--dir',
      folder.path,
    ]);
    const plain = (text: string) => text.replaceAll(`${folder.path}/`, '');
    return { ...outcome, stdout: plain(outcome.stdout), stderr: plain(outcome.stderr) };
  };
  return { run, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
};

test('Several plans are checked one after the other, and the worst result decides the exit status', async () => {
  await using plans = await plansIn({ 'a.json': planOf('fine'), 'b.json': planOf('b.c') });

  const both = await plans.run('./a.json', './b.json');
  const fine = await plans.run('./a.json', './a.json');

  assert.equal(
    both.stdout,
    [
      'a.json:',
      'passed      p (mandatory)',
      'b.json:',
      'failed      p (mandatory)',
      '    b.c',
      '2 plans, 2 policies: 1 passed, 1 failed.\n',
    ].join('\n'),
  );
  assert.deepEqual([both.code, fine.code, fine.stdout], [1, 0, 'passed      p (mandatory)\n1 policy: 1 passed.\n']);
});

test('A refused plan does not hide other results, and every format shows it as not checked', async () => {
  await using plans = await plansIn({ 'a.json': planOf('fine'), 'b.json': '{"a": 1}', 'c.json': planOf('c.d') });
  const run = (...words: readonly string[]) => plans.run('./a.json', './b.json', './c.json', ...words);
  const refusal =
    'b.json: the document has no resource_changes, so it is not a plan: convert a saved plan to JSON with "show -json", or check a state with "tipstaff check --state".';

  const [text, json, junit, github, sarif, markdown] = [
    await run(),
    await run('--format', 'json'),
    await run('--format', 'junit'),
    await run('--format', 'github'),
    await run('--format', 'sarif'),
    await run('--format', 'markdown'),
  ];
  const none = await plans.run('./b.json', './b.json', './missing.json');

  assert.deepEqual(
    [text, json, junit, github, sarif, markdown].map(({ code }) => code),
    [2, 2, 2, 2, 2, 2],
  );
  assert.deepEqual(text.stdout.trimEnd().split('\n'), [
    `Not checked: ${refusal}`,
    'a.json:',
    'passed      p (mandatory)',
    'c.json:',
    'failed      p (mandatory)',
    '    c.d',
    '3 plans, 1 not checked, 2 policies: 1 passed, 1 failed.',
  ]);
  const plain = (value: string) => value.replaceAll(/\/\S*tipstaff-test-\w+\//g, '');
  const { passed, plans: byPlan } = json.json();
  assert.deepEqual([passed, byPlan[1].passed, plain(byPlan[1]['not-checked'][0])], [false, false, refusal]);
  assert.match(junit.stdout, /<testsuite name="tipstaff check \S*b\.json" tests="1" failures="0" errors="1"/);
  assert.match(github.stdout, /^::error title=Plan::Not checked: b\.json: the document has no resource_changes/);
  const [{ invocations }] = sarif.json().runs;
  assert.equal(invocations[0].executionSuccessful, false);
  assert.equal(plain(invocations[0].toolExecutionNotifications[0].message.text), `Not checked: ${refusal}`);
  assert.match(
    markdown.stdout,
    /^### ❌ Policies failed\n[\s\S]*❌ `Not checked: b\.json: the document has no resource_changes/,
  );
  assert.deepEqual([none.code, none.stdout], [2, '']);
  assert.deepEqual(none.stderr.trimEnd().split('\n'), [
    refusal,
    'missing.json cannot be read: there is no such file or folder.',
  ]);
});

test('A pattern that the shell did not expand selects the files that match it', async () => {
  await using plans = await plansIn({
    'plans/a.json': planOf('fine'),
    'plans/b/c.json': planOf('b.c'),
    'plans/b/d/e.json': planOf('fine'),
    'plans/.hidden.json': planOf('hidden'),
    'plans/notes.txt': 'none',
  });
  const checked = async (pattern: string) =>
    (await plans.run(pattern, '--json'))
      .json()
      .plans?.map(({ plan: name }: { plan: string }) => name.replace(/.*plans\//, ''));

  const all = await checked('./plans/**/*.json');
  const some = await checked('./plans/b/?*/../?.json');
  const none = await plans.run('./plans/*.tfplan');

  assert.deepEqual(all, ['a.json', 'b/c.json', 'b/d/e.json']);
  assert.equal(some, undefined);
  assert.deepEqual([none.code, none.stderr], [2, 'No file matches plans/*.tfplan.\n']);
});

test('With several plans, every format shows to which plan a result belongs', async () => {
  await using plans = await plansIn({ 'a.json': planOf('a.b'), 'b.json': planOf('b.c') });
  const shown = (format: string) => plans.run('./a.json', './b.json', '--format', format);

  const [junit, github, sarif, json] = [
    await shown('junit'),
    await shown('github'),
    await shown('sarif'),
    await shown('json'),
  ];

  assert.deepEqual(
    [...junit.stdout.matchAll(/<testsuite name="([^"]*)"/g)].map(([, name]) => name?.replace(/ \/.*\//, ' ')),
    ['tipstaff check a.json', 'tipstaff check b.json'],
  );
  assert.match(
    github.stdout,
    /title=p failed \(a\.json\)::a\.b\n.*title=p failed \(b\.json\)::b\.c\n2 plans, 2 policies: 2 failed\.\n$/,
  );
  const [{ tool, results }] = sarif.json().runs;
  assert.equal(tool.driver.rules.length, 1);
  assert.deepEqual(
    results.map(({ message, ruleIndex }: { message: { text: string }; ruleIndex: number }) => [
      message.text.replace(/.*\//, ''),
      ruleIndex,
    ]),
    [
      ['a.json: a.b', 0],
      ['b.json: b.c', 0],
    ],
  );
  const keys = results.map(({ partialFingerprints }: { partialFingerprints: object }) =>
    JSON.stringify(partialFingerprints),
  );
  assert.equal(new Set(keys).size, 2);
  assert.deepEqual([json.json().passed, json.json().plans.length], [false, 2]);
});

test('Combined files become one input, with the path and the contents of each file', async () => {
  await using folder = await folderWith({
    'policies.yaml': listOf(entry('p')),
    ...rules('p', 'deny contains concat(" ", [f.path, f.contents.name]) if some f in input'),
  });
  const place = join(folder.path, 'files');
  await mkdir(place);
  await writeFile(join(place, 'a.json'), '{"name": "first"}');
  await writeFile(join(place, 'b.json'), '{"name": "second"}');
  await writeFile(join(place, 'c.txt'), '{"name": "third"}, {"path": "x", "contents": {}}');
  const combined = (...words: readonly string[]) => tipstaff(['check', ...words, '--dir', folder.path, '--combine']);

  const { json, code } = await combined(join(place, '*.json'), '--json');
  const [broken, formed] = [
    await combined(join(place, 'c.txt')),
    await combined(join(place, 'a.json'), '--input', 'tfplan'),
  ];

  assert.equal(code, 1);
  assert.deepEqual(json().policies[0].output, [`${place}/a.json first`, `${place}/b.json second`]);
  assert.deepEqual([broken.code, broken.stderr], [2, `${place}/c.txt is not valid JSON.\n`]);
  assert.match(formed.stderr, /^--combine makes one input from all files: leave out --input tfplan\.\n/);
});

test('Contradictory options and plans are refused, and the message says what to do', async () => {
  const files = { 'policies.yaml': listOf(entry('p')), ...rules('p', 'deny := []'), 'run.json': '{}' };
  await using folder = await folderWith(files);
  const refusal = async (...words: readonly string[]) =>
    (await tipstaff(['check', ...words], {}, { input: plan })).stderr;
  const dir = ['--dir', folder.path];
  const run = ['--run', join(folder.path, 'run.json')];

  const refusals = [
    await refusal('-', join(folder.path, 'plan.json'), ...dir),
    await refusal('-', ...dir, '--input', 'run'),
    await refusal('-', ...dir, '--combine', ...run),
    await refusal('-', '--set', 'polset-1', '--combine'),
  ];

  assert.deepEqual(
    refusals.map((text) => text.split('\n')[0]),
    [
      'Standard input is one plan: it cannot be combined with other plans.',
      '--input must be "plan", "raw" or a key of the input, such as "tfplan": letters, digits and _, and neither "run" nor "parameters".',
      '--run and --combine cannot be combined: --run describes the run of one plan.',
      '--data, --input, --combine, --timeout, --explain, --namespace, --all-namespaces and --query need --dir: a service uses its own values for these options.',
    ],
  );
});

test('External data is read as OPA reads it: a single file becomes the data, and files of a folder keep their paths', async () => {
  await using folder = await folderWith({
    'policies/policies.yaml': listOf(entry('forbidden'), entry('owners')),
    'policies/data.json': '{"own": true}',
    ...Object.fromEntries(
      Object.entries({
        ...rules(
          'forbidden',
          'deny contains c.address if {\n  some c in input.plan.resource_changes\n  c.address in data.banned\n}',
        ),
        ...rules('owners', 'deny contains name if {\n  some name in data.teams.shop.owners\n  data.own\n}'),
      }).map(([file, text]) => [`policies/${file}`, text]),
    ),
    'settings.yaml': 'banned: [a.b]\n',
    'more/teams/shop/people.json': '{"owners": ["ann"]}',
    'code/x.rego': 'package x\n',
    'plan.json': plan,
  });
  const at = (name: string) => join(folder.path, name);
  const run = (...data: readonly string[]) =>
    tipstaff(['check', at('plan.json'), '--dir', at('policies'), ...data.flatMap((each) => ['--data', at(each)])], {});

  const without = await run();
  const both = await run('settings.yaml', 'more');
  const twice = await run('settings.yaml', 'settings.yaml', 'more');
  const refused = [await run('code'), await run('plan.json.txt'), await run('policies/forbidden.rego')];

  assert.equal(without.code, 2);
  assert.deepEqual([both.code, failed(both)], [1, ['forbidden', 'owners']]);
  assert.equal(twice.code, 2);
  assert.ok(twice.stdout.includes(` ${at('settings.yaml')}`), twice.stdout);
  assert.deepEqual(
    refused.map(({ code }) => code),
    [2, 2, 2],
  );
  assert.match(refused[0]?.stderr ?? '', /code has no \.json, \.yaml or \.yml file for --data/);
  assert.match(refused[1]?.stderr ?? '', /plan\.json\.txt cannot be read: there is no such file or folder/);
  assert.match(refused[2]?.stderr ?? '', /forbidden\.rego is not a data file/);
});
