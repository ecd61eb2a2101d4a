import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { newPolicySet } from '../../../../test/support/policies.ts';
import { onEachEngine } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';

const parameter = (attributes: object) => documentOf('vars', attributes);
const everyParameter = query()((db) => db.selectFrom('policy_set_parameters').selectAll());

onEachEngine('A parameter is created, listed, shown, changed and deleted', async (world) => {
  const home = await world.home();
  const set = await newPolicySet(home, 'set');
  const path = `/policy-sets/${set}/parameters`;

  const created = await home.client.post(path, parameter({ key: 'region', value: 'eu', category: 'policy-set' }));
  const { id } = created.body.data;
  const listed = await home.client.get(path);
  const changed = await home.client.patch(`${path}/${id}`, parameter({ value: 'us' }));
  const shown = await home.client.get(`${path}/${id}`);
  const deleted = await home.client.delete(`${path}/${id}`);

  assert.equal(created.status, 201);
  assert.deepEqual(created.body.data.attributes, {
    key: 'region',
    sensitive: false,
    value: 'eu',
    category: 'policy-set',
    'declared-types': [],
    'override-count': 0,
  });
  assert.deepEqual(created.body.data.relationships.configurable.data, { id: set, type: 'policy-sets' });
  assert.deepEqual(listed.body.data, [created.body.data]);
  assert.deepEqual([changed.status, changed.body.data.attributes.value], [200, 'us']);
  assert.deepEqual(shown.body, changed.body);
  assert.deepEqual([deleted.status, (await home.client.get(`${path}/${id}`)).status], [204, 404]);
  assert.deepEqual(
    (await auditOf(world, id)).map(({ action, change }) => [action, change.after?.value]),
    [
      ['policy-set-parameter.create', 'eu'],
      ['policy-set-parameter.update', 'us'],
      ['policy-set-parameter.delete', undefined],
    ],
  );
});

onEachEngine(
  'A sensitive value is encrypted, never shown or audited, and cannot be made non-sensitive',
  async (world) => {
    const home = await world.home();
    const path = `/policy-sets/${await newPolicySet(home, 'set')}/parameters`;

    const created = await home.client.post(path, parameter({ key: 'token', value: 'swordfish', sensitive: true }));
    const { id } = created.body.data;
    const plain = await home.client.patch(`${path}/${id}`, parameter({ sensitive: false }));
    const changed = await home.client.patch(`${path}/${id}`, parameter({ value: 'herring' }));
    const later = await home.client.post(path, parameter({ key: 'later', value: 'swordfish' }));
    const sealed = await home.client.patch(`${path}/${later.body.data.id}`, parameter({ sensitive: true }));

    assert.deepEqual([created.body.data.attributes.value, changed.body.data.attributes.value], [null, null]);
    assert.deepEqual([plain.status, pointers(plain)], [422, ['/data/attributes/sensitive']]);
    assert.deepEqual([sealed.status, sealed.body.data.attributes.value], [200, null]);
    const stored = JSON.stringify([await world.context.database.rows(everyParameter, {}), await auditOf(world, id)]);
    assert.doesNotMatch(stored, /swordfish|herring/);
  },
);

onEachEngine('A key is not empty and unique within a set, and a set shows only its own parameters', async (world) => {
  const home = await world.home();
  const [set, other] = [await newPolicySet(home, 'set'), await newPolicySet(home, 'other')];
  const created = await home.client.post(`/policy-sets/${set}/parameters`, parameter({ key: 'region' }));

  const taken = await home.client.post(`/policy-sets/${set}/parameters`, parameter({ key: 'region' }));
  const elsewhere = await home.client.post(`/policy-sets/${other}/parameters`, parameter({ key: 'region' }));
  const wrong = await home.client.get(`/policy-sets/${other}/parameters/${created.body.data.id}`);
  const category = await home.client.post(`/policy-sets/${set}/parameters`, parameter({ key: 'x', category: 'env' }));
  const unnamed = await home.client.post(`/policy-sets/${set}/parameters`, parameter({ key: '' }));

  assert.deepEqual([taken.status, details(taken)], [422, ['Key has already been taken']]);
  assert.deepEqual([elsewhere.status, wrong.status], [201, 404]);
  assert.deepEqual([category.status, pointers(category)], [422, ['/data/attributes/category']]);
  assert.deepEqual([unnamed.status, details(unnamed)], [422, ["Key can't be blank"]]);
});
