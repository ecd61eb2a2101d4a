// Tests of compressed responses (decision 138).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { mapValues } from '../../src/lib/functions/records.ts';
import { sendRaw } from '../support/raw.ts';
import { type Home, openWorld, type World } from '../support/world.ts';

/** Creates policies, and returns a function that sends a request as the owner with the given headers. */
async function policiesOf(world: World, home: Home, { count, length }: { count: number; length: number }) {
  const description = 'Buckets are encrypted. '.repeat(length).trim();
  for (let index = 0; index < count; index += 1) {
    const attributes = { name: `policy-${index}`, description, kind: 'opa', query: 'data.a.b' };
    const data = { type: 'policies', attributes: { ...attributes, 'enforcement-level': 'advisory' } };
    assert.equal((await home.client.post(`/organizations/${home.name}/policies`, { data })).status, 200);
  }
  return sender(world, home);
}

const sender =
  (world: World, { owner }: Home, method = 'GET') =>
  (path: string, headers: Readonly<Record<string, string>>) =>
    sendRaw(world.url, {
      method,
      path: `/api/v2${path}`,
      headers: { authorization: `Bearer ${owner.token}`, ...headers },
    });

test('A document is sent in the coding that the client accepts, with the same content and entity tag', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const get = await policiesOf(world, home, { count: 5, length: 2 });
  const path = `/organizations/${home.name}/policies`;

  const [zstd, gzip, plain, refused, head] = [
    await get(path, { 'accept-encoding': 'gzip, deflate, br, zstd' }),
    await get(path, { 'accept-encoding': 'gzip;q=0.5' }),
    await get(path, {}),
    await get(path, { 'accept-encoding': 'zstd;q=0, gzip;q=0.0' }),
    await sender(world, home, 'HEAD')(path, { 'accept-encoding': 'gzip' }),
  ];
  const unchanged = await get(path, { 'accept-encoding': 'gzip', 'if-none-match': `${plain.headers.get('etag')}` });

  const all = [zstd, gzip, plain, refused, head];
  const valuesOf = (name: string) => all.map(({ headers }) => headers.get(name));
  assert.deepEqual(valuesOf('content-encoding'), ['zstd', 'gzip', null, null, 'gzip']);
  assert.deepEqual(new Set(valuesOf('vary')), new Set(['accept-encoding']));
  assert.equal(new Set(valuesOf('etag')).size, 1);
  assert.ok(zstdDecompressSync(zstd.bytes).equals(plain.bytes));
  assert.ok(gunzipSync(gzip.bytes).equals(plain.bytes));
  assert.ok(refused.bytes.equals(plain.bytes));
  assert.deepEqual(
    valuesOf('content-length').slice(0, 3),
    [zstd, gzip, plain].map(({ bytes }) => `${bytes.length}`),
  );
  assert.deepEqual([head.bytes.length, head.headers.get('content-length')], [0, `${gzip.bytes.length}`]);
  assert.ok(gzip.bytes.length * 4 < plain.bytes.length, `${gzip.bytes.length} of ${plain.bytes.length} bytes`);
  assert.deepEqual(
    [unchanged.status, unchanged.headers.get('vary'), unchanged.bytes.length],
    [304, 'accept-encoding', 0],
  );
});

test('A change with the entity tag of a compressed document is accepted, and refused if the document has changed', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const get = await policiesOf(world, home, { count: 1, length: 50 });
  const [{ id }] = (await home.client.get(`/organizations/${home.name}/policies`)).body.data;
  const { headers } = await get(`/policies/${id}`, { 'accept-encoding': 'gzip' });
  const change = (description: string) =>
    home.client.request('PATCH', `/policies/${id}`, {
      json: { data: { type: 'policies', attributes: { description } } },
      headers: { 'if-match': `${headers.get('etag')}` },
    });

  const [first, second] = [await change('One'), await change('Two')];

  assert.equal(headers.get('content-encoding'), 'gzip');
  assert.deepEqual([first.status, second.status], [200, 412]);
});

test('A document above 64 KiB is compressed completely', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const get = await policiesOf(world, home, { count: 20, length: 200 });
  const path = `/organizations/${home.name}/policies`;

  const plain = await get(path, {});
  const [zstd, gzip] = [await get(path, { 'accept-encoding': 'zstd' }), await get(path, { 'accept-encoding': 'gzip' })];

  assert.ok(plain.bytes.length > 65_536);
  assert.ok(zstdDecompressSync(zstd.bytes).equals(plain.bytes));
  assert.ok(gunzipSync(gzip.bytes).equals(plain.bytes));
});

const codingOf = ({ headers }: { readonly headers: Headers }) => headers.get('content-encoding');

test('Short documents, settings, secrets and documents with upload links are not compressed', async () => {
  await using world = await openWorld('sqlite');
  const home = await world.home();
  const admin = await world.person({ isAdmin: true });
  const asAdmin = sender(world, { ...home, owner: admin });
  const long = 'Long. '.repeat(300);
  const policySet = (name: string) => ({ type: 'policy-sets', attributes: { name, kind: 'opa', description: long } });
  const { body } = await home.client.post(`/organizations/${home.name}/policy-sets`, { data: policySet('one') });
  await home.client.post(`/policy-sets/${body.data.id}/versions`);
  const settings = { type: 'customization-settings', attributes: { 'login-help': long } };
  await admin.client.patch('/admin/customization-settings', { data: settings });
  const get = sender(world, home);
  const all = { 'accept-encoding': 'gzip, zstd' };

  const answers = {
    set: await get(`/policy-sets/${body.data.id}`, all),
    setWithVersion: await get(`/policy-sets/${body.data.id}?include=newest-version`, all),
    short: await get('/account/details', all),
    settings: await asAdmin('/admin/customization-settings', all),
    token: await sendRaw(world.url, {
      method: 'POST',
      path: `/api/v2/users/${home.owner.user.id}/authentication-tokens`,
      headers: { ...all, authorization: `Bearer ${home.owner.token}`, 'content-type': 'application/vnd.api+json' },
      body: Buffer.from(
        JSON.stringify({ data: { type: 'authentication-tokens', attributes: { description: long.slice(0, 1_500) } } }),
      ),
    }),
  };

  assert.deepEqual(mapValues(answers, codingOf), {
    set: 'zstd',
    setWithVersion: null,
    short: null,
    settings: null,
    token: null,
  });
  assert.ok(answers.short.bytes.length > 0 && answers.short.bytes.length < 1_024);
  const lengths = [answers.setWithVersion, answers.settings, answers.token].map(({ bytes }) => bytes.length);
  assert.ok(
    lengths.every((length) => length > 1_024),
    lengths.join(),
  );
});
