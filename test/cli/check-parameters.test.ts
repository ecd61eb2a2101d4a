// Parameters of the policies in a folder, from a file that a check or a run of the tests names.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { checkIn, entry, folderWith, listOf, rules } from '../support/policy-folders.ts';

const account = '123456789012345678901.50';
const limited = 'deny contains sprintf("%v is too small", [input.parameters.limit]) if input.parameters.limit < 20';

test('Policies read the parameters in the types and with the digits of the file, and one without its parameter has no verdict', async () => {
  await using folder = await folderWith({
    'policies.yaml': listOf(entry('p')),
    ...rules('p', 'deny contains input.parameters.shown'),
  });
  const shown = async (text: string) => {
    const file = join(folder.path, 'values.json');
    await writeFile(file, text);
    const { code, json } = await checkIn(folder.path, '--parameters', file, '--format', 'json');
    return [code, json().policies[0].status, json().policies[0].output[0]];
  };

  const texts = ['"007"', 'false', '{"a":[1,null]}', `[${account}]`];
  for (const text of texts) {
    assert.deepEqual(await shown(`\uFEFF{"shown": ${text}}`), [1, 'failed', JSON.parse(text)]);
  }
  const exact = await checkIn(folder.path, '--parameters', join(folder.path, 'values.json'));
  assert.ok(exact.stdout.includes(account), exact.stdout);
  assert.deepEqual(await shown('{"other": 1}'), [2, 'errored', undefined]);
});

test('The rules of a package and the tests of a folder get the parameters, too', async () => {
  await using folder = await folderWith({
    ...rules('p', limited),
    'p_test.rego': 'package p_test\n\ntest_limit if count(data.p.deny) == 1\n',
    'low.json': '{"limit": 2}',
    'high.json': '{"limit": 30}',
  });
  const run = async (name: string) => {
    const options = ['--parameters', join(folder.path, name)];
    const checked = await checkIn(folder.path, '--namespace', 'p', ...options);
    const tested = await tipstaff(['policy', 'test', folder.path, ...options]);
    return [checked.code, tested.code];
  };

  assert.deepEqual(await run('low.json'), [1, 0]);
  assert.deepEqual(await run('high.json'), [0, 1]);
});

test('A file that is not a JSON object is refused with its position', async () => {
  await using folder = await folderWith({ 'policies.yaml': listOf(entry('p')), ...rules('p', limited) });
  const refusals: Readonly<Record<string, RegExp>> = {
    '{"limit":\n  3,}': /values\.json:2:5: this is not JSON: /,
    '': /values\.json:1:1: this is empty/,
    '\n [1]': /values\.json:2:2: this is not an object: write the values by their keys, such as \{"limit": 3\}\./,
    '1.50': /values\.json:1:1: this is not an object/,
  };

  for (const [text, message] of Object.entries(refusals)) {
    await writeFile(join(folder.path, 'values.json'), text);
    const options = ['--parameters', join(folder.path, 'values.json')];
    const checked = await checkIn(folder.path, ...options);
    const tested = await tipstaff(['policy', 'test', folder.path, ...options]);
    assert.deepEqual([checked.code, tested.code], [2, 2]);
    assert.match(checked.stderr, message);
    assert.match(tested.stderr, message);
  }
  const missing = await checkIn(folder.path, '--parameters', join(folder.path, 'none.json'));
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /none\.json cannot be read: there is no such file or folder\./);
});

test('Parameters are refused with a service and with a combined input', async () => {
  await using folder = await folderWith({ 'policies.yaml': listOf(entry('p')), ...rules('p', limited) });
  const plan = join(folder.path, 'plan.json');

  const service = await tipstaff(['check', plan, '--organization', 'o', '--parameters', 'values.json']);
  const set = await tipstaff(['check', plan, '--set', 'polset-1', '--parameters', 'values.json']);
  const combined = await checkIn(folder.path, '--combine', '--parameters', 'values.json');

  for (const { code, stderr } of [service, set]) {
    assert.equal(code, 2);
    assert.match(
      stderr,
      /^--parameters needs --dir: a service uses the parameters of its policy sets\. Set the values/,
    );
  }
  assert.equal(combined.code, 2);
  assert.match(combined.stderr, /^--parameters and --combine cannot be combined: /);
});
