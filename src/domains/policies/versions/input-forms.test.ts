// Tests the input form, which can be specified by a policy, by a policy set and in a policy list.
import assert from 'node:assert/strict';
import { archiveOf } from '../../../../test/support/archive.ts';
import { documentOf, pointers } from '../../../../test/support/documents.ts';
import { newPolicy, newPolicySet, policyDocument } from '../../../../test/support/policies.ts';
import { sendSetVersion } from '../../../../test/support/policy-versions.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

const code = { 'a.rego': 'package a\n\ndeny := []\n', 'b.rego': 'package a\n\ndeny := []\n' };
const yaml = `input: tfplan
policies:
  - name: a
    query: data.a.deny
  - name: b
    query: data.a.deny
    input: raw
`;
const hcl = `input = "tfplan"

policy "a" {
  query = "data.a.deny"
}

policy "b" {
  query = "data.a.deny"
  input = "raw"
}
`;

onEachEngine('A list can name the input form of all its policies, and a policy its own', async (world) => {
  const home = await world.home();
  const set = await newPolicySet(home, 'listed', { kind: 'opa' });
  const formsIn = async (list: Readonly<Record<string, string>>) => {
    const { id, sent } = await sendSetVersion(world, home, set, archiveOf({ ...list, ...code }));
    assert.equal(sent.status, 200, sent.bytes.toString());
    const { body } = await home.client.get(`/policy-set-versions/${id}/policies`);
    return body.data.map(({ attributes }: { attributes: { input: unknown } }) => attributes.input);
  };

  const forms = [
    await formsIn({ 'policies.yaml': yaml }),
    await formsIn({ 'policies.hcl': hcl }),
    await formsIn({ 'policies.yaml': yaml.replace('input: tfplan\n', '') }),
  ];

  assert.deepEqual(forms, [
    ['tfplan', 'raw'],
    ['tfplan', 'raw'],
    [null, 'raw'],
  ]);
});

onEachEngine('An invalid input form is rejected with its position', async (world) => {
  const home = await world.home();
  const set = await newPolicySet(home, 'listed', { kind: 'opa' });
  const policy = await newPolicy(home, 'a', { kind: 'opa' });
  const refusal = async (list: Readonly<Record<string, string>>) => {
    const { sent } = await sendSetVersion(world, home, set, archiveOf({ ...list, ...code }));
    assert.equal(sent.status, 422);
    return String(sent.body.errors[0].detail);
  };

  const inLists = [
    await refusal({ 'policies.yaml': yaml.replace('tfplan', 'run') }),
    await refusal({ 'policies.yaml': yaml.replace('raw', '0raw') }),
    await refusal({ 'policies.yaml': `${yaml}    kind: native\n` }),
    await refusal({ 'policies.hcl': hcl.replace('tfplan', 'tf-plan') }),
    await refusal({ 'policies.hcl': hcl.replace('"raw"', '"a b"') }),
  ];
  const inRecords = await Promise.all([
    home.client.patch(`/policies/${policy}`, policyDocument({ input: 'run' })),
    home.client.patch(`/policy-sets/${set}`, documentOf('policy-sets', { input: 'tf-plan' })),
    home.client.patch(`/policy-sets/${set}`, documentOf('policy-sets', { input: 'x'.repeat(65) })),
  ]);

  const rule =
    'must be "plan", "raw" or a key of the input, such as "tfplan": letters, digits and _, and neither "run" nor "parameters"';
  assert.deepEqual(inLists, [
    `policies.yaml:1: the value of input ${rule}`,
    `policies.yaml:7: the value of input ${rule}`,
    'policies.yaml:7: only policies of the kind opa can have the key input',
    `policies.hcl:1: the value of input ${rule}.`,
    `policies.hcl:9: policy "b": the value of input ${rule}.`,
  ]);
  assert.deepEqual(
    inRecords.map(({ status, body }) => [status, body.errors[0].source.pointer]),
    [
      [422, '/data/attributes/input'],
      [422, '/data/attributes/input'],
      [422, '/data/attributes/input'],
    ],
  );
});

onEachEngine('Sets and policies of kind native have no input form', async (world) => {
  const home = await world.home();
  const policy = await newPolicy(home, 'n', { input: 'raw' });
  const sets = `/organizations/${home.name}/policy-sets`;
  const native = { name: 'natives', kind: 'native' };

  const refused = await home.client.post(sets, documentOf('policy-sets', { ...native, input: 'raw' }));
  const created = await home.client.post(sets, documentOf('policy-sets', native));
  const shown = await home.client.get(`/policies/${policy}`);

  assert.deepEqual([refused.status, pointers(refused)], [422, ['/data/attributes/input']]);
  assert.equal(created.body.data.attributes.input, null);
  assert.equal('input' in shown.body.data.attributes, false);
});
