// Tests that an evaluation of several policies lets other calls run in between, and that its total time is limited.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { after, test } from 'node:test';
import { longTimeouts } from '../../../test/support/engine-timeouts.ts';
import { Unwanted } from './evaluate-all.ts';
import { newPolicyEngine } from './policy-engine.ts';

/** Time limit in ms for an endless policy. A harmless policy needs a hundredth of it. */
const soft = 1_000;
const engine = newPolicyEngine({ memory: 512, timeouts: { ...longTimeouts, soft } });
after(() => engine[Symbol.asyncDispose]());

const policy = (rule: string) => ({ query: 'data.p.deny', code: { modules: { 'p.rego': `package p\n\n${rule}\n` } } });
const harmless = policy('deny := []');
const endless = policy('deny contains x if { some x in numbers.range(1, 1000000000000); x < 0 }');
const endlessPolicies = Array.from({ length: 3 }, () => endless);
const someInput = { plan: Buffer.from('{}') };

test('an evaluation that is no longer wanted ends between two policies', async () => {
  const looks: number[] = [];
  const isWanted = async (verdicts: number) => {
    looks.push(verdicts);
    return verdicts === 0;
  };

  await rejects(engine.evaluate(someInput, endlessPolicies, undefined, { isWanted }), Unwanted);

  equal(looks.at(-1), 1);
  equal((await engine.evaluate(someInput, [harmless])).verdicts[0]?.status, 'passed');
});

test('a check waits for one policy of an evaluation, not for all of them', async () => {
  const order: string[] = [];

  const evaluated = engine.evaluate(someInput, endlessPolicies).then(() => order.push('evaluated'));
  await engine.check(harmless).then(() => order.push('checked'));
  await evaluated;

  deepEqual(order, ['checked', 'evaluated']);
});

test('an evaluation is accepted although the maximum number of checks is waiting', async () => {
  await using busy = newPolicyEngine({ memory: 512, maxWaiting: 0 });

  const checked = busy.check(harmless);
  const { verdicts } = await busy.evaluate(someInput, [harmless]);

  equal(verdicts[0]?.status, 'passed');
  deepEqual((await checked).problems, []);
});

test('policies are errored without evaluation after earlier ones have used up the time', async () => {
  const { verdicts } = await engine.evaluate(someInput, endlessPolicies, undefined, { maxWork: 1.5 * soft });

  const messages = verdicts.map(({ problems }) => problems[0]?.message ?? '');
  deepEqual([verdicts.length, new Set(verdicts.map(({ status }) => status))], [3, new Set(['errored'])]);
  ok(!/used up the time/.test(messages[0] ?? ''), messages[0]);
  match(messages[2] ?? '', /not evaluated, because the earlier policies used up the time/);
});

test('a check of code that takes too long to compile ends with a timeout problem', async () => {
  await using strict = newPolicyEngine({ memory: 512, timeouts: { ...longTimeouts, check: 1 } });
  await strict.version();
  const rules = Array.from({ length: 20_000 }, (_, index) => `deny contains ${index} if input.x == ${index}`);

  const { problems } = await strict.check(policy(rules.join('\n')));

  deepEqual(
    problems.map(({ code, message }) => [code, message]),
    [['timeout', 'the policy engine took too long and was stopped']],
  );
  equal((await strict.evaluate(someInput, [harmless])).verdicts[0]?.status, 'passed');
});
