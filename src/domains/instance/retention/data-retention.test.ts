import assert from 'node:assert/strict';
import { auditOf } from '../../../../test/support/audit.ts';
import { details, documentOf, pointers } from '../../../../test/support/documents.ts';
import { onEachEngine, type World } from '../../../../test/support/world.ts';

const path = '/admin/data-retention-policy-settings';
const type = 'data-retention-policy-delete-olders';

const ofDays = (days: unknown) => documentOf(type, { 'delete-older-than-n-days': days });
const administrator = async (world: World) => (await world.person({ isAdmin: true })).client;

onEachEngine('Without a policy there is nothing to show or remove', async (world) => {
  const client = await administrator(world);

  const answers = [await client.get(path), await client.delete(path)];

  assert.deepEqual(
    answers.map(({ status }) => status),
    [404, 404],
  );
});

onEachEngine('A policy is set, shown, changed under its identifier, and removed', async (world) => {
  const client = await administrator(world);

  const set = await client.post(path, ofDays(30));
  const shown = await client.get(path);
  const changed = await client.post(path, ofDays(60));
  const patched = await client.patch(path, ofDays(90));
  const removed = await client.delete(path);
  const gone = await client.get(path);
  const another = await client.post(path, ofDays(90));

  const { id } = set.body.data;
  assert.match(id, /^drp-[1-9A-HJ-NP-Za-km-z]{16}$/);
  assert.deepEqual(set.body, {
    data: {
      id,
      type,
      attributes: { 'delete-older-than-n-days': 30 },
      relationships: { target: { data: null } },
    },
  });
  assert.deepEqual(
    [set.status, changed.status, patched.status, removed.status, gone.status],
    [200, 200, 200, 204, 404],
  );
  assert.deepEqual(shown.body, set.body);
  assert.deepEqual([changed.body.data.id, patched.body.data.id], [id, id]);
  assert.equal(patched.body.data.attributes['delete-older-than-n-days'], 90);
  assert.notEqual(another.body.data.id, id);
  const records = await auditOf(world, 'data-retention');
  assert.deepEqual(
    records.map(({ action, change }) => [action, change.before, change.after]),
    [
      ['data-retention.set', null, { 'delete-older-than-n-days': 30 }],
      ['data-retention.set', { 'delete-older-than-n-days': 30 }, { 'delete-older-than-n-days': 60 }],
      ['data-retention.set', { 'delete-older-than-n-days': 60 }, { 'delete-older-than-n-days': 90 }],
      ['data-retention.remove', { 'delete-older-than-n-days': 90 }, null],
      ['data-retention.set', null, { 'delete-older-than-n-days': 90 }],
    ],
  );
});

onEachEngine('The days are accepted in both spellings, and the type may be omitted', async (world) => {
  const client = await administrator(world);
  const spelt = (attributes: object, kind: object = { type }) => client.post(path, { data: { ...kind, attributes } });

  const answers = [
    await spelt({ deleteOlderThanNDays: 7 }),
    await spelt({ deleteOlderThanNDays: 8 }, {}),
    await spelt({ deleteOlderThanNDays: 1, 'delete-older-than-n-days': 2_147_483_647 }, { type: '' }),
  ];

  assert.deepEqual(
    answers.map(({ body }) => body.data.attributes['delete-older-than-n-days']),
    [7, 8, 2_147_483_647],
  );
});

onEachEngine('Invalid days are refused, and the policy stays unchanged', async (world) => {
  const client = await administrator(world);
  await client.post(path, ofDays(30));
  const wrong = [0, -1, 1.5, 2_147_483_648, '30', true, null, [], {}];

  const posted = await Promise.all(wrong.map((days) => client.post(path, ofDays(days))));
  const patched = await Promise.all(
    wrong
      .filter((days) => days !== null)
      .map((days) => client.patch(path, documentOf(type, { deleteOlderThanNDays: days }))),
  );
  const shown = await client.get(path);

  const refused = [...posted, ...patched];
  assert.deepEqual(new Set(refused.map(({ status }) => status)), new Set([422]));
  assert.deepEqual(new Set(refused.flatMap(pointers)), new Set(['/data/attributes/delete-older-than-n-days']));
  assert.equal(shown.body.data.attributes['delete-older-than-n-days'], 30);
});

onEachEngine('Only a policy that deletes older data can be set', async (world) => {
  const client = await administrator(world);
  const bodies = [
    undefined,
    null,
    {},
    { data: null },
    { data: { type } },
    { data: { type, attributes: {} } },
    documentOf('data-retention-policy-dont-deletes', { 'delete-older-than-n-days': 30 }),
    { data: { type: null, attributes: { 'delete-older-than-n-days': 30 } } },
  ];

  const answers = await Promise.all(bodies.map((body) => client.post(path, body)));
  const shown = await client.get(path);

  assert.deepEqual(
    answers.map(({ status }) => status),
    bodies.map(() => 422),
  );
  assert.equal(shown.status, 404);
});

onEachEngine('An update without days changes no policy, and is refused when there is none', async (world) => {
  const client = await administrator(world);

  const early = await client.patch(path, ofDays(null));
  const set = await client.patch(path, ofDays(30));
  const unchanged = [await client.patch(path, ofDays(null)), await client.patch(path, { data: { type } })];

  assert.equal(early.status, 422);
  assert.deepEqual(details(early), ["Delete older than n days can't be blank"]);
  assert.equal(set.status, 200);
  for (const { status, body } of unchanged) assert.deepEqual([status, body], [200, set.body]);
  assert.equal((await auditOf(world, 'data-retention')).length, 1);
});

onEachEngine('A change of an outdated revision of the policy is refused', async (world) => {
  const client = await administrator(world);
  const headers = (tag: string | null) => ({ 'if-match': tag ?? '' });
  const post = (days: number, tag: string | null) =>
    client.request('POST', path, {
      json: ofDays(days),
      headers: { ...headers(tag), 'content-type': 'application/vnd.api+json' },
    });
  const none = await post(1, '*');
  const first = (await client.post(path, ofDays(30))).headers.get('etag');
  const shown = (await client.get(path)).headers.get('etag');

  const second = await post(60, first);
  const late = await post(90, first);
  const kept = await client.request('DELETE', path, { headers: headers(first) });
  const removed = await client.request('DELETE', path, { headers: headers(second.headers.get('etag')) });

  assert.match(first ?? '', /^"drp-\w+-1"$/);
  assert.equal(shown, first);
  assert.deepEqual([none.status, second.status, late.status, kept.status, removed.status], [412, 200, 412, 412, 204]);
});

onEachEngine(
  'Of concurrent requests to set a policy one creates it, and of those to remove it one does so',
  async (world) => {
    const client = await administrator(world);

    const set = await Promise.all([1, 2, 3, 4, 5].map((days) => client.post(path, ofDays(days))));
    const removed = await Promise.all([1, 2, 3].map(() => client.delete(path)));

    assert.equal(new Set(set.map(({ body }) => body.data.id)).size, 1);
    assert.deepEqual(removed.map(({ status }) => status).toSorted(), [204, 404, 404]);
  },
);
