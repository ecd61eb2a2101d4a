// Tests of routes, headers and query parameters (decisions: wire conventions).
import assert from 'node:assert/strict';
import { sendRaw } from '../support/raw.ts';
import { type Home, onEachEngine } from '../support/world.ts';

const bare = (status: string, title: string) => ({ errors: [{ status, code: title.replaceAll(' ', '-'), title }] });

const createPolicies = async ({ client, name }: Home, ...names: readonly string[]): Promise<void> => {
  for (const each of names) {
    const attributes = { name: each, 'enforcement-level': 'advisory' };
    await client.post(`/organizations/${name}/policies`, { data: { type: 'policies', attributes } });
  }
};

onEachEngine('An unknown route gives 404, with and without a token', async (world) => {
  const { client, name } = await world.home();

  const answers = [
    await world.anonymous.get('/nothing'),
    await world.anonymous.get('//elsewhere'),
    await client.get('/nothing'),
    await client.get('/organizations//policies'),
    await client.request('PUT', `/organizations/${name}`),
    await client.request('OPTIONS', `/organizations/${name}`),
    await client.request('QUERY', `/organizations/${name}`),
  ];

  for (const { status, body } of answers) {
    assert.equal(status, 404);
    assert.deepEqual(body, bare('404', 'not found'));
  }
});

onEachEngine('Without a valid token, the response reveals nothing else', async (world) => {
  const { name } = await world.home();
  const forged = `Bearer ${'A'.repeat(14)}.tipstaff.${'b'.repeat(64)}`;
  const credentials = ['', 'Bearer', 'Bearer x', forged, 'Basic dXNlcjpwYXNz'];

  for (const authorization of credentials) {
    const answer = await world.anonymous.get(`/organizations/${name}`, { headers: { authorization } });

    assert.equal(answer.status, 401);
    assert.deepEqual(answer.body, bare('401', 'unauthorized'));
  }
});

onEachEngine('HEAD responds like GET, without the body', async (world) => {
  const { client, name } = await world.home();

  const got = await client.get(`/organizations/${name}`);
  const head = await client.request('HEAD', `/organizations/${name}`);

  assert.equal(head.status, 200);
  assert.equal(head.bytes.length, 0);
  assert.equal(head.headers.get('etag'), got.headers.get('etag'));
  assert.equal(head.headers.get('content-length'), String(got.bytes.length));
});

onEachEngine('A valid request id of the client is kept, and an invalid one is replaced', async (world) => {
  const { client } = await world.home();
  const idOf = async (id: string): Promise<string | null> =>
    (await client.get('/organizations', { headers: { 'x-request-id': id } })).headers.get('x-request-id');

  const kept = await idOf('my.request_id-1');
  const replaced = await Promise.all(['', 'a b', 'x'.repeat(65), 'ü'].map(idOf));
  const unknown = await world.anonymous.get('/nothing');

  assert.equal(kept, 'my.request_id-1');
  for (const id of replaced) assert.match(id ?? '', /^[0-9a-f-]{36}$/);
  assert.match(unknown.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
});

onEachEngine(
  'Responses for one caller are not stored by shared caches, and other sites cannot read them',
  async (world) => {
    const { client } = await world.home();

    const { headers } = await client.get('/organizations', { headers: { origin: 'https://elsewhere.example' } });

    assert.equal(headers.get('cache-control'), 'private, no-cache');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    for (const answer of [headers, (await world.anonymous.get('/nothing')).headers])
      assert.equal(answer.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
    assert.deepEqual(
      [...headers.keys()].filter((name) => name.startsWith('access-control')),
      [],
    );
  },
);

onEachEngine('A client with the current entity tag gets 304, only for successful responses', async (world) => {
  const { client, name } = await world.home();
  const path = `/organizations/${name}`;
  const tag = (await client.get(path)).headers.get('etag') ?? '';
  const send = async (known: string, where = path) =>
    (await client.get(where, { headers: { 'if-none-match': known } })).status;

  assert.match(tag, /^W\/"/);
  assert.equal(await send(tag), 304);
  assert.equal(await send(tag.replace('W/', '')), 304);
  assert.equal(await send(`"other", ${tag}`), 304);
  assert.equal(await send('*'), 304);
  assert.equal(await send('"other"'), 200);
  assert.equal(await send('*', '/organizations/nowhere'), 404);
  assert.equal((await client.get('/organizations/nowhere')).headers.get('etag'), null);
});

onEachEngine('The last value of a repeated parameter counts, and unknown parameters are ignored', async (world) => {
  const home = await world.home();
  await createPolicies(home, 'one', 'two');
  const path = `/organizations/${home.name}/policies`;

  const repeated = await home.client.get(`${path}?page[size]=2&page%5Bsize%5D=1&colour=red&__proto__=1`);

  assert.equal(repeated.body.data.length, 1);
  assert.equal(repeated.body.meta.pagination['total-pages'], 2);
});

onEachEngine('Invalid page numbers fall back to the first page', async (world) => {
  const home = await world.home();
  await createPolicies(home, 'one');
  const numbers = ['0', '-1', 'x', '1.5', '1e3', '%00'];

  for (const number of numbers) {
    const { status, body } = await home.client.get(`/organizations/${home.name}/policies?page[number]=${number}`);

    assert.equal(status, 200);
    assert.equal(body.meta.pagination['current-page'], 1, number);
  }
});

onEachEngine('A page after the end is empty, however large its number is', async (world) => {
  const home = await world.home();
  await createPolicies(home, 'one');
  const path = `/organizations/${home.name}/policies?page[size]=9007199254740993`;

  for (const number of ['2', '9007199254740991', '9007199254740993', '99999999999999999999']) {
    const { status, body } = await home.client.get(`${path}&page[number]=${number}`);

    assert.deepEqual([status, body.data], [200, []]);
    assert.deepEqual(body.meta.pagination, {
      ...{ 'current-page': Math.min(Number(number), Number.MAX_SAFE_INTEGER), 'page-size': 100 },
      ...{ 'prev-page': 1, 'next-page': null, 'total-pages': 1, 'total-count': 1 },
    });
  }
});

onEachEngine('An unknown include gives 400', async (world) => {
  const { client, name } = await world.home();

  const unknown = await client.get(`/organizations/${name}/policies?include=policy_sets,users`);
  const none = await client.get(`/organizations/${name}?include=anything`);

  for (const { status, body } of [unknown, none]) {
    assert.equal(status, 400);
    assert.equal(body.errors[0].detail, 'Invalid include parameter');
  }
});

onEachEngine('An invalid path gives 404', async (world) => {
  const { owner } = await world.home();
  const headers = { authorization: `Bearer ${owner.token}` };

  for (const garbage of ['%', '%zz', '%00', '%ed%a0%80', 'a%2fb', 'x'.repeat(5_000)]) {
    const answer = await sendRaw(world.url, { method: 'GET', path: `/api/v2/organizations/${garbage}`, headers });

    assert.equal(answer.status, 404, garbage);
  }
});

onEachEngine('Invalid HTTP is refused with the usual error document', async (world) => {
  const { owner } = await world.home();
  const headers = { authorization: `Bearer ${owner.token}` };

  const broken = await sendRaw(world.url, { method: 'GET', path: '/api/v2/organizations/\u00ff', headers });

  assert.equal(broken.status, 400);
  assert.equal(broken.body.errors[0].title, 'bad request');
});

onEachEngine(
  'Absolute links begin with the configured address, whatever host the request names',
  async (world) => {
    const { owner, name } = await world.home();

    const { body } = await sendRaw(world.url, {
      method: 'GET',
      path: `/api/v2/organizations/${name}/policies?search[name]=a`,
      headers: {
        authorization: `Bearer ${owner.token}`,
        host: 'evil.example.com',
        'x-forwarded-host': 'evil.example.com',
        'x-forwarded-proto': 'https',
      },
    });

    const address = `https://tipstaff.example.com/api/v2/organizations/${name}/policies`;
    assert.equal(body.links.self, `${address}?search[name]=a&page%5Bnumber%5D=1`);
  },
  { environment: { TIPSTAFF_BASE_URL: 'https://tipstaff.example.com/' } },
);
