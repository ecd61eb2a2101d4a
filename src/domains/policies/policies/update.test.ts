import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { documentOf, pointers, relatedIds } from '../../../../test/support/documents.ts';
import { newPolicy, newPolicySet, policyDocument } from '../../../../test/support/policies.ts';
import { onEachEngine } from '../../../../test/support/world.ts';

onEachEngine('An update changes the description and the query, and shows the time of the change', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'o', { kind: 'opa', query: 'data.old', description: 'Old.' });
  const patched = async (attributes: object) => {
    const { status, body } = await home.client.patch(`/policies/${id}`, policyDocument(attributes));
    assert.equal(status, 200);
    return body.data.attributes;
  };

  const first = await patched({ description: 'New.', query: 'data.new', 'enforcement-level': 'mandatory' });
  world.advance(60_000);
  const second = await patched({ description: null });
  const shown = await home.client.get(`/policies/${id}`);

  assert.deepEqual([first.description, first.query, first['enforcement-level']], ['New.', 'data.new', 'mandatory']);
  assert.deepEqual([second.description, second.query, second['enforcement-level']], [null, 'data.new', 'mandatory']);
  assert.match(first['updated-at'], /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  assert.ok(second['updated-at'] > first['updated-at']);
  assert.deepEqual(shown.body.data.attributes, second);
});

onEachEngine('An update returns a download link and the policy sets', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n');
  const set = await newPolicySet(home, 'set', {}, [id]);

  const updated = await home.client.patch(`/policies/${id}`, policyDocument({ description: 'New.' }, []));

  assert.equal(updated.body.data.links.download, `/api/v2/policies/${id}/download`);
  assert.deepEqual(relatedIds(updated, 'policy-sets'), [set]);
  assert.equal(updated.body.data.attributes['policy-set-count'], 1);
});

onEachEngine(
  'Attributes that cannot be changed are ignored, and an update without a change is not audited',
  async (world) => {
    const home = await world.home();
    const id = await newPolicy(home, 'n', { description: 'Same.' });
    const before = await home.client.get(`/policies/${id}`);

    const updated = await home.client.patch(
      `/policies/${id}`,
      policyDocument({
        name: 'not a name',
        kind: 5,
        'policy-set-count': 3,
        'updated-at': null,
        unknown: true,
        description: 'Same.',
        'enforcement-level': 'advisory',
      }),
    );
    const empty = await home.client.patch(`/policies/${id}`, policyDocument({}));

    assert.deepEqual([updated.status, empty.status], [200, 200]);
    assert.deepEqual(updated.body, before.body);
    assert.deepEqual(empty.body, before.body);
    assert.equal(empty.body.data.attributes['updated-at'], null);
    assert.deepEqual(
      (await auditOf(world, id)).map(({ action }) => action),
      ['policy.create'],
    );
  },
);

onEachEngine('An update with a wrong type or invalid attributes changes nothing', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n', { description: 'Old.' });
  const attributes = { description: 'New.' };
  const documents: readonly (readonly [unknown, readonly string[]])[] = [
    [{ data: { attributes } }, ['/data/type']],
    [documentOf('policy', attributes), ['/data/type']],
    [{}, ['/data']],
    [undefined, ['/data']],
    [
      policyDocument({ description: 5, query: [], enforce: 'x', 'enforcement-level': false }),
      [
        '/data/attributes/description',
        '/data/attributes/enforce',
        '/data/attributes/enforcement-level',
        '/data/attributes/query',
      ],
    ],
    [policyDocument({ ...attributes, query: 5 }), ['/data/attributes/query']],
  ];

  for (const [document, expected] of documents) {
    const refused = await home.client.patch(`/policies/${id}`, document);

    assert.equal(refused.status, 422, JSON.stringify(document));
    assert.deepEqual(pointers(refused).toSorted(), expected);
  }
  assert.equal((await home.client.get(`/policies/${id}`)).body.data.attributes.description, 'Old.');
});

onEachEngine('An update without attributes is valid and changes nothing', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n', { description: 'Old.' });
  const before = await home.client.get(`/policies/${id}`);

  const updated = await home.client.patch(`/policies/${id}`, { data: { type: 'policies' } });

  assert.equal(updated.status, 200);
  assert.deepEqual(updated.body, before.body);
});
