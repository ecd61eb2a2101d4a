import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { emptyRequest, sendRaw } from '../../../../test/support/raw.ts';
import { openWorld, system } from '../../../../test/support/world.ts';
import { neutral } from '../../../jsonapi/vocabulary.ts';
import { servedWith } from '../../index.ts';

test('The API description is sent in the encoding that the client accepts, and once per client', async () => {
  await using world = await openWorld('sqlite');
  const described = (headers: Readonly<Record<string, string>>) =>
    sendRaw(world.url, { method: 'GET', path: '/api/v2/openapi.json', headers });

  const [br, gzip, plain, refused] = [
    await described({ 'accept-encoding': 'gzip, deflate, br, zstd' }),
    await described({ 'accept-encoding': 'gzip' }),
    await described({}),
    await described({ 'accept-encoding': 'br;q=0, gzip;q=0' }),
  ];
  const again = await described({ 'accept-encoding': 'br', 'if-none-match': String(gzip.headers.get('etag')) });

  const all = [br, gzip, plain, refused];
  assert.deepEqual(
    all.map(({ headers }) => headers.get('content-encoding')),
    ['br', 'gzip', null, null],
  );
  assert.deepEqual(new Set(all.map(({ headers }) => headers.get('vary'))), new Set(['accept-encoding']));
  assert.ok(brotliDecompressSync(br.bytes).equals(plain.bytes));
  assert.ok(gunzipSync(gzip.bytes).equals(plain.bytes));
  assert.ok(refused.bytes.equals(plain.bytes));
  assert.ok(gzip.bytes.length * 5 < plain.bytes.length, `${gzip.bytes.length} of ${plain.bytes.length} bytes`);
  assert.deepEqual([again.status, again.bytes.length], [304, 0]);
});

test('The API description is generated once, and then sent from memory', async () => {
  await using world = await openWorld('sqlite');
  const described = servedWith(neutral).routes.find(({ path }) => path === '/api/v2/openapi.json');
  const request = {
    actor: system,
    params: {},
    parameters: new Map(),
    stream: emptyRequest(),
    address: { url: world.url, query: '', pathPrefix: '' },
    includable: new Map(),
  };

  const [first, second] = [await described?.run(world.context, request), await described?.run(world.context, request)];

  assert.ok(Buffer.isBuffer(first?.body));
  assert.equal(first?.body, second?.body);
});
