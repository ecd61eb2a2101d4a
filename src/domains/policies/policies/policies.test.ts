import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { newPolicy, newPolicySet, policyDocument } from '../../../../test/support/policies.ts';
import { type Home, onEachEngine } from '../../../../test/support/world.ts';

const create = ({ client, name }: Home, attributes: object) =>
  client.post(`/organizations/${name}/policies`, policyDocument({ 'enforcement-level': 'advisory', ...attributes }));

onEachEngine('A policy is created without a download link and shown with one', async (world) => {
  const home = await world.home();

  const created = await create(home, {
    name: 'no-public-buckets',
    kind: 'opa',
    query: 'data.deny',
    'enforcement-level': 'mandatory',
  });
  const { id, attributes, relationships, links } = created.body.data;
  const shown = await home.client.get(`/policies/${id}`);

  assert.equal(created.status, 200);
  assert.equal(created.headers.get('content-type'), 'application/vnd.api+json');
  assert.match(id, /^pol-[1-9A-HJ-NP-Za-km-z]{16}$/);
  assert.deepEqual(attributes, {
    name: 'no-public-buckets',
    description: null,
    kind: 'opa',
    query: 'data.deny',
    'enforcement-level': 'mandatory',
    enforce: [{ path: 'no-public-buckets.rego', mode: 'mandatory' }],
    'policy-set-count': 0,
    introduction: 'enforce',
    shadow: false,
    input: null,
    check: null,
    'test-result': null,
    'rego-version': null,
    'updated-at': null,
  });
  assert.deepEqual(relationships, {
    organization: { data: { id: home.name, type: 'organizations' } },
    'policy-sets': { data: [] },
  });
  assert.deepEqual(links, { self: `/api/v2/policies/${id}`, upload: `/api/v2/policies/${id}/upload` });
  assert.equal(shown.status, 200);
  assert.deepEqual(shown.body.data, {
    ...created.body.data,
    links: { ...links, download: `/api/v2/policies/${id}/download` },
  });
});

onEachEngine('A policy is native by default, and a native one has no query', async (world) => {
  const home = await world.home();

  const created = await create(home, { name: 'n', description: '# Why\n\n…', query: 'data.deny' });
  const updated = await home.client.patch(
    `/policies/${created.body.data.id}`,
    policyDocument({ query: 'data.allow', kind: 'opa' }),
  );

  const { check, ...attributes } = created.body.data.attributes;
  assert.equal(check.status, 'unreachable');
  assert.deepEqual(attributes, {
    name: 'n',
    description: '# Why\n\n…',
    kind: 'native',
    'enforcement-level': 'advisory',
    enforce: [{ path: 'n.native', mode: 'advisory' }],
    'policy-set-count': 0,
    introduction: 'enforce',
    shadow: false,
    'test-result': null,
    'rego-version': null,
    'updated-at': null,
  });
  assert.equal(updated.status, 200);
  assert.deepEqual(updated.body.data.attributes, created.body.data.attributes);
});

onEachEngine('An opa policy can have no query', async (world) => {
  const home = await world.home();

  const absent = await create(home, { name: 'absent', kind: 'opa' });
  const nothing = await create(home, { name: 'nothing', kind: 'opa', query: null });

  assert.deepEqual([absent.status, nothing.status], [200, 200]);
  assert.deepEqual(
    [absent, nothing].map(({ body }) => body.data.attributes.query),
    [null, null],
  );
});

onEachEngine('A deleted policy is deleted with its code, and its name is no longer taken', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n');
  await newPolicySet(home, 'set', {}, [id]);
  await home.client.put(`/policies/${id}/upload`, 'code');

  const deleted = await home.client.delete(`/policies/${id}`);
  const afterwards = await Promise.all([
    home.client.delete(`/policies/${id}`),
    home.client.get(`/policies/${id}`),
    home.client.get(`/policies/${id}/download`),
    home.client.put(`/policies/${id}/upload`, 'code'),
    home.client.patch(`/policies/${id}`, policyDocument({ description: 'New.' })),
  ]);
  const again = await create(home, { name: 'n' });

  assert.equal(deleted.status, 204);
  assert.equal(deleted.bytes.length, 0);
  assert.deepEqual(
    afterwards.map(({ status }) => status),
    [404, 404, 404, 404, 404],
  );
  assert.equal(again.status, 200);
});

onEachEngine('The policy counts reflect creations and deletions', async (world) => {
  const home = await world.home();
  const ids = [await newPolicy(home, 'a'), await newPolicy(home, 'b'), await newPolicy(home, 'c', { kind: 'opa' })];
  const totals = () =>
    Promise.all(
      ['', 'filter[kind]=native', 'filter[kind]=opa'].map(async (query) => {
        const { body } = await home.client.get(`/organizations/${home.name}/policies?${query}`);
        return body.meta.pagination['total-count'];
      }),
    );

  const before = await totals();
  await home.client.delete(`/policies/${ids[0]}`);
  const afterNative = await totals();
  await home.client.delete(`/policies/${ids[2]}`);
  const afterOpa = await totals();

  assert.deepEqual(
    [before, afterNative, afterOpa],
    [
      [3, 2, 1],
      [2, 1, 1],
      [1, 1, 0],
    ],
  );
});

onEachEngine('Every change of a policy is audited, with the actor and the request', async (world) => {
  const home = await world.home();
  const created = await home.client.request('POST', `/organizations/${home.name}/policies`, {
    json: policyDocument({ name: 'n', 'enforcement-level': 'advisory' }),
    headers: { 'x-request-id': 'my-request.1' },
  });
  const { id } = created.body.data;

  await home.client.patch(`/policies/${id}`, policyDocument({ description: 'New.' }));
  await home.client.delete(`/policies/${id}`);

  const records = await auditOf(world, id);
  const level = { 'enforcement-level': 'advisory', introduction: 'enforce', input: null };
  const shown = { name: 'n', kind: 'native', description: null, query: null, ...level };
  const described = { ...shown, description: 'New.' };
  assert.deepEqual(
    records.map(({ action, change }) => ({ action, ...change })),
    [
      { action: 'policy.create', before: null, after: { ...shown, 'policy-sets': [] } },
      { action: 'policy.update', before: shown, after: described },
      { action: 'policy.delete', before: described, after: null },
    ],
  );
  assert.equal(created.headers.get('x-request-id'), 'my-request.1');
  assert.equal(records[0]?.requestId, 'my-request.1');
  for (const { actor, organizationId } of records) {
    assert.equal(actor.id, home.owner.user.id);
    assert.equal(organizationId, home.organization.id);
  }
});

onEachEngine(
  'A policy has a weak entity tag that changes with it, and an unchanged policy is not sent again',
  async (world) => {
    const home = await world.home();
    const path = `/policies/${await newPolicy(home, 'n')}`;
    const shown = await home.client.get(path);
    const tag = shown.headers.get('etag') ?? '';
    const read = () => home.client.get(path, { headers: { 'if-none-match': tag } });

    const unchanged = await read();
    await home.client.patch(path, policyDocument({ description: 'New.' }));
    const changed = await read();

    assert.match(tag, /^W\/"[^"]+"$/);
    assert.equal(shown.headers.get('cache-control'), 'private, no-cache');
    assert.equal(unchanged.status, 304);
    assert.equal(unchanged.bytes.length, 0);
    assert.equal(unchanged.headers.get('etag'), tag);
    assert.equal(changed.status, 200);
    assert.notEqual(changed.headers.get('etag'), tag);
  },
);

onEachEngine('HEAD responds like GET, without the body', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n');
  const headersOf = (headers: Headers) =>
    Object.fromEntries(
      ['content-type', 'content-length', 'etag', 'cache-control'].map((name) => [name, headers.get(name)]),
    );

  for (const path of [`/policies/${id}`, `/organizations/${home.name}/policies`]) {
    const [head, got] = [await home.client.request('HEAD', path), await home.client.get(path)];

    assert.equal(head.status, 200);
    assert.equal(head.bytes.length, 0);
    assert.deepEqual(headersOf(head.headers), headersOf(got.headers));
  }
  assert.equal((await home.client.request('HEAD', '/policies/pol-unknown')).status, 404);
});

onEachEngine('Another method on a known path gives 404', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n');

  const answers = await Promise.all([
    home.client.request('PUT', `/policies/${id}`, { json: policyDocument({}) }),
    home.client.post(`/policies/${id}`, policyDocument({})),
    home.client.post(`/policies/${id}/upload`, policyDocument({})),
    home.client.delete(`/organizations/${home.name}/policies`),
    world.anonymous.request('PUT', `/policies/${id}`),
  ]);

  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404, 404, 404, 404],
  );
});
