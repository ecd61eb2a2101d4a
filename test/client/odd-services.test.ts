// Unexpected behavior of services, proxies and callers that the client must tolerate or reject.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiFailure, createClient } from '../../client/index.ts';
import { type Answered, recordingService } from './recording-service.ts';

const unusable = (error: unknown): boolean => error instanceof ApiFailure && error.reason === 'unusable';

const unknown = { message: /is not a service that this version of tipstaff supports\.$/, reason: 'unusable' };

const json = (body: unknown): Answered => ({ body: JSON.stringify(body) });

for (const name of ['', '.', '..']) {
  test(`"${name}" is refused as the name of a workspace, and the organization is not deleted instead`, async () => {
    await using service = await recordingService('neutral');
    const params = { organization_name: 'acme', workspace_name: name };

    const path = '/api/v2/organizations/{organization_name}/workspaces/{workspace_name}';
    await assert.rejects(service.client.delete(path, { params }), unusable);

    assert.deepEqual(service.asked, []);
  });
}

test('A module whose name is that of a settings group has its own path in every vocabulary', async () => {
  await using service = await recordingService('terraform', () => json({ data: {} }));
  const path =
    '/api/v2/organizations/{organization_name}/registry-modules/private/{namespace}/{module_name}/{module_provider}';
  const params = { organization_name: 'acme', namespace: 'acme', module_name: 'admin', module_provider: 'sms' };

  await service.client.get('/api/v2/ping');
  await service.client.untyped.send({ method: 'delete', path, params });

  assert.equal(service.asked[1]?.path, '/api/v2/organizations/acme/registry-modules/private/acme/admin/sms');
});

/**
 * Runs `play`, then updates an attribute whose name differs between the vocabularies. Returns the update as it was
 * sent.
 */
async function sentAfter(play: (client: ReturnType<typeof createClient>) => Promise<unknown>, answer: Answered) {
  await using service = await recordingService('terraform', ({ path }) =>
    path.endsWith('/elsewhere') ? answer : json({ data: {} }),
  );
  const { client } = service;
  await client.untyped.answer({ method: 'get', path: '/api/v2/known' });
  await play(client).catch(() => undefined);
  await client.untyped.answer({
    method: 'patch',
    path: '/api/v2/x',
    body: { data: { attributes: { kind: 'native' } } },
  });
  return service.asked.at(-1)?.body;
}

const elsewhere = '/api/v2/elsewhere';
const unmarked = { 'tfp-api-version': undefined, 'content-type': 'text/html' };

test('The vocabulary of a service stays known after a refusal by a proxy, and after a download from another host', async () => {
  const refused = await sentAfter(({ untyped }) => untyped.answer({ method: 'get', path: elsewhere }), {
    status: 403,
    headers: unmarked,
  });
  const downloaded = await sentAfter(({ untyped }) => untyped.download({ path: elsewhere }), { headers: unmarked });

  assert.match(String(refused), /"sentinel"/);
  assert.match(String(downloaded), /"sentinel"/);
});

test('A change is not sent if the service does not name its vocabulary', async () => {
  await using service = await recordingService('terraform', () => ({
    status: 403,
    headers: { 'tfp-api-version': undefined, 'content-type': 'text/html' },
  }));
  const body = { data: { attributes: { kind: 'native' } } };

  await assert.rejects(service.client.untyped.answer({ method: 'patch', path: '/api/v2/x', body }), /answered 403/);

  assert.deepEqual(
    service.asked.map(({ path }) => path),
    ['/api/v2/ping'],
  );
});

for (const link of ['', '?x', ':1/x', '.example.com/x']) {
  test(`Nothing is uploaded to "${link}", which is not an upload link`, async () => {
    await using service = await recordingService('neutral');

    await assert.rejects(service.client.upload(link, 'content'), unusable);

    assert.deepEqual(service.asked, []);
  });
}

test('The host of a link gets no request for the vocabulary, and a link that is not a credential gets the token', async () => {
  await using service = await recordingService('neutral', () => json({ data: {} }));

  await service.client.upload('https://elsewhere.example.com/object/x', 'content');
  await service.client.upload('https://elsewhere.example.com/api/v2/policies/x/upload', 'content');

  assert.deepEqual(
    service.asked.map(({ path, headers }) => [path, headers.authorization]),
    [
      ['/object/x', undefined],
      ['/api/v2/policies/x/upload', 'Bearer secret'],
    ],
  );
});

test('Problems in any format are read if they are texts', async () => {
  const errors = [
    { title: 'unprocessable', detail: 5, meta: { types: [{ toString: 1 }, 'string'] } },
    { code: 7, detail: 'Name is missing', source: { pointer: null } },
  ];
  await using service = await recordingService('terraform', () => ({ status: 422, ...json({ errors }) }));

  await assert.rejects(service.client.get('/api/v2/account/details'), (error) => {
    assert.ok(error instanceof ApiFailure);
    assert.equal(error.message, 'Name is missing.');
    assert.deepEqual(error.problems, [
      { title: 'unprocessable', detail: 'unprocessable', types: ['string'] },
      { detail: 'Name is missing' },
    ]);
    return true;
  });
});

test('Enumeration values that are not texts are not changed', async () => {
  const data = { id: 'x', type: { toString: 1 }, attributes: {} };
  await using service = await recordingService('terraform', () =>
    json({ data, meta: { 'set-secrets': [{ toString: 1 }] } }),
  );

  const { document } = await service.client.untyped.answer({ method: 'get', path: '/api/v2/x' });

  assert.deepEqual(document, { data, meta: { 'set-secrets': [{ toString: 1 }] } });
});

const pageWith = (next: unknown, data: unknown = []): Answered =>
  json({ data, meta: { pagination: { 'next-page': next } } });

for (const [what, page] of [
  ['a next page that is a text', pageWith('2')],
  ['a next page between two pages', pageWith(1.000_001)],
  ['one record', pageWith(null, { id: 'x', attributes: { name: 'x' } })],
] as const) {
  test(`A list with ${what} is not a list of this API`, async () => {
    await using service = await recordingService('neutral', () => page);

    await assert.rejects(service.client.all('/api/v2/organizations', { needs: ['name'] }), unknown);

    assert.equal(service.asked.length, 1);
  });
}

test('A list is refused in place of a record', async () => {
  await using service = await recordingService('neutral');
  const params = { organization_name: 'acme' };

  const path = '/api/v2/organizations/{organization_name}';
  await assert.rejects(service.client.get(path, { params, needs: ['name'] }), unknown);
});

test('A page may have more records than a function can have arguments', async () => {
  const data = Array.from({ length: 200_000 }, (_, index) => ({ id: `${index}`, attributes: { name: 'x' } }));
  await using service = await recordingService('neutral', () => json({ data }));

  assert.equal((await service.client.all('/api/v2/organizations', { needs: ['name'] })).length, 200_000);
});

test('A stream is sent only once, and the caller gets the response', async () => {
  await using service = await recordingService('neutral', () => ({ status: 429, headers: { 'retry-after': '1' } }));

  const content = ReadableStream.from([new TextEncoder().encode('content')]);
  await assert.rejects(service.client.upload('/object/x', content), /answered 429/);

  assert.equal(service.asked.length, 1);
});

test('An address with a password and a token with a line break are refused, and messages contain neither', () => {
  for (const options of [
    { url: 'https://user:hunter2@example.com', token: 'x' },
    { url: 'file:///hunter2', token: 'x' },
    { url: 'https://example.com', token: 'hunter2\nx' },
  ])
    assert.throws(
      () => createClient(options),
      (error) => unusable(error) && !String(error).includes('hunter2'),
    );
});
