// Requests that a client with a token refuses to send, and requests that it repeats.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { ApiFailure, createClient } from '../../client/index.ts';
import { listen } from '../support/listening.ts';
import { recordingService } from './recording-service.ts';

const failure = async (calling: Promise<unknown>): Promise<ApiFailure> => {
  const error: unknown = await calling.then(
    () => undefined,
    (thrown) => thrown,
  );
  assert.ok(error instanceof ApiFailure, String(error));
  return error;
};

const policy = { id: 'pol-1', type: 'policies', attributes: { name: 'a' } };

test('A redirect is not read as a document, and the token is not sent to its target', async () => {
  await using other = await recordingService('neutral');
  await using service = await recordingService('neutral', () => ({
    status: 302,
    headers: { location: `${other.url}/api/v2/ping` },
  }));

  const refused = await failure(service.client.get('/api/v2/account/details'));

  assert.deepEqual([refused.status, refused.message], [302, `${service.url} answered 302.`]);
  assert.equal(other.asked.length, 0);
});

test('A download follows a redirect on the same host without the token, and to another host only if it is named', async () => {
  await using other = await recordingService('neutral', () => ({ body: 'code' }));
  await using service = await recordingService('neutral', ({ path }) =>
    path.startsWith('/elsewhere')
      ? { body: 'here' }
      : { status: 307, headers: { location: path.includes('pol-2') ? `${other.url}/x?y=1` : '/elsewhere' } },
  );
  const download = (client = service.client, policy_id = 'pol-1') =>
    client.download('/api/v2/policies/{policy_id}/download', { params: { policy_id } });

  const [own, refused] = [await (await download()).text(), await failure(download(service.client, 'pol-2'))];
  const contentHosts = [new URL(other.url).host];
  const allowed = createClient({ url: service.url, token: 'secret', contentHosts });
  const elsewhere = await (await download(allowed, 'pol-2')).text();

  assert.deepEqual([own, elsewhere], ['here', 'code']);
  assert.match(refused.message, /redirects to another host, .*, which is not allowed\.$/);
  assert.deepEqual(
    [...service.asked, ...other.asked].map(({ path, headers }) => [path.split('/')[1], headers.authorization]),
    [
      ['api', 'Bearer secret'],
      ['elsewhere', undefined],
      ['api', 'Bearer secret'],
      ['api', 'Bearer secret'],
      ['x?y=1', undefined],
    ],
  );
});

test('A link is a credential itself, so no token is sent with it', async () => {
  await using service = await recordingService('neutral', () => ({ status: 200, body: '' }));

  await service.client.upload('https://public.example.com/object/abc?x=1', new Uint8Array([1, 2]));

  const [asked] = service.asked;
  assert.deepEqual([asked?.method, asked?.path, asked?.headers.authorization], ['PUT', '/object/abc?x=1', undefined]);
  assert.equal(asked?.body, '\u0001\u0002');
});

test('A response of more than 64 MiB is refused', async () => {
  await using service = await recordingService('neutral', () => ({ body: new Uint8Array(64 * 1024 ** 2 + 1) }));

  const refused = await failure(service.client.get('/api/v2/account/details'));

  assert.equal(refused.message, `The response from ${service.url} is larger than 64 MiB.`);
  assert.equal(refused.reason, 'unusable');
});

test('A list without an end is refused', async () => {
  const body = JSON.stringify({ data: [policy], meta: { pagination: { 'next-page': 1 } } });
  await using service = await recordingService('neutral', () => ({ body }));
  const organization_name = 'shire';

  const refused = await failure(
    service.client.all('/api/v2/organizations/{organization_name}/policies', {
      params: { organization_name },
      needs: [],
    }),
  );

  assert.equal(refused.message, `${service.url} sent a list whose pages repeat.`);
});

test('Every page of a list is read', async () => {
  await using service = await recordingService('neutral', (_, count) => ({
    body: JSON.stringify({
      data: [{ ...policy, id: `pol-${count}` }],
      meta: { pagination: { 'next-page': count === 3 ? null : count + 1 } },
    }),
  }));

  const rows = await service.client.all('/api/v2/organizations/{organization_name}/policies', {
    params: { organization_name: 'the shire' },
    query: { 'filter[kind]': 'opa' },
    needs: ['name'],
  });

  assert.deepEqual(
    rows.map(({ id }) => id),
    ['pol-1', 'pol-2', 'pol-3'],
  );
  const path = '/api/v2/organizations/the%20shire/policies?filter%5Bkind%5D=opa&page%5Bnumber%5D=2&page%5Bsize%5D=100';
  assert.equal(service.asked[1]?.path, path);
});

test('A response that does not follow this API is refused', async () => {
  await using page = await recordingService('neutral', () => ({ body: '<html>Hello</html>' }));
  await using older = await recordingService('neutral', () => ({ body: JSON.stringify({ data: policy }) }));
  const read = (client: typeof page.client, needs?: readonly ('name' | 'kind')[]) =>
    client.get('/api/v2/policies/{policy_id}', { params: { policy_id: 'pol-1' }, ...(needs && { needs }) });
  const sentence = ({ url }: typeof page) => `${url} is not a service that this version of tipstaff supports.`;

  assert.equal((await failure(read(page.client))).message, sentence(page));
  assert.equal((await failure(read(older.client))).message, sentence(older));
  assert.equal((await failure(read(older.client, ['kind']))).message, sentence(older));
  const { data } = await read(older.client, ['name']);
  assert.equal(data.attributes.name, 'a');
});

test('Only the relationships that a call needs are checked', async () => {
  const withRelationships = (relationships: object) => ({
    body: JSON.stringify({ data: { ...policy, relationships: { ...relationships, organization: 'odd' } } }),
  });
  const read = async (answer: object) => {
    await using service = await recordingService('neutral', () => answer);
    const { data } = await service.client.get('/api/v2/policies/{policy_id}', {
      params: { policy_id: 'pol-1' },
      needs: ['name', 'policy-sets'],
    });
    return data.relationships['policy-sets'].data.map(({ id }) => id);
  };
  const set = { id: 'polset-1', type: 'policy-sets' };

  assert.deepEqual(await read(withRelationships({ 'policy-sets': { data: [set] } })), ['polset-1']);
  for (const relationships of [{}, { 'policy-sets': {} }, { 'policy-sets': { data: set } }])
    assert.match((await failure(read(withRelationships(relationships)))).message, / is not a service that /);
});

test('The error for a refusal names the request, with the values of its parameters', async () => {
  await using service = await recordingService('terraform', () => ({ status: 404, body: '{}' }));

  const refused = await failure(service.client.get('/api/v2/policies/{policy_id}', { params: { policy_id: 'pol 1' } }));

  assert.deepEqual(refused.request, { service: service.url, method: 'get', path: '/api/v2/policies/pol%201' });
});

test('An error has the problems in the response, the request id, and the pointer in the neutral vocabulary', async () => {
  const errors = [
    {
      status: '422',
      code: 'too-long',
      title: 'unprocessable entity',
      detail: 'Key is too long',
      source: { pointer: '/data/attributes/aws-secret-key' },
      meta: { limit: 9 },
    },
  ];
  await using service = await recordingService('terraform', () => ({
    status: 422,
    headers: { 'x-request-id': 'req-1' },
    body: JSON.stringify({ errors }),
  }));

  const refused = await failure(
    service.client.post('/api/v2/organizations', {
      body: { data: { type: 'organizations', attributes: { name: 'a', email: 'b' } } },
    }),
  );

  assert.deepEqual([refused.status, refused.requestId, refused.reason], [422, 'req-1', 'refused']);
  assert.equal(refused.message, 'Key is too long.');
  assert.deepEqual(refused.problems, [
    {
      code: 'too-long',
      title: 'unprocessable entity',
      detail: 'Key is too long',
      pointer: '/data/attributes/cloud-a-secret-key',
      limit: 9,
    },
  ]);
});

test('Numbers keep their original form if a call requests it', async () => {
  const body = '{"data":{"n":1e400,"m":0.10000000000000000001}}';
  await using service = await recordingService('neutral', () => ({ body }));

  const { document } = await service.client.untyped.answer({ method: 'get', path: '/api/v2/x', exact: true });

  assert.equal(JSON.stringify(document), body);
});

test('A change is sent with the entity tag of an earlier response', async () => {
  await using service = await recordingService('neutral', () => ({
    headers: { etag: '"1.2"' },
    body: JSON.stringify({ data: policy }),
  }));

  const { etag } = await service.client.answer('get', '/api/v2/policies/{policy_id}', {
    params: { policy_id: 'pol-1' },
    needs: [],
  });
  await service.client.patch('/api/v2/policies/{policy_id}', {
    params: { policy_id: 'pol-1' },
    body: { data: { type: 'policies', attributes: { shadow: true } } },
    ifMatch: etag,
    needs: [],
  });

  assert.deepEqual(
    service.asked.map(({ headers }) => headers['if-match']),
    [undefined, '"1.2"'],
  );
});

test('A request to a busy service is repeated after the time in either header, and the wait is reported', async () => {
  await using service = await recordingService('neutral', (_, count) =>
    count === 1
      ? { status: 429, headers: { 'retry-after': '2' } }
      : count === 2
        ? { status: 429, headers: { 'x-ratelimit-reset': '1' } }
        : { body: JSON.stringify({ data: policy }) },
  );
  const waits: number[] = [];
  const client = createClient({ url: service.url, token: 'secret', onWait: (wait) => void waits.push(wait) });

  await client.get('/api/v2/policies/{policy_id}', { params: { policy_id: 'pol-1' }, needs: [] });

  assert.equal(service.asked.length, 3);
  assert.deepEqual(waits, [2_000]);
});

test('The client does not wait if a service asks for more than ten minutes', async () => {
  await using service = await recordingService('neutral', () => ({ status: 429, headers: { 'retry-after': '601' } }));

  const refused = await failure(service.client.get('/api/v2/account/details'));

  assert.deepEqual([refused.status, service.asked.length], [429, 1]);
});

const organization = {
  body: { data: { type: 'organizations', attributes: { name: 'a', email: 'b' } } },
  needs: [],
} as const;

test('A record whose response is lost is created by the same request with the same key', async () => {
  await using service = await recordingService('neutral', (_, count) =>
    count === 1 ? { status: 0 } : { body: JSON.stringify({ data: { ...policy, type: 'organizations' } }) },
  );

  await service.client.create('/api/v2/organizations', organization);

  const [first, second] = service.asked.map(({ headers }) => headers['idempotency-key']);
  assert.equal(service.asked.length, 2);
  assert.ok(first !== undefined && first === second);
});

test('After a lost response, a change without a key is not sent again, and a read is', async () => {
  await using service = await recordingService('neutral', (_, count) => (count % 2 === 1 ? { status: 0 } : {}));

  const lost = await failure(service.client.post('/api/v2/organizations', organization));
  assert.deepEqual([lost.reason, service.asked.length], ['lost', 1]);
  service.asked.push(...service.asked);
  await service.client.untyped.answer({ method: 'get', path: '/api/v2/x' });

  assert.equal(service.asked.length, 4);
});

test('A record with a secret response that was lost is read at its own path', async () => {
  const errors = [
    { status: '422', code: 'answer-not-kept', title: 'x', meta: { record: { type: 'policies', id: 'pol-1' } } },
  ];
  await using service = await recordingService('neutral', ({ method }) =>
    method === 'POST' ? { status: 422, body: JSON.stringify({ errors }) } : { body: JSON.stringify({ data: policy }) },
  );

  const { data } = await service.client.create('/api/v2/organizations', {
    ...organization,
    foundAt: (id) => ({ path: '/api/v2/policies/{policy_id}', params: { policy_id: id } }),
  });

  assert.equal(data.id, 'pol-1');
  assert.equal(service.asked[1]?.path, '/api/v2/policies/pol-1');
});

test('A token that has used up its keys creates a record without one', async () => {
  const errors = [{ status: '422', code: 'too-many-keys', title: 'x' }];
  await using service = await recordingService('neutral', (_, count) =>
    count === 1 ? { status: 422, body: JSON.stringify({ errors }) } : { body: JSON.stringify({ data: policy }) },
  );

  await service.client.create('/api/v2/organizations', organization);

  assert.equal(service.asked[1]?.headers['idempotency-key'], undefined);
});

test('If nothing listens at an address, the error gives the reason without another attempt', async () => {
  const server = createServer();
  const port = await listen(server);
  server.close();
  const url = `http://127.0.0.1:${port}`;

  const refused = await failure(createClient({ url, token: 'secret' }).get('/api/v2/account/details'));

  assert.equal(refused.reason, 'unreachable');
  assert.match(refused.message, new RegExp(`^${url} does not answer \\(connect ECONNREFUSED .*\\)\\.$`));
});

test('An aborted signal ends a call, also while it waits', async () => {
  await using service = await recordingService('neutral', () => ({ status: 429, headers: { 'retry-after': '60' } }));
  const ended = new AbortController();
  const waiting = createClient({ url: service.url, token: 'secret', onWait: () => ended.abort(new Error('enough')) });

  await assert.rejects(waiting.get('/api/v2/account/details', { signal: ended.signal }), /enough/);
});
