// Commands that check, test and format a folder's policies without a plan.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { allIn, attributeOf, parseXml } from '../../src/protocols/saml/xml.ts';
import { tipstaff } from '../support/command.ts';
import { entry, folderWith, listOf, rules } from '../support/policy-folders.ts';

test('Policies are compiled, tested and formatted', async () => {
  await using folder = await folderWith({
    'policies.yaml': `${listOf(entry('p'), entry('q'))}  - {name: n, kind: native}\n`,
    ...rules('p', 'deny contains 1 if input.x'),
    ...rules('q', 'denny := []'),
    'p_test.rego':
      'package p_test\n\ntest_right if data.p.deny == {1} with input as {"x": 1}\n\ntest_wrong if data.p.deny == {1}\n',
    'unformatted.rego': 'package   unformatted\nx=1',
  });
  const run = (...words: readonly string[]) => tipstaff(['policy', ...words, folder.path]);

  const checked = await run('check');
  const tested = await run('test');
  const none = await tipstaff(['policy', 'test', folder.path, '--filter', 'nothing']);
  const wrong = await tipstaff(['policy', 'test', folder.path, '--filter', '(']);
  const listed = await run('fmt', '--check');
  const before = await readFile(join(folder.path, 'unformatted.rego'), 'utf8');
  const formatted = await run('fmt');

  assert.equal(checked.code, 1);
  assert.deepEqual(
    [wrong.code, wrong.stderr],
    [2, '--filter is not a valid regular expression: missing closing ): `(`.\n'],
  );
  assert.match(
    checked.stdout,
    /^sound {3}p\nbroken {2}q\n {4}error: there is no rule data\.q\.deny\. Did you mean data\.q\.denny\?\nsound {3}n\n$/,
  );
  assert.equal(tested.code, 1);
  assert.match(
    tested.stdout,
    /^passed {3}data\.p_test\.test_right\nfailed {3}data\.p_test\.test_wrong \(.*p_test\.rego:5\)\n {4}.*p_test\.rego:5: data\.p\.deny == \{1\}\n {8}data\.p\.deny: set\(\)\n2 tests: 1 passed, 1 failed/,
  );
  assert.deepEqual([none.code, listed.code, formatted.code], [2, 1, 0]);
  assert.match(listed.stdout, /^Not formatted: .*unformatted\.rego\n$/);
  assert.equal(before, 'package   unformatted\nx=1');
  assert.match(formatted.stdout, /^Formatted: .*unformatted\.rego\n$/);
  assert.equal(await readFile(join(folder.path, 'unformatted.rego'), 'utf8'), 'package unformatted\n\nx := 1\n');
  assert.deepEqual((await readdir(folder.path)).length, 6);
});

test('Test results are printed as JUnit and JSON, with the failed tests and their values', async () => {
  await using folder = await folderWith({
    'policies.yaml': listOf(entry('p')),
    ...rules('p', 'deny contains 1 if input.x'),
    'p_test.rego':
      'package p_test\n\ntest_right if true\n\ntest_wrong if {\n  got := data.p.deny with input as {"x": "<&>"}\n  got == {2}\n}\n\ntodo_test_later if true\n',
  });
  const run = (format: string) => tipstaff(['policy', 'test', folder.path, '--format', format]);

  const [junit, json, unknown] = await Promise.all(['junit', 'json', 'xml'].map(run));

  assert.deepEqual([junit?.code, json?.code, unknown?.code], [1, 1, 2]);
  const suite = allIn(parseXml(junit?.stdout ?? '')).find(({ localName }) => localName === 'testsuite');
  assert.ok(suite);
  assert.deepEqual(
    ['name', 'tests', 'failures', 'errors', 'skipped'].map((name) => attributeOf(suite, name)),
    ['tipstaff policy test', '3', '1', '0', '1'],
  );
  const failure = allIn(suite).find(({ localName }) => localName === 'failure');
  assert.match(failure?.textContent ?? '', /p_test\.rego:7: got == \{2\}\n {4}got: \{1\}$/);
  const tests: readonly { readonly status: string; readonly failure?: object }[] = json?.json().tests;
  assert.deepEqual(
    tests.map(({ status }) => status),
    ['passed', 'failed', 'skipped'],
  );
  assert.deepEqual(tests[1]?.failure, {
    file: 'p_test.rego',
    row: 7,
    expression: 'got == {2}',
    values: [{ name: 'got', value: '{1}' }],
  });
  assert.match(unknown?.stderr ?? '', /--format must be one of text, json, junit/);
});

test('Tests and compilation use data documents from the folder and from elsewhere', async () => {
  await using folder = await folderWith({
    ...Object.fromEntries(
      Object.entries({
        'policies.yaml': listOf(entry('p')),
        'config/data.yaml': 'limit: 2\n',
        ...rules('p', 'deny contains name if {\n  some name in data.names\n  data.config.limit == 2\n  data.own\n}'),
        'p_test.rego': 'package p_test\n\ntest_data if data.p.deny == {"ann"}\n',
      }).map(([file, text]) => [`policies/${file}`, text]),
    ),
    'names.json': '{"names": ["ann"]}',
    'more/own.yaml': 'own: true\n',
    'code/x.rego': 'package x\n',
  });
  const at = (name: string) => join(folder.path, name);
  const run = (command: string, ...data: readonly string[]) =>
    tipstaff(['policy', command, at('policies'), ...data.flatMap((each) => ['--data', at(each)])]);
  const runs = (...data: readonly string[]) => Promise.all([run('check', ...data), run('test', ...data)]);

  const without = await runs();
  const all = await runs('names.json', 'more');
  const twice = await runs('names.json', 'names.json', 'more');
  const refused = [...(await runs('code')), ...(await runs('missing.json'))];

  assert.deepEqual(
    without.map(({ code }) => code),
    [1, 1],
  );
  assert.deepEqual(
    all.map(({ code }) => code),
    [0, 0],
    JSON.stringify(all),
  );
  assert.match(all[1].stdout, /1 test: 1 passed/);
  for (const { code, stdout, stderr } of twice) {
    assert.notEqual(code, 0);
    assert.ok(`${stdout}${stderr}`.includes(at('names.json')), stdout + stderr);
  }
  for (const { code, stderr } of refused) {
    assert.equal(code, 2);
    assert.match(
      stderr,
      /code has no \.json, \.yaml or \.yml file for --data|missing\.json cannot be read: there is no such file or folder/,
    );
  }
});
