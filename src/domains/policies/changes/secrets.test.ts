// Puts a secret into every part of a plan. The tests check that the stored changes contain no secret except the values
// that the organization's setting permits.
import assert from 'node:assert/strict';
import { changed, changesOf, keepValues, planWith } from '../../../../test/support/evaluation-changes.ts';
import { newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { evaluatedPlan } from '../../../../test/support/policy-inputs.ts';
import { columnsOf, rawQuery, rowText } from '../../../../test/support/row-texts.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';

const canary = (place: string): string => `canary-${place}-77qp`;
const flagged = canary('flagged');

/**
 * Secrets that may be stored if the setting permits it: values of attributes that are not marked as sensitive, and the
 * keys in these values.
 */
const shownValues = {
  plain: canary('plain'),
  tags: { [canary('map-key')]: canary('map-value') },
  list: [{ [canary('key-in-a-list')]: canary('value-in-a-list') }],
  copy: `the same as ${flagged}`,
  password: flagged,
  by_key: { [flagged]: 'x' },
};

const target = changed(
  'module.net["blue"].aws_instance.web',
  {
    actions: ['update', canary('an action that is none')],
    before: { ...shownValues, plain: canary('plain-before') },
    after: {
      ...shownValues,
      tags: {},
      list: [],
      by_key: {},
      password: canary('flagged-after'),
      [canary('no name')]: 1,
    },
    after_unknown: { [canary('no-name of unknown')]: true, network: { [canary('key-of-unknown')]: true } },
    before_sensitive: { password: true },
    after_sensitive: { password: true, meta: { [canary('key-of-flags')]: true } },
    replace_paths: [[canary('replace-path')], ['tags', canary('key-of-a-replace-path')]],
    importing: { id: canary('import') },
    generated_config: canary('generated-config'),
    before_identity: { id: canary('identity-before') },
    after_identity: { id: canary('identity-after') },
  },
  {
    module_address: 'module.net["blue"]',
    index: canary('index'),
    previous_address: `aws_instance.web["${canary('previous-address')}"]`,
    action_reason: `${canary('reason')} in words`,
    deposed: canary('deposed'),
    provider_name: `${canary('provider')} in words`,
  },
);

const identity = { mode: 'managed', type: 'aws_instance', name: 'web' };
const values = (place: string) => ({
  root_module: { resources: [{ ...identity, values: { key: canary(place) }, sensitive_values: { key: true } }] },
});
const other = changed(`aws_instance.other["${canary('key-of-another-resource')}"]`, {
  ...{ actions: ['create'], before: null, after: { key: canary('another-resource') } },
});

/** A plan with a different secret in each part that must not be stored, such as variables and outputs. */
const everywhere = planWith([target, other], {
  variables: { token: { value: canary('variable') } },
  planned_values: {
    outputs: { url: { sensitive: true, value: canary('planned-output') } },
    ...values('planned-value'),
  },
  resource_drift: [other],
  deferred_changes: [{ reason: canary('deferred'), resource_change: other }],
  output_changes: {
    [canary('output-name')]: { actions: ['create'], before: null, after: canary('output'), after_sensitive: true },
  },
  prior_state: { format_version: '1.0', values: values('state') },
  configuration: {
    provider_config: { aws: { expressions: { secret_key: { constant_value: canary('provider-argument') } } } },
    root_module: {
      variables: { token: { sensitive: true, default: canary('default') } },
      module_calls: {
        net: {
          expressions: { key: { constant_value: canary('module-argument') } },
          module: {
            resources: [
              {
                ...identity,
                expressions: {
                  plain: { constant_value: canary('constant'), references: [canary('reference')] },
                  tags: { constant_value: { [canary('constant-key')]: 'x' } },
                },
                provisioners: [{ expressions: { inline: { constant_value: canary('provisioner') } } }],
              },
            ],
          },
        },
      },
    },
  },
  relevant_attributes: [{ resource: 'aws_instance.web', attribute: [canary('relevant-attribute')] }],
  checks: [{ address: { to_display: canary('check') } }],
  timestamp: canary('timestamp'),
});

/** Returns the secrets that occur in a text, without duplicates. */
const canariesIn = (text: string): readonly string[] => [...new Set(text.match(/canary-[a-z-]+/g) ?? [])].toSorted();

async function evaluationOf(world: World, home: Home): Promise<string> {
  const code = 'package p\n\ndeny contains `module.net["blue"].aws_instance.web`\n';
  await opaSet(home, 'all', [await newOpaPolicy(home, 'p', { source: code, rule: 'data.p.deny' })], { global: true });
  const { id, attributes } = await evaluatedPlan(world, home, everywhere);
  assert.deepEqual([attributes.status, attributes.notices], ['failed', []]);
  return id;
}

/** Returns all rows of the database as one text. */
async function databaseText({ context: { database } }: World): Promise<string> {
  const texts: string[] = [];
  for (const [table, columns] of await columnsOf(database)) {
    const sql = `select ${rowText(database.engine, columns)} as row from ${table} t`;
    for (const { row } of await database.rows(rawQuery<{ row: string }>(sql), {})) texts.push(row);
  }
  return texts.join('\n');
}

onEachEngine(
  'If values are not stored, no secret of a plan appears in its changes or in the database',
  async (world) => {
    const home = await world.home();

    const { data } = await changesOf(home, await evaluationOf(world, home));

    assert.deepEqual(canariesIn(JSON.stringify(data)), []);
    assert.deepEqual(canariesIn(await databaseText(world)), []);
    const [{ attributes }] = data;
    assert.deepEqual(
      attributes.attributes.map(({ path }: { path: string }) => path),
      ['by_key', 'list', 'network', 'password', 'plain', 'tags'],
    );
    assert.equal(attributes['attributes-left-out'], 2);
  },
);

onEachEngine(
  'If values are stored, only values that are not marked as sensitive appear, and no other part of the plan',
  async (world) => {
    const home = await world.home();
    await keepValues(home);

    const { data } = await changesOf(home, await evaluationOf(world, home));

    assert.deepEqual(
      canariesIn(JSON.stringify(data)),
      ['plain', 'plain-before', 'map-key', 'map-value', 'key-in-a-list', 'value-in-a-list']
        .map((place) => `canary-${place}-`)
        .toSorted(),
    );
    assert.deepEqual(canariesIn(await databaseText(world)), []);
  },
);
