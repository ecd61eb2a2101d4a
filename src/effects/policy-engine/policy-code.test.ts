// Tests of code that several policies share, of data documents, and of the forms in which policies see the input.
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, test } from 'node:test';
import { longTimeouts } from '../../../test/support/engine-timeouts.ts';
import { newPolicyEngine } from './policy-engine.ts';

const engine = newPolicyEngine({ memory: 512, timeouts: longTimeouts });
after(() => engine[Symbol.asyncDispose]());

const plan = Buffer.from('{"format_version": "1.2", "resource_changes": [{"type": "aws_s3_bucket"}]}');
const forbidden = { file: 'config/data.json', at: ['config'], text: '{"forbidden": ["aws_s3_bucket"]}' };

test('policies, checks and tests see data documents', async () => {
  const rule = 'deny contains rc.type if { some rc in input.plan.resource_changes; rc.type in data.config.forbidden }';
  const modules = { 'p.rego': `package p\n\n${rule}\n` };
  const tests = { ...modules, 'p_test.rego': 'package p_test\n\ntest_data if count(data.config.forbidden) == 1\n' };
  const policy = { query: 'data.p.deny', code: { modules, data: [forbidden] } };

  const { verdicts } = await engine.evaluate({ plan }, [policy]);
  const checked = await engine.check(policy);
  const tested = await engine.test({ modules: tests, data: [forbidden] });

  deepEqual([verdicts[0]?.status, verdicts[0]?.output], ['failed', ['aws_s3_bucket']]);
  deepEqual(checked.problems, []);
  deepEqual(
    tested.tests.map(({ status }) => status),
    ['passed'],
  );
});

test('invalid data is a problem of each policy, with the name of the file', async () => {
  const code = { modules: { 'p.rego': 'package p\n\ndeny := []\n' }, data: [{ ...forbidden, text: '{' }] };
  const policy = { query: 'data.p.deny', code };

  const { verdicts } = await engine.evaluate({ plan }, [policy, policy]);
  const checked = await engine.check(policy);

  for (const { problems } of [...verdicts, checked]) {
    deepEqual([problems[0]?.file, problems[0]?.severity], ['config/data.json', 'error']);
    match(problems[0]?.message ?? '', /^this is not JSON: /);
  }
  deepEqual(
    verdicts.map(({ status }) => status),
    ['errored', 'errored'],
  );
});

test('policies of one evaluation see the plan in different forms', async () => {
  const code = { modules: { 'p.rego': 'package p\n\ndeny contains name if some name, _ in input\n' } };
  const run = Buffer.from('{"id": "run-1"}');

  const policies = ['plan', 'raw', 'tfplan'].map((form) => ({ query: 'data.p.deny', code, form }));
  const { verdicts } = await engine.evaluate({ plan, run }, policies);

  deepEqual(
    verdicts.map(({ output }) => output),
    [
      ['parameters', 'plan', 'run'],
      ['format_version', 'resource_changes'],
      ['parameters', 'run', 'tfplan'],
    ],
  );
});

test('a policy with its own file does not see the files of other policies', async () => {
  const modules = {
    'a.rego': 'package main\n\ndeny contains data.lib.name\n',
    'b.rego': 'package main\n\ndeny contains "b"\n',
    'lib.rego': 'package lib\n\nname := "lib"\n',
  };
  const code = { modules, own: ['a.rego', 'b.rego'] };

  const policies = ['a.rego', 'b.rego', null].map((file) => ({ query: 'data.main.deny', code, file }));
  const { verdicts } = await engine.evaluate({ plan }, policies);

  deepEqual(
    verdicts.map(({ output }) => output),
    [['lib'], ['b'], ['b', 'lib']],
  );
});

test('code that takes too long to compile makes only its own policies errored', async () => {
  await using strict = newPolicyEngine({ memory: 512, timeouts: { ...longTimeouts, hard: 3_000 } });
  await strict.version();
  // Each expression depends on the next one. Ordering them takes compilation time that grows with the square of their
  // number.
  const terms = Array.from({ length: 40_000 }, (_, index) => `  x${index} = x${index + 1} + 0`);
  const rule = `deny contains x0 if {\n${terms.join('\n')}\n  x${terms.length} = 1\n}`;
  const long = { query: 'data.p.deny', code: { modules: { 'p.rego': `package p\n\n${rule}\n` } } };
  const short = { query: 'data.p.deny', code: { modules: { 'p.rego': 'package p\n\ndeny := []\n' } } };

  const { verdicts } = await strict.evaluate({ plan }, [long, short, long, long]);

  deepEqual(
    verdicts.map(({ problems }) => problems[0]?.code),
    ['timeout', undefined, 'timeout', 'timeout'],
  );
  equal(verdicts[3]?.problems[0]?.message, 'the policy engine took too long and was stopped');
});
