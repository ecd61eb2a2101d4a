// Notices about problems that the list of verdicts does not show: no policy applied to the plan, the plan is
// incomplete, or policies expect another format of the input.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check, entry, listOf, rules } from '../support/policy-folders.ts';

const native = {
  'policies.yaml': '  - {name: other, kind: native, enforcement-level: advisory}\n'.replace(/^/, 'policies:\n'),
};
const unchecked = 'No policy was evaluated: the plan was not checked.';
const advice = 'Add --require-policies to make such a check fail.';

test('A plan without applicable policies is reported as unchecked in every format, and gives status 2 if a policy is required', async () => {
  const [text, strict, json, junit, github, sarif] = [
    await check(native),
    await check(native, '--require-policies'),
    await check(native, '--format', 'json'),
    await check(native, '--format', 'junit'),
    await check(native, '--format', 'github'),
    await check(native, '--format', 'sarif'),
  ];
  const required = await check(
    { 'policies.yaml': listOf(entry('p')), ...rules('p', 'deny := []') },
    '--require-policies',
  );

  assert.deepEqual([text.code, text.stdout.split('\n')[0]], [0, `${unchecked} ${advice}`]);
  assert.deepEqual([strict.code, strict.stdout.split('\n')[0]], [2, unchecked]);
  assert.deepEqual([json.json()['nothing-evaluated'], json.json().notices], [true, []]);
  assert.match(junit.stdout, /<system-out>No policy was evaluated/);
  assert.match(github.stdout, /^::notice title=Notice::No policy was evaluated/);
  const [notification] = sarif.json().runs[0].invocations[0].toolExecutionNotifications;
  assert.equal(notification.message.text, `${unchecked} ${advice}`);
  assert.deepEqual(
    [text, json, junit, github, sarif].map(({ stderr }) => stderr.includes(unchecked)),
    [false, true, true, false, true],
  );
  assert.equal(required.code, 0);
});

test('A notice about an incomplete plan is shown in every format of the input', async () => {
  const files = (members: object) => ({
    'policies.yaml': listOf(entry('p')),
    ...rules('p', 'deny := []'),
    'plan.json': JSON.stringify({ format_version: '1.2', resource_changes: [], ...members }),
  });

  const lines = [];
  for (const form of ['plan', 'raw', 'tfplan']) {
    for (const members of [{ errored: true }, { complete: false }, { complete: true, errored: false }]) {
      lines.push((await check(files(members), '--input', form)).stdout.split('\n')[0]?.slice(0, 40));
    }
  }

  const expected = [
    'Planning failed, so changes may be missi',
    'Some changes are deferred to another pla',
    'passed      p (mandatory)',
  ];
  assert.deepEqual(lines, [...expected, ...expected, ...expected]);
});

test('A policy that reads a different format of the input is named', async () => {
  const files = {
    'policies.yaml': listOf(entry('p')),
    ...rules('p', 'deny contains r.address if some r in input.tfplan.resource_changes'),
  };

  const warned = [];
  for (const form of ['raw', 'terraform', 'plan', 'tfplan']) {
    const { stdout } = await check(files, '--input', form);
    warned.push(/warning: p\.rego:3:\d+: the input has no tfplan at input\.tfplan\. (.*)/.exec(stdout)?.[1]);
  }

  assert.deepEqual(warned, [
    'Write input.resource_changes, or use the form tfplan.',
    'Write input.terraform.resource_changes, or use the form tfplan.',
    'Did you mean plan?',
    undefined,
  ]);
});

test('An explanation shows each rule of one policy, or lists the policies if the name is unknown', async () => {
  const files = {
    'policies.yaml': listOf(entry('one'), entry('other')),
    ...rules('one', 'deny contains c.address if {\n  some c in input.plan.resource_changes\n  c.mode == "data"\n}'),
    ...rules('other', 'deny := []'),
  };

  const text = await check(files, '--explain', 'one');
  const json = await check(files, '--explain', 'one', '--format', 'json');
  const unknown = await check(files, '--explain', 'two');

  assert.match(
    text.stdout,
    /^passed {6}one \(mandatory\)\n {4}one\.rego:3: data\.one\.deny was not true\n {8}line 5 was not true once: c\.mode == "data"\n {12}with c = \{.*"a\.b".*\n/,
  );
  const [one, other] = json.json().policies;
  assert.deepEqual([one.traces[0].stops[0].expression, other.traces], ['c.mode == "data"', undefined]);
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /has no policy two: name one of one, other\./);
});
