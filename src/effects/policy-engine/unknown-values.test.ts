// Tests that the engine names the values known only after apply on which verdicts depend, and passes on parameters.
import { deepEqual, equal } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { buildNames, engineBuild } from '../../../test/support/engine-builds.ts';
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

/** Returns a resource whose attributes in `unknown` are known only after apply. */
const resource = (name: string, unknown: object, after: object = {}, before: object | null = null) => ({
  address: `a_b.${name}`,
  type: 'a_b',
  change: { actions: ['create'], before, after, after_unknown: unknown },
});

const manyKinds = {
  resource_changes: [
    resource('text', { acl: true, arn: true }),
    resource('number', { size: true, on: true }, {}, { size: 5, on: true }),
    resource('list', { rules: [false, true] }, { rules: ['x', null] }),
    resource('known', {}, { acl: 'private', size: 7 }),
  ],
  output_changes: { url: { actions: ['create'], after_unknown: true } },
  planned_values: { root_module: { resources: [{ address: 'a_b.text', type: 'a_b', values: {} }] } },
  configuration: {
    root_module: { resources: [{ address: 'a_b.text', expressions: { acl: { references: ['r.x.id', 'r.x'] } } }] },
  },
};

const changes = 'some r in input.plan.resource_changes';
const manyRules = [
  `deny contains r.address if {\n  ${changes}\n  r.change.after.acl == "public"\n}`,
  `deny contains r.address if {\n  ${changes}\n  not r.change.after.acl\n}`,
  `deny contains sprintf("%s", [r.change.after.acl]) if {\n  ${changes}\n}`,
  `deny contains r.address if {\n  ${changes}\n  r.change.after.size > 9\n}`,
  `deny contains r.address if {\n  ${changes}\n  not r.change.after.on\n}`,
  `deny contains r.address if {\n  ${changes}\n  "y" in r.change.after.rules\n}`,
  'deny contains 1 if startswith(input.plan.output_changes.url.after, "http:")',
  'deny contains 1 if {\n  some r in input.plan.planned_values.root_module.resources\n  r.values.acl == "x"\n}',
  'deny contains 1 if {\n  walk(input.plan, [path, value])\n  path[count(path) - 1] == "acl"\n  is_string(value)\n  value != "private"\n}',
  'deny contains 1 if {\n  walk(input.plan, [path, value])\n  path[count(path) - 1] == "size"\n  value > 9\n}',
  `deny contains r.address if {\n  ${changes}\n  not r.change.after_unknown.acl\n  not r.change.after.acl\n}`,
].map(policy);

test('Both builds of the engine examine unknown values in the same way', async (context) => {
  const plan = { plan: Buffer.from(JSON.stringify(manyKinds)) };
  const answers = [];
  for (const name of buildNames) {
    const { settings, skip } = await engineBuild(name);
    if (skip !== false) return context.skip(skip);
    await using built = newPolicyEngine({ ...settings, memory: 512, timeouts: longTimeouts });
    const options = { examine: { maxWork: longTimeouts.evaluation } };
    const { verdicts } = await built.evaluate(plan, manyRules, undefined, options);
    answers.push(verdicts.map(({ status, unknown }) => ({ status, unknown })));
  }

  deepEqual(answers[0], answers[1]);
  deepEqual(
    answers[0]?.map(({ unknown }) => (unknown?.count ?? 0) > 0),
    manyRules.map((_rule, index) => index < manyRules.length - 1),
  );
});

/** Policies by the plans that they read, with the attributes on which their verdicts depend. */
const realPlans = {
  'dynamic-block': [
    [
      `deny contains r.address if {\n  ${changes}\n  some rule in r.change.after.rule\n  rule.port == 22\n}`,
      'looks-at rule',
    ],
    [
      `deny contains r.address if {\n  ${changes}\n  r.type == "lab_bucket"\n  not r.change.after.rule\n}`,
      'decides rule',
    ],
    [`deny contains r.address if {\n  ${changes}\n  r.change.after.acl == "public"\n}`],
  ],
  'data-deferred': [
    [`deny contains r.address if {\n  ${changes}\n  "b" in r.change.after.names\n}`, 'looks-at names'],
    [
      'deny contains r.address if {\n  some r in input.plan.planned_values.root_module.resources\n  "b" in r.values.names\n}',
      'looks-at names',
    ],
    [
      'deny contains 1 if {\n  some r in input.plan.prior_state.values.root_module.resources\n  "b" in r.values.names\n}',
    ],
  ],
  'refresh-only': [
    [`deny contains r.address if {\n  ${changes}\n  r.change.after.acl == "public-read"\n}`],
    ['deny contains r.address if {\n  some r in input.plan.resource_drift\n  r.change.after.acl == "public-read"\n}'],
  ],
} as const;

for (const [name, policies] of Object.entries(realPlans)) {
  test(`Unknown values of a plan made by Terraform are named (${name})`, async () => {
    const plan = { plan: readFileSync(new URL(`../../../test/plans/${name}.json`, import.meta.url)) };
    const sources = policies.map(([rule]) => policy(rule));

    const { verdicts } = await engine.evaluate(plan, sources, undefined, {
      examine: { maxWork: longTimeouts.evaluation },
    });

    const named = verdicts.map(({ unknown }) =>
      unknown?.['depends-on'].map(({ how, attribute }) => `${how} ${attribute}`),
    );
    deepEqual(
      named.map((each) => each ?? []),
      policies.map(([_rule, ...attributes]) => attributes),
    );
  });
}

const masked = '(sensitive value)';
const maskedPlan = {
  resource_changes: [
    resource('secret', { arn: true }, { password: masked, acl: 'private', link: `db://${masked}@db`, keys: [masked] }),
    resource('known', {}, { password: 'plain', acl: 'private' }, { password: masked }),
  ],
  variables: { token: { value: masked } },
};

const maskedRules = [
  `deny contains r.address if {\n  ${changes}\n  r.change.after.password == "admin"\n}`,
  `deny contains r.address if {\n  ${changes}\n  r.change.after.password != r.change.before.password\n}`,
  `deny contains r.address if {\n  ${changes}\n  count(r.change.after.password) < 8\n}`,
  `deny contains r.address if {\n  ${changes}\n  startswith(r.change.after.link, "db:")\n}`,
  'deny contains 1 if input.plan.variables.token.value',
  'deny contains 1 if {\n  walk(input.plan, [path, value])\n  regex.match("^AKIA", value)\n}',
  'deny contains 1 if {\n  walk(input.plan, [path, value])\n  path[count(path) - 1] == "password"\n  is_number(value)\n}',
  `deny contains sprintf("%s", [r.change.after.password]) if {\n  ${changes}\n  r.change.after.acl == "private"\n}`,
  `deny contains r.address if {\n  ${changes}\n  count(r.change.after.keys) > 1\n}`,
  `deny contains r.address if {\n  ${changes}\n  r.change.after.acl != "private"\n}`,
  'deny contains 1 if input.plan.prior_state.values.outputs.x.value == "y"',
].map(policy);

test('Both builds of the engine examine masked values in the same way', async (context) => {
  const plan = { plan: Buffer.from(JSON.stringify(maskedPlan)) };
  const answers = [];
  for (const name of buildNames) {
    const { settings, skip } = await engineBuild(name);
    if (skip !== false) return context.skip(skip);
    await using built = newPolicyEngine({ ...settings, memory: 512, timeouts: longTimeouts });
    const options = { examineMasks: { maxWork: longTimeouts.evaluation } };
    const { verdicts } = await built.evaluate(plan, maskedRules, undefined, options);
    answers.push(verdicts.map(({ status, unknown, masked: examined }) => ({ status, unknown, examined })));
  }

  const [first = []] = answers;
  deepEqual(first, answers[1]);
  deepEqual(first[0]?.examined, {
    'depends-on': [{ address: 'a_b.secret', attribute: 'after.password', how: 'looks-at', written: false }],
    count: 1,
    'is-complete': true,
  });
  deepEqual(
    first.map(({ examined }) => examined && examined.count > 0),
    [true, true, true, true, true, true, true, false, false, false, undefined],
  );
  for (const { unknown } of first) equal(unknown, undefined);
});

test('Unknown and masked values are examined separately', async () => {
  const readsArn = policy(`deny contains 1 if {\n  ${changes}\n  r.change.after.arn == "x"\n}`);
  const work = { maxWork: longTimeouts.evaluation };

  const { verdicts } = await engine.evaluate({ plan: Buffer.from(JSON.stringify(maskedPlan)) }, [readsArn], undefined, {
    examine: work,
    examineMasks: work,
  });
  const { verdicts: late } = await engine.evaluate(
    { plan: Buffer.from(JSON.stringify(maskedPlan)) },
    [readsArn],
    undefined,
    { examineMasks: { maxWork: 0 } },
  );

  deepEqual([verdicts[0]?.unknown?.count, verdicts[0]?.masked?.count], [1, 0]);
  deepEqual(late[0]?.masked, { 'depends-on': [], count: 0, 'is-complete': false });
});
