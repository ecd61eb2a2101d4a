import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { longTimeouts } from '../../../../test/support/engine-timeouts.ts';
import { newPolicyEngine } from '../../../effects/policy-engine/policy-engine.ts';
import { verdictsOf } from './verdicts.ts';

/** Soft timeout of the engine in ms. A policy with an endless loop runs until this timeout. */
const soft = 1_000;
const policyEngine = newPolicyEngine({ memory: 512, timeouts: { ...longTimeouts, soft } });
after(() => policyEngine[Symbol.asyncDispose]());

const plan = Buffer.from('{"format_version": "1.2", "resource_changes": []}');
const endless = 'deny contains x if { some x in numbers.range(1, 1000000000000); x < 0 }';

test('The code of a policy is read while the previous policy is evaluated, but not if the time is used up', async () => {
  const policies = Array.from({ length: 4 }, (_, index) => ({ key: `pol-${index}` }));
  const read: string[] = [];

  const verdicts = await verdictsOf(
    { policyEngine },
    { plan, run: Buffer.from('{}'), maxWork: 1.5 * soft },
    policies,
    async ({ key }) => {
      read.push(key);
      return { query: 'data.p.deny', code: { modules: { 'p.rego': `package p\n\n${endless}\n` } } };
    },
  );

  assert.ok('byPolicy' in verdicts);
  const shown = policies.map(({ key }) => verdicts.byPolicy.get(key));
  assert.deepEqual(new Set(shown.map((verdict) => verdict?.status)), new Set(['errored']));
  assert.doesNotMatch(shown[0]?.problems[0]?.message ?? '', /used up the time/);
  assert.match(
    shown[3]?.problems[0]?.message ?? '',
    /^the policy was not evaluated, because the earlier policies used up the time of the evaluation/,
  );
  assert.ok(read.length < policies.length, 'what is not evaluated is not read');
});
