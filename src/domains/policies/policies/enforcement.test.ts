import assert from 'node:assert/strict';
import { test } from 'node:test';
import { details, pointers } from '../../../../test/support/documents.ts';
import { newPolicy, policyDocument } from '../../../../test/support/policies.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';
import { neutral } from '../../../jsonapi/vocabulary.ts';
import { type EnforcementInput, enforcementProblems, readEnforcement } from './enforcement.ts';

const native = { kind: 'native', name: 'p' } as const;
const opa = { kind: 'opa', name: 'p' } as const;

/** Builds the attribute `enforce` with a single element. */
const enforce = (path: string | null | undefined, mode?: string | null) => ({
  enforce: [{ ...(path !== undefined && { path }), ...(mode !== undefined && { mode }) }],
});

const read: readonly (readonly [string, typeof native | typeof opa, EnforcementInput, string | undefined])[] = [
  ['hard-mandatory is a level of native', native, { 'enforcement-level': 'hard-mandatory' }, 'hard-mandatory'],
  ['soft-mandatory is a level of native', native, { 'enforcement-level': 'soft-mandatory' }, 'soft-mandatory'],
  ['advisory is a level of native', native, { 'enforcement-level': 'advisory' }, 'advisory'],
  ['mandatory is a level of opa', opa, { 'enforcement-level': 'mandatory' }, 'mandatory'],
  ['advisory is a level of opa', opa, { 'enforcement-level': 'advisory' }, 'advisory'],
  ['the right path counts for native', native, enforce('p.native', 'soft-mandatory'), 'soft-mandatory'],
  ['the right path counts for opa', opa, enforce('p.rego', 'mandatory'), 'mandatory'],
  ['a wrong path is hard-mandatory for native', native, enforce('q.native', 'advisory'), 'hard-mandatory'],
  ['a wrong path is advisory for opa', opa, enforce('p.native', 'mandatory'), 'advisory'],
  ['a wrong path makes any mode legal', native, enforce('p.rego', 'nonsense'), 'hard-mandatory'],
  ['no path is hard-mandatory for native', native, enforce(undefined, 'advisory'), 'hard-mandatory'],
  ['a null path is advisory for opa', opa, enforce(null, 'mandatory'), 'advisory'],
  ['an element with nothing in it is hard-mandatory for native', native, { enforce: [{}] }, 'hard-mandatory'],
  ['an empty list counts as absent', native, { enforce: [] }, undefined],
  ['null counts as absent', opa, { enforce: null }, undefined],
  ['nothing at all is absent', opa, {}, undefined],
  [
    'enforcement-level wins over enforce',
    native,
    { 'enforcement-level': 'advisory', ...enforce('p.native', 'soft-mandatory') },
    'advisory',
  ],
  [
    'enforcement-level wins over an enforce that is wrong',
    opa,
    { 'enforcement-level': 'mandatory', ...enforce('p.rego', 'nonsense') },
    'mandatory',
  ],
  [
    'of several elements the one with the right path counts',
    native,
    { enforce: [...enforce('q.native', 'hard-mandatory').enforce, ...enforce('p.native', 'advisory').enforce] },
    'advisory',
  ],
  [
    'of several elements without the right path the first counts',
    opa,
    { enforce: [...enforce('q.rego', 'mandatory').enforce, ...enforce('r.rego', 'mandatory').enforce] },
    'advisory',
  ],
];

for (const [sentence, subject, input, level] of read) {
  test(`Enforcement: ${sentence}`, () => assert.deepEqual(readEnforcement(neutral, subject, input), { level }));
}

const refused: readonly (readonly [string, typeof native | typeof opa, EnforcementInput, string])[] = [
  ['mandatory is no level of native', native, { 'enforcement-level': 'mandatory' }, 'enforcement-level'],
  ['hard-mandatory is no level of opa', opa, { 'enforcement-level': 'hard-mandatory' }, 'enforcement-level'],
  ['soft-mandatory is no level of opa', opa, { 'enforcement-level': 'soft-mandatory' }, 'enforcement-level'],
  ['an empty text is no level', native, { 'enforcement-level': '' }, 'enforcement-level'],
  ['another case is no level', native, { 'enforcement-level': 'Advisory' }, 'enforcement-level'],
  ['the right path needs a mode', native, enforce('p.native'), 'enforce/0/mode'],
  ['the right path needs a mode that is not null', opa, enforce('p.rego', null), 'enforce/0/mode'],
  ['the right path needs a mode of its kind', opa, enforce('p.rego', 'hard-mandatory'), 'enforce/0/mode'],
  [
    'the element with the right path is the one at fault',
    native,
    { enforce: [...enforce('q.native', 'advisory').enforce, ...enforce('p.native', 'no').enforce] },
    'enforce/1/mode',
  ],
];

for (const [sentence, subject, input, attribute] of refused) {
  test(`Enforcement: ${sentence}`, () => {
    const reading = readEnforcement(neutral, subject, input);

    assert.ok('problem' in reading);
    assert.equal(reading.problem.pointer, `/data/attributes/${attribute}`);
  });
}

for (const kind of ['native', 'opa']) {
  for (const attributes of [{}, { enforce: [] }, { enforce: null }]) {
    test(`Enforcement: a new ${kind} policy with ${JSON.stringify(attributes)} has no level`, () => {
      const problems = enforcementProblems({ name: 'p', kind, ...attributes }, neutral);

      assert.deepEqual(problems, [
        {
          pointer: '/data/attributes/enforcement-level',
          code: 'required',
          detail: "Enforcement level can't be blank",
        },
      ]);
    });
  }
}

const create = ({ client, name }: Home, attributes: object) =>
  client.post(`/organizations/${name}/policies`, policyDocument(attributes));

onEachEngine('A policy is created with the level in enforce, and shows the correct path', async (world) => {
  const home = await world.home();

  const created = await Promise.all([
    create(home, { name: 'a', ...enforce('a.native', 'soft-mandatory') }),
    create(home, { name: 'b', kind: 'opa', ...enforce('b.rego', 'mandatory') }),
    create(home, { name: 'c', ...enforce('wrong', 'advisory') }),
    create(home, { name: 'd', kind: 'opa', ...enforce('wrong', 'mandatory') }),
    create(home, { name: 'e', 'enforcement-level': 'advisory', ...enforce('e.native', 'hard-mandatory') }),
  ]);

  assert.deepEqual(
    created.map(({ status, body }) => [
      status,
      body.data.attributes['enforcement-level'],
      body.data.attributes.enforce,
    ]),
    [
      [200, 'soft-mandatory', [{ path: 'a.native', mode: 'soft-mandatory' }]],
      [200, 'mandatory', [{ path: 'b.rego', mode: 'mandatory' }]],
      [200, 'hard-mandatory', [{ path: 'c.native', mode: 'hard-mandatory' }]],
      [200, 'advisory', [{ path: 'd.rego', mode: 'advisory' }]],
      [200, 'advisory', [{ path: 'e.native', mode: 'advisory' }]],
    ],
  );
});

onEachEngine('A policy cannot be created without a level of its kind', async (world) => {
  const home = await world.home();

  const refusals = await Promise.all([
    create(home, { name: 'a' }),
    create(home, { name: 'b', kind: 'opa', enforce: [] }),
    create(home, { name: 'c', 'enforcement-level': 'mandatory' }),
    create(home, { name: 'd', kind: 'opa', 'enforcement-level': 'soft-mandatory' }),
    create(home, { name: 'e', 'enforcement-level': null }),
    create(home, { name: 'f', ...enforce('f.native') }),
    create(home, { name: 'g', enforce: { path: 'g.native', mode: 'advisory' } }),
    create(home, { name: 'h', enforce: ['advisory'] }),
    create(home, { name: 'i', enforce: [{ path: 5, mode: true }] }),
  ]);
  const listed = await home.client.get(`/organizations/${home.name}/policies`);

  assert.deepEqual(
    refusals.map((refusal) => [refusal.status, ...pointers(refusal)]),
    [
      [422, '/data/attributes/enforcement-level'],
      [422, '/data/attributes/enforcement-level'],
      [422, '/data/attributes/enforcement-level'],
      [422, '/data/attributes/enforcement-level'],
      [422, '/data/attributes/enforcement-level'],
      [422, '/data/attributes/enforce/0/mode'],
      [422, '/data/attributes/enforce', '/data/attributes/enforcement-level'],
      [422, '/data/attributes/enforce/0'],
      [422, '/data/attributes/enforce/0/path', '/data/attributes/enforce/0/mode'],
    ],
  );
  assert.deepEqual(listed.body.data, []);
});

onEachEngine('An update accepts enforce like a creation', async (world) => {
  const home = await world.home();
  const native = await newPolicy(home, 'n', { 'enforcement-level': 'soft-mandatory' });
  const opa = await newPolicy(home, 'o', { kind: 'opa', 'enforcement-level': 'mandatory' });
  const patched = async (id: string, attributes: object) => {
    const { status, body } = await home.client.patch(`/policies/${id}`, policyDocument(attributes));
    return [status, body.data.attributes['enforcement-level']];
  };

  assert.deepEqual(await patched(native, enforce('n.native', 'advisory')), [200, 'advisory']);
  assert.deepEqual(await patched(native, { enforce: [] }), [200, 'advisory']);
  assert.deepEqual(await patched(native, { enforce: null }), [200, 'advisory']);
  assert.deepEqual(await patched(native, enforce('wrong', 'soft-mandatory')), [200, 'hard-mandatory']);
  assert.deepEqual(await patched(opa, enforce('wrong', 'mandatory')), [200, 'advisory']);
  assert.deepEqual(await patched(opa, enforce('o.rego', 'mandatory')), [200, 'mandatory']);
  assert.deepEqual(await patched(opa, { 'enforcement-level': 'advisory', ...enforce('o.rego', 'mandatory') }), [
    200,
    'advisory',
  ]);
});

onEachEngine('An update to a level of the other kind is rejected, and the old level is kept', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n', { 'enforcement-level': 'soft-mandatory' });

  const refusals = [
    await home.client.patch(`/policies/${id}`, policyDocument({ 'enforcement-level': 'mandatory' })),
    await home.client.patch(`/policies/${id}`, policyDocument(enforce('n.native', 'mandatory'))),
    await home.client.patch(`/policies/${id}`, policyDocument({ 'enforcement-level': null })),
  ];
  const shown = await home.client.get(`/policies/${id}`);

  assert.deepEqual(
    refusals.map((refusal) => [refusal.status, ...pointers(refusal)]),
    [
      [422, '/data/attributes/enforcement-level'],
      [422, '/data/attributes/enforce/0/mode'],
      [422, '/data/attributes/enforcement-level'],
    ],
  );
  assert.match(details(refusals.at(0) ?? shown)[0] ?? '', /hard-mandatory, soft-mandatory, advisory/);
  assert.equal(shown.body.data.attributes['enforcement-level'], 'soft-mandatory');
});
