// Tests that no evaluation passes without a notice. Each test starts with an evaluation that fails and makes one change
// to its setup. Values in data files are not changed, because only the policy's author knows which values are intended.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { creating } from '../../../../test/support/evaluations.ts';
import { type Failing, type Learned, learn } from '../../../../test/support/failing-evaluations.ts';
import { openWorld } from '../../../../test/support/world.ts';

const usual: Failing = {
  name: 'one policy',
  files: {
    'policy.rego': `package policy

deny contains change.address if {
  some change in input.plan.resource_changes
  change.type == "aws_s3_bucket"
}
`,
  },
  isVersion: false,
  query: 'data.policy.deny',
  level: 'mandatory',
  shadow: false,
  set: { global: true },
  selectors: [],
  workspaceTags: {},
  namesWorkspace: true,
  claimedTags: {},
  plan: creating,
};

const list = (query: string, more = ''): string =>
  `policies:\n  - name: policy\n    query: ${query}\n    enforcement-level: mandatory\n${more}`;

const readsAttribute: Failing = {
  ...usual,
  name: 'one policy that reads an attribute',
  files: {
    'policy.rego': `package policy

deny contains change.address if {
  some change in input.plan.resource_changes
  change.change.after.acl == "public-read"
}
`,
  },
};

const versions: readonly Failing[] = [
  {
    ...usual,
    name: 'a version with data and a helper',
    isVersion: true,
    files: {
      'policies.yaml': list('data.policy.deny'),
      'policy.rego': `package policy

import data.helpers

deny contains change.address if {
  some change in helpers.changes
  change.type in data.config.forbidden
}
`,
      'lib/helpers.rego': 'package helpers\n\nchanges := input.plan.resource_changes\n',
      'config/data.json': '{"forbidden": ["aws_s3_bucket"]}',
    },
  },
  {
    ...usual,
    name: 'a version for the whole input',
    isVersion: true,
    files: {
      'policies.yaml': list('data.main.deny', '    input: raw\n'),
      'policy.rego': `package main

deny contains change.address if {
  some change in input.resource_changes
  change.type == "aws_s3_bucket"
}
`,
    },
  },
  {
    ...usual,
    name: 'a version for input.tfplan',
    isVersion: true,
    files: {
      'policies.yaml': `input: tfplan\n${list('data.terraform.deny')}`,
      'policy.rego': `package terraform

import input.tfplan as tfplan

deny contains change.address if {
  some change in tfplan.resource_changes
  change.type == "aws_s3_bucket"
}
`,
    },
  },
  {
    ...usual,
    name: 'a version in the syntax of v0',
    isVersion: true,
    files: {
      'policies.hcl':
        'policy "policy" {\n  query             = "data.policy.deny"\n  enforcement_level = "mandatory"\n}\n',
      'policy.rego': `package policy

deny[address] {
  change := input.plan.resource_changes[_]
  change.type == "aws_s3_bucket"
  address := change.address
}
`,
    },
  },
];

const selected: readonly Failing[] = [
  {
    ...usual,
    name: 'a set that tags select',
    set: {},
    selectors: [{ 'tag-key': 'env', 'tag-value': 'prod', 'is-exclude': false }],
    workspaceTags: { env: 'prod' },
  },
  {
    ...usual,
    name: 'a set that tags exclude',
    selectors: [{ 'tag-key': 'env', 'tag-value': 'sandbox', 'is-exclude': true }],
    workspaceTags: { env: 'prod' },
  },
];

/** One change to the setup. The function returns the setup unchanged if the change is not possible. */
type Change = readonly [name: string, change: (failing: Failing) => Failing];

const mapFiles = (
  failing: Failing,
  change: (path: string, text: string) => readonly [string, string | Buffer] | undefined,
) => ({
  ...failing,
  files: Object.fromEntries(
    Object.entries(failing.files).flatMap(([path, content]) => {
      const changed = change(path, String(content));
      return changed === undefined ? [] : [changed];
    }),
  ),
});

const replaced = (from: string | RegExp, to: string) => (failing: Failing) => ({
  ...mapFiles(failing, (path, text) => [path, text.replace(from, to)]),
  query: failing.query.replace(from, to),
});

const utf16 = (text: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

/** Returns the changes to test for each file: the file is removed, emptied, moved, or written in another encoding. */
const fileChanges = ({ files }: Failing): readonly Change[] =>
  Object.keys(files).flatMap((file): readonly Change[] => {
    const ofFile = (change: (text: string) => readonly [string, string | Buffer] | undefined) => (failing: Failing) =>
      mapFiles(failing, (path, text) => (path === file ? change(text) : [path, text]));
    return [
      [`without ${file}`, ofFile(() => undefined)],
      [`${file} is empty`, ofFile(() => [file, ''])],
      [`${file} is elsewhere`, ofFile((text) => [`elsewhere/${file}`, text])],
      [`${file} has another ending`, ofFile((text) => [`${file}.txt`, text])],
      [`${file} is in UTF-16`, ofFile((text) => [file, utf16(text)])],
      [`${file} begins with a mark`, ofFile((text) => [file, `\uFEFF${text}`])],
      [`${file} has the ends of lines of Windows`, ofFile((text) => [file, text.replaceAll('\n', '\r\n')])],
    ];
  });

const planWith = (change: (plan: Readonly<Record<string, unknown>>) => unknown) => (failing: Failing) => ({
  ...failing,
  plan: JSON.stringify(change(JSON.parse(String(failing.plan)))),
});

const changes: readonly Change[] = [
  ['the query has a rule that is not there', replaced(/\bdeny\b(?=\n|"|$)/, 'denied')],
  ['the query has a package that is not there', replaced(/data\.(policy|main|terraform)\.deny/, 'data.nowhere.deny')],
  [
    'the query is a comprehension',
    replaced(/data\.(policy|main|terraform)\.deny/, '[x | some x in data.nowhere.deny]'),
  ],
  ['the package has another name', replaced(/package (policy|main|terraform)\n/, 'package other\n')],
  ['the helper has another name', replaced('package helpers', 'package other')],
  ['the rule has another name', replaced(/^deny/m, 'denied')],
  ['the member of the data has another name', replaced('"forbidden"', '"prohibited"')],
  ['the code reads another root', replaced('resource_changes', 'resource_change')],
  ['the code reads another root of the input', replaced(/input\.(plan|tfplan)\b/, 'input.terraform')],
  ['the code reads the plan as the whole input', replaced('input.plan.', 'input.')],
  ['the code asks one that is not imported', replaced('helpers.changes', 'helpers.change')],
  ['the rule gives true', replaced(/deny (contains change\.address )?if/, 'deny if')],
  ['the list has another form', replaced('input: raw', 'input: tfplan')],
  ['the list has no form', replaced(/ *input: (raw|tfplan)\n/, '')],
  ['the list has another level', replaced(/(enforcement.level\s*[:=] "?)mandatory/, '$1advisory')],
  ['the policy of the list is tried out', replaced(/enforcement-level: mandatory/, '$&\n    shadow: true')],
  [
    'the policy of the list is of another kind',
    replaced(/enforcement-level: mandatory/, 'enforcement-level: hard-mandatory\n    kind: native'),
  ],
  ['the list has no policies', replaced(/policies:\n(.|\n)*/, 'policies: []\n')],
  ['the policy is advisory', (failing) => ({ ...failing, level: 'advisory' })],
  ['the policy is tried out', (failing) => ({ ...failing, shadow: true })],
  ['the set is tried out', (failing) => ({ ...failing, set: { ...failing.set, shadow: true } })],
  ['the set has another form', (failing) => ({ ...failing, set: { ...failing.set, input: 'terraform' } })],
  ['the set is for no place', (failing) => ({ ...failing, set: { ...failing.set, global: false } })],
  ['the set comes without versions', (failing) => ({ ...failing, set: { ...failing.set, versioned: false } })],
  ['no workspace is named', (failing) => ({ ...failing, namesWorkspace: false })],
  ['the workspace has another tag', (failing) => ({ ...failing, workspaceTags: { env: 'sandbox' } })],
  ['the workspace has no tag', (failing) => ({ ...failing, workspaceTags: {} })],
  ['the client claims a tag', (failing) => ({ ...failing, claimedTags: { env: 'sandbox' } })],
  [
    'the client claims a tag without a workspace',
    (failing) => ({ ...failing, claimedTags: { env: 'sandbox' }, namesWorkspace: false }),
  ],
  ['the plan is in UTF-16', (failing) => ({ ...failing, plan: utf16(String(failing.plan)) })],
  ['the plan begins with a mark', (failing) => ({ ...failing, plan: `\uFEFF${failing.plan}` })],
  ['the plan is in a document', planWith((plan) => ({ plan }))],
  ['the plan is in a list', planWith((plan) => [plan])],
  [
    'the plan has no changes',
    planWith(({ resource_changes, ...others }) => ({ ...others, changes: resource_changes })),
  ],
  ['the changes are null', planWith((plan) => ({ ...plan, resource_changes: null }))],
  [
    'the changes are one',
    planWith((plan) => ({ ...plan, resource_changes: Object.fromEntries([['0', plan.resource_changes]]) })),
  ],
  ['the changes are none', planWith((plan) => ({ ...plan, resource_changes: [], errored: true }))],
  ['the plan is not complete', planWith((plan) => ({ ...plan, resource_changes: [], complete: false }))],
  [
    'the attribute is known only after apply',
    (failing) => ({
      ...failing,
      plan: String(failing.plan).replace('"after":{"acl":"public-read"}', '"after":{},"after_unknown":{"acl":true}'),
    }),
  ],
  ['the plan is empty', planWith(() => ({}))],
];

const isSame = (one: Failing, other: Failing): boolean => JSON.stringify(one) === JSON.stringify(other);

const isSilent = ({ status, reasons }: Learned): boolean => status === 'passed' && reasons.length === 0;

// The results do not depend on the database, so half of the cases run on each database.
for (const [index, failing] of [usual, readsAttribute, ...versions, ...selected].entries()) {
  test(`No changed evaluation passes without a notice: ${failing.name}`, async () => {
    await using world = await openWorld(index % 2 === 0 ? 'sqlite' : 'postgres');
    const begins = await learn(world, failing);
    assert.equal(begins.status, 'failed', begins.reasons.join('\n'));
    const changed = [...fileChanges(failing), ...changes]
      .map(([name, change]) => ({ name, after: change(failing) }))
      .filter(({ after }) => !isSame(after, failing));

    const silent: string[] = [];
    for (const { name, after } of changed) {
      const learned = await learn(world, after);
      if (isSilent(learned)) silent.push(name);
    }

    assert.deepEqual(silent, []);
    assert.ok(changed.length >= 20, String(changed.length));
  });
}
