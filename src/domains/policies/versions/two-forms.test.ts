// Tests that individual policies and policies in an archive's policy list have the same attributes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archiveOf } from '../../../../test/support/archive.ts';
import { newPolicy, newPolicySet } from '../../../../test/support/policies.ts';
import { sendSetVersion } from '../../../../test/support/policy-versions.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';
import { policyKeys } from '../../../protocols/archives/policy-keys.ts';
import { policies } from '../policies/entity.ts';
import { shownShadow } from '../policies/introduction.ts';
import { archivedPolicies } from './entity.ts';

/**
 * Attributes of individual policies that policies in a policy list do not have, and attributes of policies in a policy
 * list that individual policies do not have. `unknown-values` is set once for the whole list.
 */
const ofRecords = ['kind', 'name', 'policy-set-count', 'updated-at'];
const ofLines = ['name', 'path', 'unknown-values'];

test('The keys of a policy list are the attributes of individual and of archived policies', () => {
  const shared = (shown: object, own: readonly string[]) =>
    Object.keys(shown)
      .filter((name) => !own.includes(name))
      .sort();

  const [ofPolicy, ofLine] = [
    shared({ ...policies.shown, shadow: shownShadow }, ofRecords),
    shared({ ...archivedPolicies.shown, shadow: shownShadow }, ofLines),
  ];

  assert.deepEqual(ofPolicy, [...policyKeys].sort());
  assert.deepEqual(ofLine, [...policyKeys].sort());
});

/** For each attribute, a value that differs from the default. */
const values: Readonly<Record<(typeof policyKeys)[number], string | boolean>> = {
  description: 'Buckets are private.',
  'enforcement-level': 'mandatory',
  input: 'tfplan',
  introduction: 'shadow',
  query: 'data.main.deny',
  shadow: true,
};

const code = { 'buckets.rego': 'package main\n\ndeny := []\n' };
const yaml = `policies:\n  - name: buckets\n${lines(': ', (key) => `    ${key}`)}`;
const hcl = `policy "buckets" {\n${lines(' = ', (key) => `  ${key.replaceAll('-', '_')}`)}}\n`;

function lines(sign: string, key: (name: string) => string): string {
  return Object.entries(values)
    .map(([name, value]) => `${key(name)}${sign}${JSON.stringify(value)}\n`)
    .join('');
}

const shownBy = async (home: Home, path: string) => (await home.client.get(path)).body.data;

const attributesIn = (attributes: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(policyKeys.map((key) => [key, attributes[key]]));

onEachEngine('Every attribute of a policy can be set through the API, in YAML and in HCL', async (world) => {
  const home = await world.home();
  const policy = await newPolicy(home, 'buckets', { kind: 'opa', ...values });
  const set = await newPolicySet(home, 'listed', { kind: 'opa' });
  const listed = async (list: Readonly<Record<string, string>>) => {
    const { id, sent } = await sendSetVersion(world, home, set, archiveOf({ ...list, ...code }));
    assert.equal(sent.status, 200, sent.bytes.toString());
    const [line] = await shownBy(home, `/policy-set-versions/${id}/policies`);
    return attributesIn(line.attributes);
  };

  const record = attributesIn((await shownBy(home, `/policies/${policy}`)).attributes);
  const inYaml = await listed({ 'policies.yaml': yaml });
  const inHcl = await listed({ 'policies.hcl': hcl });

  assert.deepEqual(record, values);
  assert.deepEqual(inYaml, values);
  assert.deepEqual(inHcl, values);
});
