// Tests that saving a value compares it with the types and keys in the policies of the set.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archiveOf } from '../../../../test/support/archive.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { creating, evaluatedIn, newOpaPolicy, opaSet } from '../../../../test/support/evaluations.ts';
import { sendSetVersion } from '../../../../test/support/policy-versions.ts';
import { newWorkspace } from '../../../../test/support/workspaces.ts';
import { onEachEngine } from '../../../../test/support/world.ts';
import { runOnce } from '../../../runtime/jobs/jobs.ts';
import { archiveCheckJob } from '../versions/check-job.ts';
import { parametersFor } from './uses.ts';

/** Code of a policy that declares the types of two parameters, and that reports their values. */
const source = `# METADATA
# custom:
#   parameters:
#     account: string
#     limit: {type: number}
package typed

deny contains {"account": input.parameters.account, "limit": input.parameters.limit}
`;

const rule = 'data.typed.deny';

const parameter = (attributes: object) => documentOf('vars', attributes);
const override = (attributes: object) => documentOf('parameter-overrides', { 'tag-key': 'env', ...attributes });

onEachEngine('A value of another type than the annotation of a policy declares is refused', async (world) => {
  const home = await world.home();
  const set = await opaSet(home, 'everywhere', [await newOpaPolicy(home, 'typed', { source, rule })], { global: true });
  const path = `/policy-sets/${set}/parameters`;

  const wrong = await home.client.post(path, parameter({ key: 'limit', value: 'many', sensitive: true }));
  const account = await home.client.post(path, parameter({ key: 'account', value: '0123' }));
  const limit = await home.client.post(path, parameter({ key: 'limit', value: '2' }));
  const ofLimit = `${path}/${limit.body.data.id}`;
  const later = await home.client.patch(ofLimit, parameter({ value: '"3"' }));
  const wrongOverride = await home.client.post(`${ofLimit}/overrides`, override({ value: 'true' }));
  const right = await home.client.post(`${ofLimit}/overrides`, override({ value: '5' }));
  const changed = await home.client.patch(`${ofLimit}/overrides/${right.body.data.id}`, override({ value: '[5]' }));
  const other = await home.client.post(path, parameter({ key: 'other', value: '7' }));
  await home.client.delete(ofLimit);
  const ofOther = `${path}/${other.body.data.id}`;
  await home.client.post(`${ofOther}/overrides`, override({ value: 'text' }));
  const renamed = await home.client.patch(ofOther, parameter({ key: 'limit' }));

  const refusal = [
    'The policy typed declares that the parameter limit is of type number, but the value is not: send a JSON value of this type',
  ];
  const [ofValue, ofKey] = [['/data/attributes/value'], ['/data/attributes/key']];
  assert.deepEqual(
    [wrong, later, wrongOverride, changed, renamed].map((answer) => [answer.status, pointers(answer), details(answer)]),
    [ofValue, ofValue, ofValue, ofValue, ofKey].map((pointer) => [422, pointer, refusal]),
  );
  assert.deepEqual([account.status, limit.status, right.status, account.body.meta], [201, 201, 201, undefined]);
});

onEachEngine(
  'A text of a declared type keeps its zeros, and a value without a type is JSON if it can be',
  async (world) => {
    const home = await world.home();
    const plain = source.replace(/^#.*\n/gm, '').replace('package typed', 'package plain');
    const typed = await newOpaPolicy(home, 'typed', { source, rule });
    const untyped = await newOpaPolicy(home, 'untyped', { source: plain, rule: 'data.plain.deny' });
    const set = await opaSet(home, 'everywhere', [typed, untyped], { global: true });
    for (const [key, value] of [
      ['account', '12'],
      ['limit', '2'],
    ] as const)
      assert.equal((await home.client.post(`/policy-sets/${set}/parameters`, parameter({ key, value }))).status, 201);

    const { outcomes } = await evaluatedIn(world, home, await newWorkspace(home, 'web'), creating);

    const outputs = outcomes[0].attributes.outcomes.map(({ output }: { output: unknown }) => output);
    assert.deepEqual(outputs, [[{ account: '12', limit: 2 }], [{ account: 12, limit: 2 }]]);
  },
);

onEachEngine('A parameter shows the declared types and the number of its overrides', async (world) => {
  const home = await world.home();
  const text = source.replace('limit: {type: number}', 'limit: string').replace('package typed', 'package text');
  const typed = await newOpaPolicy(home, 'typed', { source, rule });
  const other = await newOpaPolicy(home, 'text', { source: text, rule: 'data.text.deny' });
  const path = `/policy-sets/${await opaSet(home, 'everywhere', [typed, other])}/parameters`;
  const factsOf = ({ attributes }: { readonly attributes: Readonly<Record<string, unknown>> }) => [
    attributes.key,
    attributes['declared-types'],
    attributes['override-count'],
  ];

  const created = await home.client.post(path, parameter({ key: 'limit', value: '2' }));
  await home.client.post(path, parameter({ key: 'other', value: '2' }));
  const ofLimit = `${path}/${created.body.data.id}`;
  for (const key of ['env', 'tier'])
    await home.client.post(`${ofLimit}/overrides`, override({ value: '5', 'tag-key': key }));
  const changed = await home.client.patch(ofLimit, parameter({ value: '3' }));
  const shown = await home.client.get(ofLimit);
  const listed = await home.client.get(path);

  const types = ['number', 'string'];
  assert.deepEqual(factsOf(created.body.data), ['limit', types, 0]);
  assert.deepEqual(
    [changed, shown].map(({ body }) => factsOf(body.data)),
    [
      ['limit', types, 2],
      ['limit', types, 2],
    ],
  );
  assert.deepEqual(listed.body.data.map(factsOf), [
    ['limit', types, 2],
    ['other', [], 0],
  ]);
});

onEachEngine('JSON that the policy engine cannot use is refused, unless the parameter is a text', async (world) => {
  const home = await world.home();
  const set = await opaSet(home, 'everywhere', [await newOpaPolicy(home, 'typed', { source, rule })]);
  const path = `/policy-sets/${set}/parameters`;
  const free = await home.client.post(path, parameter({ key: 'free', value: '2' }));
  const ofFree = `${path}/${free.body.data.id}`;
  const send = (value: string) => home.client.patch(ofFree, parameter({ value }));

  const numbers = ['1e999999999', '-1e400', '1e-400', '9'.repeat(1_001), `5.${'0'.repeat(1_001)}`];
  const refused = [
    await home.client.post(path, parameter({ key: 'limit', value: '1e999999999' })),
    await home.client.post(`${ofFree}/overrides`, override({ value: '[{"a": -2E+5000}]' })),
    await send('['.repeat(1_001) + ']'.repeat(1_001)),
    ...(await Promise.all(numbers.map(send))),
  ];
  const accepted = [
    await home.client.post(path, parameter({ key: 'account', value: '1e999999999' })),
    ...(await Promise.all(
      ['1e308', '0e999999999', '"1e999999999"', '12e', '-0.5', '"\\"', '12345678901234567890'].map(send),
    )),
  ];

  assert.deepEqual(
    refused.map((answer) => [answer.status, pointers(answer)]),
    refused.map(() => [422, ['/data/attributes/value']]),
  );
  assert.deepEqual(refused.slice(0, 1).map(details), [
    [
      'The number 1e999999999 is outside the range of 64-bit floating-point numbers, or longer than 1000 characters. If the value is meant as text, send it in double quotes, or declare the type string in the policy.',
    ],
  ]);
  assert.match(String(refused.slice(2, 3).map(details)), /^The value is nested deeper than 1000 levels\./);
  assert.deepEqual(
    accepted.map(({ status }) => status),
    [201, ...accepted.slice(1).map(() => 200)],
  );
});

onEachEngine('The response names a parameter that no policy of the set reads, if this is known', async (world) => {
  const home = await world.home();
  const typed = await newOpaPolicy(home, 'typed', { source, rule });
  const set = await opaSet(home, 'everywhere', [typed]);
  const path = `/policy-sets/${set}/parameters`;
  const noticesOf = async (key: string, of = path) =>
    (await home.client.post(of, parameter({ key, value: '1' }))).body.meta?.notices;

  const unread = await home.client.post(path, parameter({ key: 'limits', value: '1' }));
  const read = await home.client.patch(`${path}/${unread.body.data.id}`, parameter({ key: 'limit' }));
  const inEmptySet = await noticesOf('limits', `/policy-sets/${await opaSet(home, 'empty', [])}/parameters`);
  const whole = 'package whole\n\ndeny contains key if some key, _ in input.parameters\n';
  const readsAll = await newOpaPolicy(home, 'whole', { source: whole, rule: 'data.whole.deny' });
  const inOpenSet = await noticesOf('limits', `/policy-sets/${await opaSet(home, 'open', [readsAll])}/parameters`);
  const checkedBefore = { code_check: '{"status":"passed","problems":[]}' };
  await world.context.database.transaction((tx) => tx.run((db) => db.updateTable('policies').set(checkedBefore)));
  const unknown = await noticesOf('limits');

  const notice = `No policy of this set reads the parameter limits. Check the key: a policy reads input.parameters["limits"].`;
  assert.deepEqual(unread.body.meta, { notices: [notice] });
  assert.equal(read.body.meta, undefined);
  assert.deepEqual([inEmptySet, inOpenSet, unknown], [undefined, undefined, undefined]);
});

onEachEngine(
  'Parameters of a versioned set are compared with the policies of the version (refused types)',
  async (world) => {
    const home = await world.home();
    const set = await opaSet(home, 'versioned', []);
    const list = `policies:\n  - name: typed\n    query: ${rule}\n    enforcement-level: mandatory\n`;
    const { sent } = await sendSetVersion(world, home, set, archiveOf({ 'policies.yaml': list, 'typed.rego': source }));
    assert.equal(sent.status, 200, sent.bytes.toString());
    const path = `/policy-sets/${set}/parameters`;
    await runOnce(world.context, archiveCheckJob(world.context));

    const wrong = await home.client.post(path, parameter({ key: 'limit', value: 'many' }));
    const unread = await home.client.post(path, parameter({ key: 'limits', value: 'many' }));

    assert.deepEqual([wrong.status, pointers(wrong)], [422, ['/data/attributes/value']]);
    assert.match(unread.body.meta.notices[0], /^No policy of this set reads the parameter limits\./);
  },
);

test('A policy gets only the parameters that it may read', () => {
  const parameters = { limit: { text: '2' }, account: { text: '3' } };
  const withUses = (uses: readonly object[] | null) =>
    Object.keys(parametersFor(parameters, { uses: uses && JSON.stringify(uses) }));

  const keys = [withUses([{ key: 'limit', 'is-read': true }, { key: 'other' }]), withUses([]), withUses(null)];
  const whole = withUses([{ key: 'limit' }, { key: '', 'is-read': true }]);

  assert.deepEqual([...keys, whole], [['limit'], [], ['limit', 'account'], ['limit', 'account']]);
});
