// Tests archives that contain a policy list in YAML and one file per policy.
import assert from 'node:assert/strict';
import { archiveOf } from '../../../../test/support/archive.ts';
import { newPolicySet } from '../../../../test/support/policies.ts';
import { sendSetVersion } from '../../../../test/support/policy-versions.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

const list = `policies:
  - name: buckets
    query: data.main.deny
    enforcement-level: mandatory
    description: Buckets are private.
  - name: tags
    query: data.main.deny
    file: rules/tags.rego
    shadow: true
`;
const code = {
  'buckets.rego': 'package main\n\ndeny contains "bucket" if data.lib.on\n',
  'rules/tags.rego': 'package main\n\ndeny contains "tag" if data.lib.on\n',
  'lib.rego': 'package lib\n\non := true\n',
};

onEachEngine('The policies of a set can be listed in YAML, each with its own file', async (world) => {
  const home = await world.home();
  const set = await newPolicySet(home, 'baseline', { kind: 'opa' });

  const { id, sent } = await sendSetVersion(world, home, set, archiveOf({ 'policies.yaml': list, ...code }));
  const shown = await home.client.get(`/policy-sets/${set}`);
  const { body } = await home.client.get(`/policy-set-versions/${id}/policies`);

  assert.equal(sent.status, 200);
  assert.equal(shown.body.data.attributes['policy-count'], 2);
  assert.deepEqual(
    body.data.map(({ attributes: { check: _, ...attributes } }: { attributes: { check: object } }) => attributes),
    [
      {
        name: 'buckets',
        description: 'Buckets are private.',
        'enforcement-level': 'mandatory',
        introduction: 'enforce',
        shadow: false,
        query: 'data.main.deny',
        input: null,
        'unknown-values': null,
        path: 'buckets.rego',
      },
      {
        name: 'tags',
        description: null,
        'enforcement-level': 'advisory',
        introduction: 'shadow',
        shadow: true,
        query: 'data.main.deny',
        input: null,
        'unknown-values': null,
        path: 'rules/tags.rego',
      },
    ],
  );
});

onEachEngine('An invalid list in YAML is rejected with file and line, and changes nothing', async (world) => {
  const home = await world.home();
  const set = await newPolicySet(home, 'baseline', { kind: 'opa' });
  const native = await newPolicySet(home, 'others');
  const refusal = async (files: Readonly<Record<string, string>>, of = set) => {
    const { sent } = await sendSetVersion(world, home, of, archiveOf(files));
    assert.equal(sent.status, 422);
    return String(sent.body.errors[0].detail);
  };

  const refusals = [
    await refusal({ 'policies.yaml': list.replace('query: data.main.deny', 'qeury: data.main.deny'), ...code }),
    await refusal({ 'policies.yaml': list.replace('mandatory', 'hard-mandatory'), ...code }),
    await refusal({ 'policies.yaml': list.replace('name: tags', 'name: buckets'), ...code }),
    await refusal({ 'policies.yaml': list, ...code, 'policies.hcl': 'policy "a" {\n  query = "data.a.deny"\n}\n' }),
    await refusal({ 'policies.yaml': list, 'buckets.rego': 'package main\n' }),
    await refusal({ 'policies.yaml': `${list}  - {name: n, kind: native}\n`, ...code }),
    await refusal({ 'policies.yaml': list.replace('rules/tags.rego', '../tags.rego'), ...code }),
    await refusal({ 'policies.yaml': '- '.repeat(100_000), ...code }),
    await refusal({ 'policies.yaml': '['.repeat(2_000_000), ...code }),
    await refusal(code),
    await refusal({ 'policies.yaml': list, ...code }, native),
  ];
  const shown = await home.client.get(`/policy-sets/${set}`);

  assert.deepEqual(refusals, [
    'policies.yaml:3: the key qeury is unknown: use one of the keys name, kind, file, description, enforcement-level, input, introduction, query, shadow',
    'policies.yaml:4: the level hard-mandatory is unknown; known levels are advisory, mandatory',
    'policies.yaml:6: the policy buckets is listed twice',
    'The archive has "policies.hcl" and "policies.yaml", which both list policies. Keep one of them.',
    'policies.yaml:6: the file "rules/tags.rego" of the policy "tags" is not in the archive.',
    'policies.yaml:10: the policy "n" and the policy set have different kinds. Move the policy to a policy set of its kind.',
    'policies.yaml:8: the file ../tags.rego is not in the folder',
    'policies.yaml:1: the file is nested too deeply',
    'Reading the archive takes too much memory or time. Remove or simplify large files in the archive.',
    'The archive has no file "policies.hcl", "policies.yaml" or "tipstaff.yaml", which lists the policies.',
    'The archive has no file "sentinel.hcl", which lists the policies.',
  ]);
  assert.equal(shown.body.data.attributes['policy-count'], 0);
});
