// Invalid plans, and the verdicts of policies on unusual valid plans.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, entry, listOf, rules } from '../support/policy-folders.ts';

const sound = { 'policies.yaml': listOf(entry('p')), ...rules('p', 'deny := []') };

test('A plan without resource changes has no list of changes in the input', async () => {
  const outputs = { format_version: '1.2', planned_values: {}, output_changes: { a: { actions: ['create'] } } };
  const files = { ...sound, 'plan.json': JSON.stringify(outputs) };

  const passed = await check(files);
  const failed = await check({ ...files, ...rules('p', 'deny contains name if input.plan.output_changes[name]') });

  assert.deepEqual([passed.code, passed.stdout], [0, 'passed      p (mandatory)\n1 policy: 1 passed.\n']);
  assert.deepEqual([failed.code, failed.stdout.split('\n')[1]], [1, '    a']);
});

test('A policy for the raw format causes a warning in any other format', async () => {
  const files = {
    'policies.yaml': listOf(entry('raw')),
    ...rules('raw', 'deny contains c.address if some c in input.resource_changes'),
  };

  const asPlan = await check(files);
  const raw = await check(files, '--input', 'raw');

  assert.equal(asPlan.code, 0);
  assert.match(
    asPlan.stdout,
    /\n {4}warning: raw\.rego:3:44: the input has no resource_changes at input\.resource_changes\. Write input\.plan\./,
  );
  assert.deepEqual([raw.code, raw.stdout], [1, 'failed      raw (mandatory)\n    a.b\n1 policy: 1 failed.\n']);
});

test('A message mentions the omitted parts of a result', async () => {
  const long = 'sprintf("%600000d%600000d", [0, 0])';

  const { code, stdout } = await check({
    ...sound,
    ...rules('p', `deny := ["a", ${long}]`),
  });

  assert.deepEqual(
    [code, stdout.split('\n').slice(1, -2)],
    [
      1,
      [
        '    a',
        '    and 1 more',
        '    warning: members of the result are left out, since they are longer than 1 MiB together',
      ],
    ],
  );
});
