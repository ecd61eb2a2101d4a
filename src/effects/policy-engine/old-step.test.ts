// Tests of the runs that find out which findings of a failed policy were present before the plan.
import { deepEqual, equal } from 'node:assert/strict';
import { after, test } from 'node:test';
import { longTimeouts } from '../../../test/support/engine-timeouts.ts';
import type { FindingAge } from './answers.ts';
import type { PolicySource } from './policy-code.ts';
import { newPolicyEngine } from './policy-engine.ts';

const engine = newPolicyEngine({ memory: 512, timeouts: longTimeouts });
after(() => engine[Symbol.asyncDispose]());

const resource = (name: string, actions: readonly string[], before: object | null) => ({
  address: `a_b.${name}`,
  mode: 'managed',
  type: 'a_b',
  name,
  change: { actions, before, after: { acl: 'public' }, after_unknown: {} },
});

const document = {
  resource_changes: [resource('new', ['create'], null), resource('old', ['no-op'], { acl: 'public' })],
  planned_values: { root_module: {} },
  prior_state: { values: { root_module: {} } },
};
const input = { plan: Buffer.from(JSON.stringify(document)) };

const policy = (condition: string): PolicySource => ({
  query: 'data.p.deny',
  code: {
    modules: { 'p.rego': `package p\n\ndeny contains r.address if {\n  some r in input.plan.${condition}\n}\n` },
  },
  findsOld: true,
});
const isPublic = policy('resource_changes\n  r.change.after.acl == "public"');
const isSecret = policy('resource_changes\n  r.change.after.acl == "secret"');

const isNew = (reason: string): FindingAge =>
  ({ old: false, reason, names: [], 'same-before': false }) as Extract<FindingAge, { readonly old: false }>;

test('A failed policy has the ages of its findings if they are wanted', async () => {
  const { verdicts } = await engine.evaluate(input, [isPublic, { ...isPublic, findsOld: false }, isSecret]);

  deepEqual(
    verdicts.map(({ output, findings }) => ({ output, findings })),
    [
      { output: ['a_b.new', 'a_b.old'], findings: [isNew('created'), { old: true }] },
      { output: ['a_b.new', 'a_b.old'], findings: undefined },
      { output: [], findings: undefined },
    ],
  );
});

test('Findings are new if the code of their policy has been deleted', async () => {
  let reads = 0;
  const deleted = async () => {
    reads += 1;
    if (reads > 1) throw new Error('The code has been deleted.');
    return isPublic;
  };

  const { verdicts } = await engine.evaluate(input, [deleted]);

  equal(verdicts[0]?.status, 'failed');
  deepEqual(verdicts[0]?.findings, [isNew('not-evaluated'), isNew('not-evaluated')]);
});

test('A policy without old findings has the status and the output that it has otherwise', async () => {
  const readsTime = policy('resource_changes\n  time.now_ns() > 0\n  input.plan.configuration != {}');
  const plan = { plan: Buffer.from(JSON.stringify({ ...document, configuration: { x: 1 } })) };

  const { verdicts } = await engine.evaluate(plan, [readsTime]);

  const reads = { ...isNew('reads'), names: ['configuration'] };
  deepEqual(verdicts[0]?.findings, [reads, reads]);
  equal(verdicts[0]?.count, 2);
});

test('A check names the members of the plan because of which no finding is old', async () => {
  const reads = policy('configuration.root_module.resources');

  deepEqual((await engine.check(reads))['never-old'], ['configuration']);
  equal((await engine.check(isPublic))['never-old'], undefined);
});

test('A finding is new if its policy names an attribute that is masked before and after the plan', async () => {
  const values = { acl: 'public', password: '(sensitive value)' };
  const change = { actions: ['update'], before: values, after: values, after_unknown: {} };
  const masked = { ...document, resource_changes: [{ ...resource('masked', ['update'], null), change }] };
  const hasPassword = policy('resource_changes\n  r.change.after.password');

  const { verdicts } = await engine.evaluate({ plan: Buffer.from(JSON.stringify(masked)) }, [isPublic, hasPassword]);

  deepEqual(
    verdicts.map(({ findings }) => findings),
    [[{ old: true }], [{ ...isNew('changed'), names: ['password'], 'same-before': true }]],
  );
});
