// Vocabulary that the client uses in its first request, before the service has announced its vocabulary.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '../../client/index.ts';
import { differing } from '../../client/vocabulary.generated.ts';
import { recordingService } from './recording-service.ts';

const attributes = Object.entries(differing.attributes);

const changeOf = (name: string) => ({ data: { type: 'anything', attributes: { [name]: true } } });

const group = '{"data":{"id":"twilio","type":"twilio-settings"}}';

const placesOf = (asked: readonly { readonly method: string; readonly path: string }[]) =>
  asked.map(({ method, path }) => `${method} ${path}`);

for (const [own, wire] of attributes) {
  test(`A first change with ${own} asks for the vocabulary of the service, and is sent in it`, async () => {
    await using service = await recordingService('terraform', ({ path }) => ({
      status: path.endsWith('ping') ? 204 : 200,
    }));

    await service.client.untyped.answer({ method: 'patch', path: '/api/v2/anything', body: changeOf(own) });

    assert.deepEqual(placesOf(service.asked), ['GET /api/v2/ping', 'PATCH /api/v2/anything']);
    assert.deepEqual(JSON.parse(service.asked[1]?.body ?? ''), changeOf(wire));
  });
}

test('A first change of a type, or at a path, that differs between vocabularies asks for the vocabulary', async () => {
  await using kinds = await recordingService('terraform');
  await using paths = await recordingService('terraform', () => ({ body: group }));

  await kinds.client.untyped.answer({
    method: 'post',
    path: '/api/v2/policies',
    body: { data: { type: 'policies', attributes: { kind: 'native' } } },
  });
  await paths.client.untyped.answer({
    method: 'patch',
    path: '/api/v2/admin/sms-settings',
    body: { data: {} },
    needs: [],
  });

  assert.deepEqual(placesOf(kinds.asked), ['GET /api/v2/ping', 'POST /api/v2/policies']);
  assert.match(kinds.asked[1]?.body ?? '', /"kind":"sentinel"/);
  assert.deepEqual(placesOf(paths.asked), ['GET /api/v2/ping', 'PATCH /api/v2/admin/twilio-settings']);
});

test('A first change without such a word is sent immediately, and so is every change after a response', async () => {
  await using service = await recordingService('terraform');

  await service.client.untyped.answer({
    method: 'post',
    path: '/api/v2/a',
    body: { data: { attributes: { name: 'native' } } },
  });
  await service.client.untyped.answer({ method: 'post', path: '/api/v2/b', body: changeOf('native') });

  assert.deepEqual(placesOf(service.asked), ['POST /api/v2/a', 'POST /api/v2/b']);
  assert.deepEqual(JSON.parse(service.asked[1]?.body ?? ''), changeOf('sentinel'));
});

test('A first read in the wrong vocabulary is repeated in the vocabulary of the response', async () => {
  await using service = await recordingService('terraform', ({ path }) => ({
    status: path.includes('sms') ? 404 : 200,
    ...(path.includes('twilio') && { body: group }),
  }));

  await service.client.untyped.answer({ method: 'get', path: '/api/v2/admin/sms-settings', needs: [] });
  await service.client.untyped.answer({ method: 'get', path: '/api/v2/policies', query: { 'filter[kind]': 'native' } });

  assert.deepEqual(placesOf(service.asked), [
    'GET /api/v2/admin/sms-settings',
    'GET /api/v2/admin/twilio-settings',
    'GET /api/v2/policies?filter%5Bkind%5D=sentinel',
  ]);
});

test('A known vocabulary is used in the first request, and the vocabulary of a response after it', async () => {
  await using service = await recordingService('neutral');
  const client = createClient({ url: service.url, token: 'secret', vocabulary: 'terraform' });

  await client.untyped.answer({ method: 'post', path: '/api/v2/a', body: changeOf('native') });
  await client.untyped.answer({ method: 'post', path: '/api/v2/b', body: changeOf('native') });

  assert.deepEqual(
    service.asked.map(({ body }) => JSON.parse(body)),
    [changeOf('sentinel'), changeOf('native')],
  );
});

test('A response is read in its own vocabulary, whatever the vocabulary of earlier responses', async () => {
  const document = { data: { id: 'x', type: 'anything', attributes: { sentinel: true } } };
  await using service = await recordingService('neutral', (_, count) => ({
    body: JSON.stringify(document),
    headers: count === 1 ? {} : { 'tfp-api-version': '2.6' },
  }));
  const read = async () => (await service.client.untyped.answer({ method: 'get', path: '/api/v2/a' })).document;

  const [first, second] = [await read(), await read()];

  assert.deepEqual(first, document);
  assert.deepEqual(second, { data: { id: 'x', type: 'anything', attributes: { native: true } } });
});

test('A response from a proxy does not change the vocabulary', async () => {
  await using service = await recordingService('terraform', (_, count) =>
    count === 2 ? { status: 500, headers: { 'tfp-api-version': [] } } : {},
  );

  await service.client.untyped.answer({ method: 'get', path: '/api/v2/a' });
  await assert.rejects(service.client.untyped.answer({ method: 'post', path: '/api/v2/b', body: {} }));
  await service.client.untyped.answer({ method: 'post', path: '/api/v2/c', body: changeOf('native') });

  assert.deepEqual(JSON.parse(service.asked[2]?.body ?? ''), changeOf('sentinel'));
});
