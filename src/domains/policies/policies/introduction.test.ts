import assert from 'node:assert/strict';
import { archiveOf } from '../../../../test/support/archive.ts';
import { documentOf } from '../../../../test/support/documents.ts';
import { newPolicy, newPolicySet, policyDocument } from '../../../../test/support/policies.ts';
import { sendSetVersion } from '../../../../test/support/policy-versions.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';

const opa = { kind: 'opa', query: 'data.main.deny' };

const introductionOf = ({ body }: Awaited<ReturnType<Home['client']['get']>>) => [
  body.data.attributes.introduction,
  body.data.attributes.shadow,
];

onEachEngine('The introduction of a policy is set by introduction or by shadow', async (world) => {
  const home = await world.home();
  const [plain, shadow, fresh] = [
    await newPolicy(home, 'plain', opa),
    await newPolicy(home, 'shadow', { ...opa, shadow: true }),
    await newPolicy(home, 'fresh', { ...opa, introduction: 'enforce-new', shadow: false }),
  ];
  const shown = async (id: string) => introductionOf(await home.client.get(`/policies/${id}`));
  const changed = async (id: string, attributes: object) =>
    introductionOf(await home.client.patch(`/policies/${id}`, policyDocument(attributes)));

  const created = [await shown(plain), await shown(shadow), await shown(fresh)];
  const listed = await home.client.get(`/organizations/${home.name}/policies?filter[introduction]=enforce-new`);

  assert.deepEqual(created, [
    ['enforce', false],
    ['shadow', true],
    ['enforce-new', false],
  ]);
  assert.deepEqual(
    listed.body.data.map(({ id }: { id: string }) => id),
    [fresh],
  );
  assert.deepEqual(await changed(fresh, { shadow: false }), ['enforce-new', false]);
  assert.deepEqual(await changed(fresh, { shadow: true }), ['shadow', true]);
  assert.deepEqual(await changed(fresh, { description: 'Same.' }), ['shadow', true]);
  assert.deepEqual(await changed(fresh, { introduction: 'enforce-new' }), ['enforce-new', false]);
  assert.deepEqual(await changed(shadow, { shadow: false }), ['enforce', false]);
});

onEachEngine(
  'An introduction that contradicts shadow, or that the kind does not support, is refused',
  async (world) => {
    const home = await world.home();
    const [opaPolicy, native] = [await newPolicy(home, 'opa', opa), await newPolicy(home, 'native')];
    const create = (attributes: object) =>
      home.client.post(
        `/organizations/${home.name}/policies`,
        policyDocument({ name: 'new', 'enforcement-level': 'advisory', ...attributes }),
      );
    const change = (id: string, attributes: object) => home.client.patch(`/policies/${id}`, policyDocument(attributes));
    const set = await newPolicySet(home, 'set', { kind: 'opa' }, [opaPolicy]);
    const replay = (attributes: object) =>
      home.client.post(`/policy-sets/${set}/replays`, documentOf('policy-replays', attributes));

    const contradicting = [
      await create({ ...opa, introduction: 'enforce-new', shadow: true }),
      await change(opaPolicy, { introduction: 'shadow', shadow: false }),
      await replay({ introduction: 'enforce', shadow: true }),
    ];
    const unsupported = [
      await create({ introduction: 'enforce-new' }),
      await change(native, { introduction: 'enforce-new' }),
    ];
    const unknown = await create({ ...opa, introduction: 'later' });

    const problemsOf = (answers: readonly Awaited<ReturnType<typeof create>>[]) =>
      answers.map(({ status, body }) => [status, body.errors[0].source.pointer, body.errors[0].code]);
    assert.deepEqual(
      problemsOf(contradicting),
      contradicting.map(() => [422, '/data/attributes/shadow', 'mismatch']),
    );
    assert.equal(
      contradicting[0]?.body.errors[0].detail,
      'Shadow is true, but introduction is enforce-new: remove shadow, which introduction replaces',
    );
    assert.deepEqual(
      problemsOf(unsupported),
      unsupported.map(() => [422, '/data/attributes/introduction', 'not-supported']),
    );
    assert.deepEqual(problemsOf([unknown]), [[422, '/data/attributes/introduction', 'not-in-list']]);
  },
);

onEachEngine('Policy lists in YAML and HCL set the introduction', async (world) => {
  const home = await world.home();
  const code = { 'main.rego': 'package main\n\ndeny := []\n' };
  const listed = async (name: string, list: Readonly<Record<string, string>>) => {
    const set = await newPolicySet(home, name, { kind: 'opa' });
    const { id, sent } = await sendSetVersion(world, home, set, archiveOf({ ...list, ...code }));
    assert.equal(sent.status, 200);
    const { body } = await home.client.get(`/policy-set-versions/${id}/policies`);
    return body.data.map(({ attributes }: { attributes: Record<string, unknown> }) => attributes.introduction);
  };

  const yaml = await listed('yaml', {
    'policies.yaml': `policies:
  - {name: a, query: data.main.deny, file: main.rego}
  - {name: b, query: data.main.deny, file: main.rego, introduction: enforce-new}
  - {name: c, query: data.main.deny, file: main.rego, shadow: true}
`,
  });
  const policy = (name: string, line: string) => `policy "${name}" {\n  query = "data.main.deny"\n  ${line}\n}\n`;
  const hcl = await listed('hcl', {
    'policies.hcl': `${policy('a', '')}${policy('b', 'introduction = "enforce-new"')}${policy('c', 'shadow = true')}`,
  });

  assert.deepEqual(yaml, ['enforce', 'enforce-new', 'shadow']);
  assert.deepEqual(hcl, yaml);
});
