// Tests that the engine names the values known only after apply on which verdicts depend, and passes on parameters.
import { deepEqual, equal } from 'node:assert/strict';
import { after, test } from 'node:test';
import { longTimeouts } from '../../../test/support/engine-timeouts.ts';
import { newPolicyEngine } from './policy-engine.ts';

const engine = newPolicyEngine({ memory: 512, timeouts: longTimeouts });
after(() => engine[Symbol.asyncDispose]());

const policy = (rule: string) => ({ query: 'data.p.deny', code: { modules: { 'p.rego': `package p\n\n${rule}\n` } } });

const change = {
  address: 'a_b.c',
  type: 'a_b',
  change: { actions: ['create'], after: {}, after_unknown: { acl: true } },
};
const input = { plan: Buffer.from(JSON.stringify({ resource_changes: [change] })) };
const readsAcl = policy('deny contains 1 if input.plan.resource_changes[_].change.after.acl == "public"');
const readsNothing = policy('deny contains 1 if input.plan.resource_changes[_].address == "x"');

const depends = {
  'depends-on': [{ address: 'a_b.c', attribute: 'acl', how: 'looks-at', written: false }],
  count: 1,
  'is-complete': true,
};

test('A verdict names the unknown attributes on which it depends', async () => {
  const examine = { maxWork: longTimeouts.evaluation };

  const { verdicts } = await engine.evaluate(input, [readsAcl, readsNothing], undefined, { examine });

  deepEqual(
    verdicts.map(({ status, unknown }) => ({ status, unknown })),
    [
      { status: 'passed', unknown: depends },
      { status: 'passed', unknown: undefined },
    ],
  );
});

test('Unknown values are not examined unless this is requested', async () => {
  const { verdicts } = await engine.evaluate(input, [readsAcl]);

  deepEqual([verdicts[0]?.status, verdicts[0]?.unknown, verdicts[0]?.result], ['passed', undefined, undefined]);
});

test('A verdict whose examination has no time left says that it is not complete', async () => {
  const { verdicts } = await engine.evaluate(input, [readsAcl, readsAcl], undefined, { examine: { maxWork: 0 } });

  for (const { status, unknown, result } of verdicts) {
    equal(status, 'passed');
    deepEqual(unknown, { 'depends-on': [], count: 0, 'is-complete': false });
    equal(result, undefined);
  }
});

test('Only the first attributes of an evaluation are examined', async () => {
  const flags = Object.fromEntries(Array.from({ length: 45 }, (_, index) => [`x${index}`, true]));
  const many = { ...change, change: { ...change.change, after_unknown: flags } };
  const names = JSON.stringify(Object.keys(flags));
  const readsMany = policy(
    `deny contains 1 if {\n  some name in ${names}\n  input.plan.resource_changes[_].change.after[name] == "x"\n}`,
  );
  const plan = { plan: Buffer.from(JSON.stringify({ resource_changes: [many] })) };
  const examine = { maxWork: longTimeouts.evaluation };

  const { verdicts } = await engine.evaluate(
    plan,
    Array.from({ length: 6 }, () => readsMany),
    undefined,
    { examine },
  );

  deepEqual(
    verdicts.map(({ unknown }) => [unknown?.count, unknown?.['is-complete']]),
    [
      [45, true],
      [45, true],
      [45, true],
      [45, true],
      [20, false],
      [0, false],
    ],
  );
});

test('A policy sees its own parameters in the declared types, and sensitive ones are masked', async () => {
  const source = policy(
    '# METADATA\n# custom:\n#   parameters: {id: string}\ndeny contains sprintf("%v", [input.parameters])',
  );
  const parameters = { id: { text: '012' }, limit: { text: '3' }, token: { text: 'very-secret', sensitive: true } };

  const { verdicts } = await engine.evaluate(input, [
    { ...source, parameters },
    { ...source, parameters: { id: { value: '7' } } },
  ]);

  deepEqual(verdicts[0]?.output, ['{"id": "012", "limit": 3, "token": "(sensitive value)"}']);
  deepEqual(verdicts[1]?.output, ['{"id": "7"}']);
});

test('A check lists the parameters that a policy reads and declares', async () => {
  const { parameters } = await engine.check(policy('deny contains input.parameters.limit'));

  deepEqual(parameters, [{ key: 'limit', 'is-read': true, 'is-needed': true }]);
});
