// Tests creating policies with valid attributes and sets, and the errors for invalid ones.
import assert from 'node:assert/strict';
import { details, documentOf, identifiers, pointers, relatedIds } from '../../../../test/support/documents.ts';
import { newPolicy, newPolicySet, policyDocument } from '../../../../test/support/policies.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';

const create = ({ client, name }: Home, attributes: object, policySetIds?: readonly string[]) =>
  client.post(
    `/organizations/${name}/policies`,
    policyDocument({ 'enforcement-level': 'advisory', ...attributes }, policySetIds),
  );

onEachEngine('A new policy is rejected with all broken rules and their pointers', async (world) => {
  const home = await world.home();

  const refused = await create(home, {
    name: 'no good',
    description: 5,
    kind: 'opa',
    query: true,
    'enforcement-level': undefined,
  });

  assert.equal(refused.status, 422);
  assert.deepEqual(pointers(refused).toSorted(), [
    '/data/attributes/description',
    '/data/attributes/enforcement-level',
    '/data/attributes/name',
    '/data/attributes/query',
  ]);
  assert.ok(details(refused).includes('Name can only include letters, numbers, -, and _.'));
  assert.ok(details(refused).includes("Enforcement level can't be blank"));
  assert.ok(
    refused.body.errors.every(
      ({ title, status }: Record<string, string>) => title === 'invalid attribute' && status === '422',
    ),
  );
});

onEachEngine('A list of far too many invalid elements is rejected without one problem per element', async (world) => {
  const home = await world.home();
  const tooMany = Array.from({ length: 190_000 }, () => 1);

  const attribute = await create(home, { name: 'policy', enforce: tooMany });
  const relationship = await home.client.post(`/organizations/${home.name}/policies`, {
    data: {
      type: 'policies',
      attributes: { name: 'policy', 'enforcement-level': 'advisory' },
      relationships: { 'policy-sets': { data: tooMany } },
    },
  });

  assert.deepEqual([attribute.status, relationship.status], [422, 422]);
  assert.ok(details(attribute).includes('Enforce has too many elements (maximum is 100)'));
  assert.ok(details(relationship).includes('Data has too many elements (maximum is 1000)'));
  assert.ok(details(attribute).length < 2_000 && details(relationship).length < 2_000);
});

onEachEngine('A name has 1 to 255 letters, digits, hyphens and underscores', async (world) => {
  const home = await world.home();
  const answerTo = async (name: unknown) => {
    const answer = await create(home, { name });
    return answer.status === 200 ? 200 : [answer.status, ...pointers(answer), ...details(answer)];
  };
  const refusal = (detail: string) => [422, '/data/attributes/name', `Name ${detail}`];
  const letters = 'can only include letters, numbers, -, and _.';

  assert.equal(await answerTo('a'.repeat(255)), 200);
  assert.equal(await answerTo('-_09azAZ'), 200);
  assert.deepEqual(await answerTo('a'.repeat(256)), refusal('is too long (maximum is 255 characters)'));
  assert.deepEqual(await answerTo(''), refusal("can't be blank"));
  assert.deepEqual(await answerTo(undefined), refusal("can't be blank"));
  for (const name of ['a b', 'a.b', 'ä', 'a\n', '\u0000', '\ud800', '../x', 'a/b']) {
    assert.deepEqual(await answerTo(name), refusal(letters), JSON.stringify(name));
  }
  for (const name of [null, 5, true, ['a'], { a: 1 }, { toString: 1 }]) {
    assert.deepEqual(await answerTo(name), refusal('must be a JSON string'), JSON.stringify(name));
  }
});

onEachEngine('A value of the wrong type or format is rejected with a pointer to it', async (world) => {
  const home = await world.home();
  const wrong: readonly (readonly [string, unknown])[] = [
    ['description', 5],
    ['description', ['text']],
    ['description', 'a\u0000b'],
    ['description', '\udc00'],
    ['description', 'x'.repeat(65_537)],
    ['kind', 'other'],
    ['kind', 'OPA'],
    ['kind', null],
    ['kind', 5],
    ['query', {}],
    ['query', 'a\u0000b'],
    ['enforcement-level', 5],
    ['enforcement-level', 'nonsense'],
    ['enforce', 'advisory'],
  ];

  for (const [attribute, value] of wrong) {
    const refused = await create(home, { name: 'n', [attribute]: value });

    assert.equal(refused.status, 422, attribute);
    assert.deepEqual(pointers(refused), [`/data/attributes/${attribute}`]);
  }
});

onEachEngine('A document without data or of another type is rejected as a whole', async (world) => {
  const home = await world.home();
  const path = `/organizations/${home.name}/policies`;
  const attributes = { name: 'n', 'enforcement-level': 'advisory' };
  const documents: readonly (readonly [unknown, string])[] = [
    [{ data: { attributes } }, '/data/type'],
    [documentOf('policy-sets', attributes), '/data/type'],
    [{ data: { type: 'policies' } }, '/data/attributes'],
    [{ data: { type: 'policies', attributes: [] } }, '/data/attributes'],
    [{ data: [] }, '/data'],
    [{ data: null }, '/data'],
    [{}, '/data'],
    [undefined, '/data'],
    [null, '/data'],
    [[], ''],
    ['text', ''],
  ];

  for (const [document, pointer] of documents) {
    const refused = await home.client.post(path, document);

    assert.equal(refused.status, 422, JSON.stringify(document));
    assert.deepEqual(pointers(refused), [pointer], JSON.stringify(document));
    assert.equal(refused.body.errors[0].title, 'unprocessable entity');
  }
  assert.deepEqual((await home.client.get(path)).body.data, []);
});

onEachEngine('A body that is not JSON, has another media type or is compressed is rejected', async (world) => {
  const home = await world.home();
  const path = `/organizations/${home.name}/policies`;
  const send = async (raw: string, headers: Record<string, string>) =>
    (await home.client.request('POST', path, { raw, headers })).status;
  const document = JSON.stringify(policyDocument({ name: 'n', 'enforcement-level': 'advisory' }));
  const type = 'application/vnd.api+json';

  assert.equal(await send('{"data":', { 'content-type': type }), 400);
  assert.equal(await send(document, { 'content-type': 'text/plain' }), 415);
  assert.equal(await send(document, { 'content-type': 'application/json' }), 415);
  assert.equal(await send(document, { 'content-type': type, 'content-encoding': 'gzip' }), 415);
  assert.equal(await send(`${document}${' '.repeat(1_048_576)}`, { 'content-type': type }), 413);
  assert.equal(await send(document, { 'content-type': `${type}; charset=utf-8` }), 200);
});

onEachEngine('Unknown and read-only members of a new policy are ignored', async (world) => {
  const home = await world.home();

  const created = await home.client.post(`/organizations/${home.name}/policies`, {
    data: {
      id: 'pol-mine',
      type: 'policies',
      attributes: {
        name: 'n',
        'enforcement-level': 'advisory',
        'policy-set-count': 9,
        'updated-at': 'now',
        unknown: { deep: [] },
      },
      relationships: { organization: { data: { id: 'other', type: 'organizations' } }, unknown: 5 },
      links: { self: '/elsewhere' },
    },
    meta: {},
  });

  assert.equal(created.status, 200);
  const { id, attributes, relationships, links } = created.body.data;
  assert.notEqual(id, 'pol-mine');
  assert.equal(attributes['policy-set-count'], 0);
  assert.equal(attributes['updated-at'], null);
  assert.equal(relationships.organization.data.id, home.name);
  assert.equal(links.self, `/api/v2/policies/${id}`);
});

onEachEngine('A name is unique within an organization and case-sensitive', async (world) => {
  const [home, other] = [await world.home(), await world.home()];
  await newPolicy(home, 'tags');
  await newPolicy(home, 'Tags');
  await newPolicy(other, 'tags');

  const refused = await create(home, { name: 'tags', kind: 'opa' });

  assert.equal(refused.status, 422);
  assert.deepEqual(refused.body.errors, [
    {
      status: '422',
      code: 'taken',
      title: 'invalid attribute',
      detail: 'Name has already been taken',
      source: { pointer: '/data/attributes/name' },
    },
  ]);
});

onEachEngine('Of fifty concurrent creations with one name, one succeeds', async (world) => {
  const home = await world.home();

  const answers = await Promise.all(Array.from({ length: 50 }, () => create(home, { name: 'only' })));
  const listed = await home.client.get(`/organizations/${home.name}/policies`);

  const statuses = answers.map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [200, ...Array.from({ length: 49 }, () => 422)]);
  assert.equal(listed.body.data.length, 1);
  assert.equal(listed.body.meta.pagination['total-count'], 1);
});

onEachEngine('References to policy sets must be valid references', async (world) => {
  const { client, name } = await world.home();
  const send = async (relationship: unknown) => {
    const document = policyDocument({ name: 'n', 'enforcement-level': 'advisory' });
    const data = { ...document.data, relationships: { 'policy-sets': relationship } };
    return pointers(await client.post(`/organizations/${name}/policies`, { data }));
  };
  const pointer = '/data/relationships/policy-sets';

  assert.deepEqual(await send(identifiers('policies', 'polset-1')), [`${pointer}/data/0/type`]);
  assert.deepEqual(await send({ data: [{ id: 5, type: 'policy-sets' }] }), [`${pointer}/data/0/id`]);
  assert.deepEqual(await send({ data: [{}] }), [`${pointer}/data/0/id`, `${pointer}/data/0/type`]);
  assert.deepEqual(await send({ data: null }), [`${pointer}/data`]);
  assert.deepEqual(await send([]), [pointer]);
});

onEachEngine('A policy can be created in sets, and the response shows them', async (world) => {
  const home = await world.home();
  const sets = [await newPolicySet(home, 'one'), await newPolicySet(home, 'two')].toSorted();

  const created = await create(home, { name: 'n' }, [...sets, ...sets]);
  const shownSets = await Promise.all(sets.map((id) => home.client.get(`/policy-sets/${id}`)));

  assert.equal(created.status, 200);
  assert.equal(created.body.data.attributes['policy-set-count'], 2);
  assert.deepEqual(relatedIds(created, 'policy-sets'), sets);
  for (const shown of shownSets) {
    assert.equal(shown.body.data.attributes['policy-count'], 1);
    assert.deepEqual(relatedIds(shown, 'policies'), [created.body.data.id]);
  }
});

onEachEngine(
  'No policy is created if a policy set is unknown, in another organization or of another kind',
  async (world) => {
    const [home, other] = [await world.home(), await world.home()];
    const own = await newPolicySet(home, 'own');
    const opa = await newPolicySet(home, 'opa', { kind: 'opa' });
    const foreign = await newPolicySet(other, 'foreign');
    await newPolicy(home, 'taken');

    const refused = await create(home, { name: 'taken' }, [own, 'polset-unknown', foreign, opa]);
    const free = await create(home, { name: 'free' }, [own, opa]);
    const listed = await home.client.get(`/organizations/${home.name}/policies`);
    const shown = await home.client.get(`/policy-sets/${own}`);

    assert.equal(refused.status, 422);
    assert.deepEqual(
      refused.body.errors.map(({ source, detail }: { source: { pointer: string }; detail: string }) => [
        source.pointer,
        detail,
      ]),
      [
        ['/data/attributes/name', 'Name has already been taken'],
        ['/data/relationships/policy-sets/data/1/id', 'Policy set does not exist in this organization'],
        ['/data/relationships/policy-sets/data/2/id', 'Policy set does not exist in this organization'],
        [
          '/data/relationships/policy-sets/data/3/id',
          'Policy set has the wrong kind: a policy and its policy sets must have the same kind',
        ],
      ],
    );
    assert.equal(free.status, 422);
    assert.equal(listed.body.meta.pagination['total-count'], 1);
    assert.equal(shown.body.data.attributes['policy-count'], 0);
  },
);
