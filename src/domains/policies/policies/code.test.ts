import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, rename } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { auditOf } from '../../../../test/support/audit.ts';
import type { RawBody } from '../../../../test/support/client.ts';
import { newPolicy } from '../../../../test/support/policies.ts';
import { removeDeleted } from '../../../../test/support/removal.ts';
import { type Home, onEachEngine, type World } from '../../../../test/support/world.ts';
import { query } from '../../../db/query.ts';

const mebibyte = 1_048_576;
const maxBytes = 10 * mebibyte;

const revisions = query<{ id: string }>()((db, { id }) =>
  db
    .selectFrom('policy_revisions')
    .select(['number', 'sha256', 'size', 'created_by', 'created_at'])
    .where('policy_id', '=', id)
    .orderBy('number'),
);
const revisionsOf = ({ context }: World, id: string) => context.database.rows(revisions, { id });

const chunks = query<{ id: string }>()((db, { id }) =>
  db.selectFrom('policy_chunks').select('number').where('policy_id', '=', id),
);

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

const upload = ({ client }: Home, id: string, code: RawBody) => client.put(`/policies/${id}/upload`, code);
const download = ({ client }: Home, id: string) => client.get(`/policies/${id}/download`);

/** Creates a request body that is sent without a Content-Length header. */
const stream = (bytes: Buffer): ReadableStream =>
  ReadableStream.from(
    Array.from({ length: Math.ceil(bytes.length / mebibyte) }, (_, index) =>
      bytes.subarray(index * mebibyte, (index + 1) * mebibyte),
    ),
  );

onEachEngine('Uploaded code is downloaded unchanged, as an attachment', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'deny-all', { kind: 'opa' });
  const code = 'package deny\n\ndefault allow := false\n';

  const uploaded = await upload(home, id, code);
  const shown = await home.client.get(`/policies/${id}`);
  const downloaded = await home.client.get(`${shown.body.data.links.download.replace('/api/v2', '')}`);

  assert.equal(uploaded.status, 200);
  assert.deepEqual(uploaded.body, shown.body);
  assert.notEqual(uploaded.body.data.attributes['updated-at'], null);
  assert.equal(downloaded.status, 200);
  assert.equal(downloaded.bytes.toString('utf8'), code);
  const { headers } = downloaded;
  assert.equal(headers.get('content-type'), 'application/octet-stream');
  assert.equal(headers.get('content-length'), String(code.length));
  assert.equal(headers.get('content-disposition'), 'attachment; filename="deny-all.rego"');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('content-security-policy'), 'sandbox');
  assert.equal(headers.get('cache-control'), 'private, no-cache');
});

onEachEngine('Before the first upload there is no code to download', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n');

  const downloaded = await download(home, id);

  assert.equal(downloaded.status, 404);
  assert.deepEqual(await auditOf(world, id).then((records) => records.map(({ action }) => action)), ['policy.create']);
});

onEachEngine('All byte values are downloaded unchanged, also in many chunks', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n');
  const every = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
  const codes = [
    every,
    Buffer.alloc(1_000),
    randomBytes(mebibyte + 1),
    randomBytes(262_144),
    Buffer.from('\r\n\ufeff'),
  ];

  for (const code of codes) {
    await upload(home, id, code);
    const downloaded = await download(home, id);

    assert.ok(downloaded.bytes.equals(code), `${code.length} bytes differ`);
  }
});

onEachEngine('Empty code is valid and differs from no code', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n');

  const uploaded = await home.client.request('PUT', `/policies/${id}/upload`);
  const downloaded = await download(home, id);

  assert.equal(uploaded.status, 200);
  assert.equal(downloaded.status, 200);
  assert.equal(downloaded.headers.get('content-length'), '0');
  assert.equal(downloaded.bytes.length, 0);
});

onEachEngine('Code is accepted with any content type, or without one', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n');
  const types = [
    'text/plain',
    'application/vnd.api+json',
    'application/json',
    'multipart/form-data; boundary=x',
    'none',
  ];

  for (const type of types) {
    const path = `/policies/${id}/upload`;
    const uploaded = await home.client.request('PUT', path, {
      raw: Buffer.from(type),
      headers: { 'content-type': type },
    });

    assert.equal(uploaded.status, 200, type);
    assert.equal((await download(home, id)).bytes.toString(), type);
  }
});

onEachEngine('Compressed code is rejected, and the old code is kept', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n');
  await upload(home, id, 'old');
  const send = (encoding: string) =>
    home.client.request('PUT', `/policies/${id}/upload`, { raw: 'new', headers: { 'content-encoding': encoding } });

  const refusals = [await send('gzip'), await send('br'), await send('identity, gzip')];
  const old = await download(home, id);
  const identity = await send('identity');

  assert.deepEqual(
    refusals.map(({ status, body }) => [status, body.errors[0].title]),
    refusals.map(() => [415, 'unsupported media type']),
  );
  assert.equal(old.bytes.toString(), 'old');
  assert.equal(identity.status, 200);
});

onEachEngine('Code of exactly 10 MiB is accepted, with or without a Content-Length', async (world) => {
  const home = await world.home();
  const [announced, chunked] = [await newPolicy(home, 'announced'), await newPolicy(home, 'chunked')];
  const code = randomBytes(maxBytes);

  const uploads = [await upload(home, announced, code), await upload(home, chunked, stream(code))];
  const downloads = [await download(home, announced), await download(home, chunked)];

  assert.deepEqual(
    uploads.map(({ status }) => status),
    [200, 200],
  );
  assert.ok(downloads.every(({ bytes }) => bytes.equals(code)));
});

onEachEngine('One byte more than 10 MiB is rejected however it is framed, and the old code is kept', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n');
  await upload(home, id, 'old');
  const before = await home.client.get(`/policies/${id}`);
  const code = Buffer.alloc(maxBytes + 1, 'x');

  const refusals = [await upload(home, id, code), await upload(home, id, stream(code))];
  const after = await home.client.get(`/policies/${id}`);

  for (const { status, body } of refusals) {
    assert.equal(status, 413);
    assert.deepEqual(body.errors, [
      {
        status: '413',
        code: 'payload-too-large',
        title: 'payload too large',
        detail: 'The body is larger than 10485760 bytes.',
      },
    ]);
  }
  assert.equal((await download(home, id)).bytes.toString(), 'old');
  assert.deepEqual(after.body, before.body);
  assert.equal((await revisionsOf(world, id)).length, 1);
});

/**
 * Starts an upload on a socket. The request announces the given length and expects 100 (Continue) before it sends the
 * body.
 */
const beginUpload = ({ url }: World, home: Home, id: string, length: number): Socket => {
  const { hostname, port } = new URL(url);
  const socket = createConnection(Number(port), hostname);
  socket.on('error', () => undefined);
  const head = [
    `PUT /api/v2/policies/${id}/upload HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: Bearer ${home.owner.token}`,
    'Content-Type: application/octet-stream',
    `Content-Length: ${length}`,
    'Expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return socket;
};

onEachEngine('An upload with a Content-Length that is too large is rejected before it is sent', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n');
  const socket = beginUpload(world, home, id, maxBytes + 1);

  const messages: string[] = [];
  for await (const chunk of socket) {
    messages.push(String(chunk));
    if (messages.join('').includes('payload too large')) break;
  }

  // The service sends the error without a preceding 100 (Continue), so clients do not send the body.
  assert.match(messages.join(''), /^HTTP\/1\.1 413 /);
});

onEachEngine('An interrupted upload keeps the old code and leaves no file behind', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n');
  await upload(home, id, 'old');
  const files = await readdir(world.context.config.dataDir);

  const socket = beginUpload(world, home, id, mebibyte);
  await once(socket, 'data');
  await new Promise((resolve) => socket.write(Buffer.alloc(mebibyte / 2, 'new'), resolve));
  socket.destroy();
  await once(socket, 'close');
  const next = await upload(home, await newPolicy(home, 'other'), 'other');

  assert.equal(next.status, 200);
  assert.equal((await download(home, id)).bytes.toString(), 'old');
  assert.equal((await revisionsOf(world, id)).length, 1);
  // The temporary file of the upload exists until the service notices that the client disconnected.
  while (!isDeepStrictEqual(await readdir(world.context.config.dataDir), files)) await setImmediate();
});

onEachEngine('An upload that the disk cannot store can be repeated, and the old code is kept', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'stranded');
  await upload(home, id, 'old');
  const large = Buffer.alloc(mebibyte, 'new');
  const { dataDir } = world.context.config;
  await rename(dataDir, `${dataDir}-away`);

  const refused = await upload(home, id, large);
  await rename(`${dataDir}-away`, dataDir);
  const kept = await download(home, id);
  const repeated = await upload(home, id, large);

  assert.equal(refused.status, 503);
  assert.notEqual(refused.headers.get('retry-after'), null);
  assert.equal(kept.bytes.toString('utf8'), 'old');
  assert.equal(repeated.status, 200);
});

onEachEngine('Every upload is stored as a numbered revision, and the last one is current', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n');

  await upload(home, id, 'first');
  await upload(home, id, 'second');
  await upload(home, id, 'first');
  const kept = await revisionsOf(world, id);
  const shown = await home.client.get(`/policies/${id}`);

  assert.deepEqual(
    kept.map(({ number, size, sha256: hash }) => ({ number, size, hash })),
    ['first', 'second', 'first'].map((code, index) => ({ number: index + 1, size: code.length, hash: sha256(code) })),
  );
  assert.ok(kept.every(({ created_by }) => JSON.parse(created_by).id === home.owner.user.id));
  assert.equal(kept.at(-1)?.created_at, shown.body.data.attributes['updated-at']);
  assert.equal((await download(home, id)).bytes.toString(), 'first');
});

onEachEngine('Concurrent uploads of one policy are numbered consecutively, and each is complete', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n');
  const codes = Array.from({ length: 8 }, (_, index) => Buffer.alloc(mebibyte, `code ${index} `));

  const uploads = await Promise.all(codes.map((code) => upload(home, id, code)));
  const downloaded = await download(home, id);
  const kept = await revisionsOf(world, id);

  assert.deepEqual(
    uploads.map(({ status }) => status),
    codes.map(() => 200),
  );
  assert.deepEqual(
    kept.map(({ number }) => number),
    [1, 2, 3, 4, 5, 6, 7, 8],
  );
  assert.equal(sha256(downloaded.bytes), kept.at(-1)?.sha256);
  assert.deepEqual(kept.map((revision) => revision.sha256).toSorted(), codes.map(sha256).toSorted());
});

onEachEngine('Deleting a policy also deletes its code', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n');
  await upload(home, id, 'code');

  await home.client.delete(`/policies/${id}`);
  await removeDeleted(world);

  assert.deepEqual(await revisionsOf(world, id), []);
  assert.deepEqual(await world.context.database.rows(chunks, { id }), []);
});

onEachEngine('Uploads and downloads are audited, without the code', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n');

  await upload(home, id, 'first');
  await upload(home, id, 'second');
  await download(home, id);
  const records = await auditOf(world, id);

  assert.deepEqual(
    records.slice(1).map(({ action, change }) => ({ action, ...change })),
    [
      {
        action: 'policy.upload',
        before: { revision: null },
        after: { revision: 1, sha256: sha256('first'), size: 5 },
      },
      { action: 'policy.upload', before: { revision: 1 }, after: { revision: 2, sha256: sha256('second'), size: 6 } },
      { action: 'policy.download', before: null, after: { revision: 2 } },
    ],
  );
  assert.ok(records.every(({ actor }) => actor.id === home.owner.user.id));
});

onEachEngine('Code that the client already has is not sent again', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n');
  await upload(home, id, 'code');
  const tag = (await download(home, id)).headers.get('etag') ?? '';
  const revalidate = () => home.client.get(`/policies/${id}/download`, { headers: { 'if-none-match': tag } });

  const unchanged = await revalidate();
  await upload(home, id, 'other');
  const changed = await revalidate();

  assert.deepEqual([unchanged.status, unchanged.bytes.length], [304, 0]);
  assert.deepEqual([changed.status, changed.bytes.toString()], [200, 'other']);
});

onEachEngine('HEAD returns the size of the code without sending it', async (world) => {
  const home = await world.home();
  const id = await newPolicy(home, 'n');
  await upload(home, id, 'code');

  const head = await home.client.request('HEAD', `/policies/${id}/download`);

  assert.equal(head.status, 200);
  assert.equal(head.headers.get('content-length'), '4');
  assert.equal(head.bytes.length, 0);
});
