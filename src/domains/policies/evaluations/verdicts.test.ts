import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newPolicyEngine } from '../../../effects/policy-engine/policy-engine.ts';
import { verdictsOf } from './verdicts.ts';

const policyEngine = newPolicyEngine({ memory: 512, timeouts: { soft: 300, hard: 20_000 } });
after(() => policyEngine[Symbol.asyncDispose]());

const plan = Buffer.from('{"format_version": "1.2", "resource_changes": []}');
const endless = 'deny contains x if { some x in numbers.range(1, 1000000000000); x < 0 }';

test('The code of a policy is read when it is its turn, and not where no time is left', async () => {
  const policies = Array.from({ length: 6 }, (_, index) => ({ id: `pol-${index}` }));
  const read: string[] = [];

  const verdicts = await verdictsOf(
    { policyEngine },
    { plan, run: Buffer.from('{}'), maxWork: 500 },
    policies,
    async ({ id }) => {
      read.push(id);
      return { query: 'data.p.deny', modules: { 'p.rego': `package p\n\n${endless}\n` } };
    },
  );

  assert.ok('byPolicy' in verdicts);
  const shown = policies.map(({ id }) => verdicts.byPolicy.get(id));
  assert.deepEqual(new Set(shown.map((verdict) => verdict?.status)), new Set(['errored']));
  assert.doesNotMatch(shown[0]?.problems[0]?.message ?? '', /took too long together/);
  assert.match(
    shown[5]?.problems[0]?.message ?? '',
    /^it was not evaluated, because the policies before it took too long together/,
  );
  assert.ok(read.length < policies.length, 'what is not evaluated is not read');
});
