// Tests evaluations of policies that depend on values known only after apply, and the setting `unknown-values`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archiveOf } from '../../../../test/support/archive.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { evaluated, evaluationIn, inWorkspace, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { someOutcome, someSet } from '../../../../test/support/outcomes.ts';
import { newPolicy } from '../../../../test/support/policies.ts';
import { sendSetVersion } from '../../../../test/support/policy-versions.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { type Home, onEachEngine, openWorld, type World } from '../../../../test/support/world.ts';
import { vocabularies } from '../../../jsonapi/vocabulary.ts';
import { type Outcome, resultCounts } from './outcomes.ts';
import { shownOutcomes } from './resource.ts';

/**
 * Returns a plan with a bucket whose attributes `unknown` are known only after apply. The configuration sets the
 * attributes `written`.
 */
const planWith = (unknown: readonly string[], written: readonly string[] = []): string => {
  const address = 'aws_s3_bucket.logs';
  const flags = Object.fromEntries(unknown.map((name) => [name, true]));
  const expressions = Object.fromEntries(written.map((name) => [name, { references: [`var.${name}`] }]));
  return JSON.stringify({
    format_version: '1.2',
    resource_changes: [
      {
        address,
        type: 'aws_s3_bucket',
        change: { actions: ['create'], before: null, after: {}, after_unknown: flags },
      },
    ],
    configuration: { root_module: { resources: [{ address, type: 'aws_s3_bucket', expressions }] } },
  });
};
const written = planWith(['acl'], ['acl']);
const computed = planWith(['acl']);

const source = `package buckets

deny contains change.address if {
  some change in input.plan.resource_changes
  change.change.after.acl == "public-read"
}
`;

const [sentence, computedSentence] = [
  'acl passed, but depends on values known after apply: aws_s3_bucket.logs (acl, from var.acl).',
  'acl passed, but depends on values known after apply that the configuration does not set: aws_s3_bucket.logs (acl).',
];

const evaluatedBy = (world: World, home: Home, set: string, plan: string) =>
  evaluated({ world, by: home, path: `/policy-sets/${set}/evaluations` }, plan);

const change = (home: Home, path: string, type: string, attributes: object) =>
  home.client.patch(path, documentOf(type, attributes));

for (const vocabulary of Object.keys(vocabularies)) {
  onEachEngine(
    `Policies that depend on unknown values have a notice, and no verdict if the setting says so (${vocabulary})`,
    async (world) => {
      const home = await world.home();
      const acl = await newOpaPolicy(home, 'acl', { source });
      const tried = await newOpaPolicy(home, 'tried', { source, shadow: true });
      const hint = await newOpaPolicy(home, 'hint', { source, level: 'advisory' });
      const set = await opaSet(home, 'baseline', [acl, tried, hint]);
      const statusOf = async (plan: string) => (await evaluatedBy(world, home, set, plan)).attributes.status;

      const noticed = await evaluatedBy(world, home, set, written);
      await change(home, `/policy-sets/${set}`, 'policy-sets', { 'unknown-values': 'fail' });
      const failing = await evaluatedBy(world, home, set, written);
      const ofComputed = await statusOf(computed);
      const known = await statusOf(planWith([]));
      await change(home, `/organizations/${home.name}`, 'organizations', { 'unknown-values': 'fail-all' });
      const ofComputedUnderAll = await statusOf(computed);

      assert.equal(noticed.attributes.status, 'passed');
      assert.equal(noticed.attributes['result-count'].unknown, 3);
      assert.equal(noticed.attributes.notices[0], sentence);
      const [first] = noticed.outcomes[0].attributes.outcomes;
      assert.deepEqual(first.depends_on_unknown, {
        'depends-on': [
          { address: 'aws_s3_bucket.logs', attribute: 'acl', how: 'looks-at', written: true, from: 'var.acl' },
        ],
        count: 1,
        'is-complete': true,
      });
      assert.equal(failing.attributes.status, 'errored');
      const outcomes: readonly Outcome[] = failing.outcomes[0].attributes.outcomes;
      assert.deepEqual(
        outcomes.map((outcome) => [outcome.policy_name, outcome.status, outcome.problems.length]),
        [
          ['acl', 'errored', 1],
          ['hint', 'passed', 0],
          ['tried', 'passed', 0],
        ],
      );
      assert.match(
        outcomes[0]?.problems[0] ?? '',
        /no verdict.*aws_s3_bucket\.logs \(acl, from var\.acl\).*after_unknown/,
      );
      assert.equal(failing.attributes.notices.includes(sentence), false);
      assert.deepEqual([ofComputed, known, ofComputedUnderAll], ['passed', 'passed', 'errored']);
    },
    { environment: { TIPSTAFF_VOCABULARY: vocabulary } },
  );
}

onEachEngine('A policy with more unknown attributes than are examined has no verdict under fail', async (world) => {
  const home = await world.home();
  const names = Array.from({ length: 60 }, (_, index) => `flag${index}`);
  const many = `package buckets

deny contains name if {
  some change in input.plan.resource_changes
  some name in ${JSON.stringify(names)}
  change.change.after[name] == "on"
}
`;
  const set = await opaSet(home, 'baseline', [await newOpaPolicy(home, 'many', { source: many })]);
  const plan = planWith(names, names.slice(-1));

  const noticed = await evaluatedBy(world, home, set, plan);
  await change(home, `/policy-sets/${set}`, 'policy-sets', { 'unknown-values': 'fail' });
  const failing = await evaluatedBy(world, home, set, plan);

  assert.match(noticed.attributes.notices.join(' '), /many passed, but .*were not examined completely\./);
  assert.deepEqual([noticed.attributes.status, failing.attributes.status], ['passed', 'errored']);
});

onEachEngine('A policy list can be stricter than its policy set', async (world) => {
  const home = await world.home();
  const lists = {
    'policies.yaml':
      'unknown-values: fail\npolicies:\n  - {name: acl, query: data.buckets.deny, enforcement-level: mandatory}\n',
    'policies.hcl':
      'unknown_values = "fail"\npolicy "acl" {\n  query = "data.buckets.deny"\n  enforcement_level = "mandatory"\n}\n',
  };

  for (const [name, list] of Object.entries(lists)) {
    const set = await opaSet(home, name.replace('.', '-'), []);
    const send = async (text: string) =>
      (await sendSetVersion(world, home, set, archiveOf({ [name]: text, 'acl.rego': source }))).sent;
    const refused = await send(list.replace('fail', 'never'));
    const sent = await send(list);
    const { attributes } = await evaluatedBy(world, home, set, written);

    assert.match(details(refused)[0] ?? '', /^policies\.\w+:1: .*notice, fail, fail-all/);
    assert.deepEqual([refused.status, sent.status, attributes.status], [422, 200, 'errored'], name);
  }
});

onEachEngine('Wrong values of the setting and native policy sets with the setting are refused', async (world) => {
  const home = await world.home();
  const sets = `/organizations/${home.name}/policy-sets`;
  const opa = await opaSet(home, 'opa', []);

  const answers = [
    await home.client.post(sets, documentOf('policy-sets', { name: 'native', 'unknown-values': 'fail' })),
    await change(home, `/policy-sets/${opa}`, 'policy-sets', { 'unknown-values': 'ignore' }),
    await change(home, `/organizations/${home.name}`, 'organizations', { 'unknown-values': 'ignore' }),
  ];

  for (const answer of answers) {
    assert.deepEqual([answer.status, pointers(answer)], [422, ['/data/attributes/unknown-values']]);
  }
  assert.match(answers.flatMap(details)[0] ?? '', /Only policy sets of kind opa/);
});

test('A policy without a verdict because of unknown values can be exempt', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const acl = await newOpaPolicy(home, 'acl', { source });
  const set = await opaSet(home, 'baseline', [acl], { 'unknown-values': 'fail' });
  const workspace = await newWorkspace(home, 'prod');
  const exemption = { reason: 'Until the module is replaced', owner: 'network', 'expires-at': null };
  const granted = await home.client.post(
    `/policies/${acl}/exemptions`,
    documentOf('policy-exemptions', exemption, inWorkspace(workspace)),
  );
  assert.equal(granted.status, 201, granted.bytes.toString());

  const { attributes, outcomes } = await evaluated(
    { world, by: home, path: `/policy-sets/${set}/evaluations`, document: evaluationIn(workspace) },
    written,
  );

  const [outcome] = outcomes[0].attributes.outcomes;
  assert.deepEqual([attributes.status, outcome.status, outcome.exempt], ['passed', 'errored', true]);
});

test('A trial names the unknown values on which the draft depends', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const policy = await newPolicy(home, 'acl', { kind: 'opa', query: 'data.buckets.deny' });
  const tried = (plan: string, code = source) =>
    home.client.post(`/policies/${policy}/actions/try`, documentOf('policy-trials', { code, plan }));

  const shown = [await tried(computed), await tried(planWith([])), await tried(computed, 'package')].map(
    ({ body }) => body.data.attributes['depends-on-unknown']?.count,
  );

  assert.deepEqual(shown, [1, 0, undefined]);
});

test('Outcomes that were stored before unknown values were examined do not say that there are none', async () => {
  const row = { id: 'psout-1', evaluation_id: 'poleval-1', is_blocking: 1, ...resultCounts([someOutcome]) };

  const [shown] = await shownOutcomes([{ ...someSet, ...row, outcomes: JSON.stringify([someOutcome]) }], '');

  assert.equal(shown?.unknown, null);
  assert.equal(shown?.outcomes[0]?.depends_on_unknown, null);
});

test('The notice about computed attributes differs from the one about those that the configuration sets', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const set = await opaSet(home, 'baseline', [await newOpaPolicy(home, 'acl', { source })]);

  const { attributes } = await evaluatedBy(world, home, set, computed);

  assert.deepEqual(attributes.notices, [computedSentence]);
});
