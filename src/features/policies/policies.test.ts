import assert from 'node:assert/strict';
import type { Answer } from '../../../test/support/client.ts';
import { onEachEngine } from '../../../test/support/world.ts';

/** The document that creates a policy. */
const policy = (attributes: object, relationships?: object) => ({
  data: { type: 'policies', attributes, ...(relationships && { relationships }) },
});

const details = ({ body }: Answer): readonly string[] => body.errors.map(({ detail }: { detail: string }) => detail);
const pointers = ({ body }: Answer): readonly string[] =>
  body.errors.map(({ source }: { source?: { pointer: string } }) => source?.pointer ?? '');

onEachEngine('A policy is created without a download link and shown with one', async (world) => {
  const { client, name } = await world.home();

  const created = await client.post(
    `/organizations/${name}/policies`,
    policy({ name: 'no-public-buckets', kind: 'opa', query: 'data.deny', 'enforcement-level': 'mandatory' }),
  );
  const shown = await client.get(`/policies/${created.body.data.id}`);

  assert.equal(created.status, 200);
  const { attributes, relationships, links } = created.body.data;
  assert.deepEqual(attributes, {
    name: 'no-public-buckets',
    description: null,
    kind: 'opa',
    query: 'data.deny',
    'enforcement-level': 'mandatory',
    enforce: [{ path: 'no-public-buckets.rego', mode: 'mandatory' }],
    'policy-set-count': 0,
    'updated-at': null,
  });
  assert.deepEqual(relationships.organization.data, { id: name, type: 'organizations' });
  assert.deepEqual(Object.keys(links), ['self', 'upload']);
  assert.deepEqual(shown.body.data.attributes, attributes);
  assert.equal(shown.body.data.links.download, `/api/v2/policies/${created.body.data.id}/download`);
});

onEachEngine('Every broken rule of a new policy is told, each with its pointer', async (world) => {
  const { client, name } = await world.home();

  const refused = await client.post(
    `/organizations/${name}/policies`,
    policy({ name: 'no good', description: 5, kind: 'opa', query: true }),
  );

  assert.equal(refused.status, 422);
  assert.deepEqual(pointers(refused).toSorted(), [
    '/data/attributes/description',
    '/data/attributes/enforcement-level',
    '/data/attributes/name',
    '/data/attributes/query',
  ]);
  assert.ok(details(refused).includes('Name can only include letters, numbers, -, and _.'));
  assert.ok(details(refused).includes("Enforcement level can't be blank"));
});
