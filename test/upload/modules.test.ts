// Module archives of the maximum size: they are stored completely, the main process never holds them in memory, and
// they are not visible while incomplete.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { tarEnd, tarEntry } from '../support/archive.ts';
import { clientOf } from '../support/client.ts';
import { environmentOf, startService } from '../support/command.ts';
import { freshDatabase } from '../support/database.ts';
import { peakMemory } from '../support/memory.ts';
import { moduleDocument, versionDocument } from '../support/modules.ts';
import { killed, prepare } from '../support/process.ts';
import { openRequest, sendRaw } from '../support/raw.ts';
import { engines } from '../support/world.ts';

const mebibyte = 1_048_576;
const maxBytes = 64 * mebibyte;
const maxMemory = 400_000_000;

/** Returns a module archive of exactly `size` bytes. A comment in the gzip header fills the archive to this size. */
const archiveOfSize = (size: number): Buffer => {
  const data = randomBytes(size - mebibyte);
  const tar = Buffer.concat([tarEntry({ name: 'main.tf' }), tarEntry({ name: 'large.bin', data }), tarEnd]);
  const deflated = deflateRawSync(tar, { level: 0 });
  const [head, foot] = [Buffer.from([0x1f, 0x8b, 8, 0x10, 0, 0, 0, 0, 0, 0xff]), Buffer.alloc(8)];
  foot.writeUInt32LE(crc32(tar), 0);
  foot.writeUInt32LE(tar.length, 4);
  const comment = Buffer.alloc(size - head.length - deflated.length - foot.length, 'x');
  comment[comment.length - 1] = 0;
  return Buffer.concat([head, comment, deflated, foot]);
};

const link = (url: string, upload: string): string => new URL(upload, url).pathname;

const serve = async (engine: (typeof engines)[number]) => {
  await using stack = new AsyncDisposableStack();
  const environment = environmentOf(stack.use(await freshDatabase(engine)));
  const { name: home, token } = await prepare(environment);
  const service = stack.use(await startService(environment));
  const client = clientOf(service.url, token);
  const path = `/organizations/${home}/registry-modules`;
  await client.post(path, moduleDocument());
  const module = `${path}/private/${home}/network/aws`;
  const create = async (version: string): Promise<string> => {
    const { body } = await client.post(`${module}/versions`, versionDocument(version));
    return link(service.url, body.data.links.upload);
  };
  const opened = stack.move();
  const close = () => opened.disposeAsync();
  return { home, client, environment, service, module, create, token, [Symbol.asyncDispose]: close };
};

for (const engine of engines) {
  test(`A module of 64 MiB is stored unchanged, one more byte is refused, and memory use stays small (${engine})`, async (t) => {
    await using served = await serve(engine);
    const { service, client, module, create, home } = served;
    const archive = archiveOfSize(maxBytes);
    const put = (path: string, body: Uint8Array, isChunked: boolean) =>
      sendRaw(service.url, { method: 'PUT', path, body, isChunked });
    const paths = [await create('1.0.0'), await create('1.0.1'), await create('2.0.0')];
    const [one = '', other = '', third = ''] = paths;

    const taken = await Promise.all([put(one, archive, false), put(other, archive, true)]);
    const announced = await put(third, Buffer.concat([archive, Buffer.alloc(1)]), false);
    const chunked = await put(third, Buffer.concat([archive, Buffer.alloc(1)]), true);
    const offered = await client.get(`//api/registry/v1/modules/${home}/network/aws/1.0.0/download`);
    const fetched = await client.get(`/${link(service.url, offered.headers.get('x-terraform-get') ?? '')}`);
    const peak = await peakMemory(service.child.pid);

    assert.deepEqual(
      [...taken, announced, chunked].map(({ status }) => status),
      [200, 200, 413, 413],
    );
    assert.ok(fetched.bytes.equals(archive));
    const shown = await client.get(`${module}/1.0.1`);
    assert.equal(shown.body.data.attributes.sha256, createHash('sha256').update(archive).digest('hex'));
    assert.equal((await client.get(`${module}/2.0.0`)).body.data.attributes.status, 'pending');
    t.diagnostic(`at most ${Math.round(peak / mebibyte)} MiB resident`);
    assert.ok(peak < maxMemory, `${peak} bytes`);
  });

  test(`An upload during which the service was killed is not visible, and can be repeated (${engine})`, async () => {
    await using served = await serve(engine);
    const { service, environment, create, token } = served;
    const archive = archiveOfSize(16 * mebibyte);
    const path = await create('1.0.0');
    const { request, answer } = openRequest(service.url, {
      method: 'PUT',
      path,
      headers: { 'content-length': archive.length },
    });
    const broken = assert.rejects(answer);
    request.end(archive);
    await new Promise((resolve) => request.once('finish', resolve));

    await killed(service);
    await broken;
    await using again = await startService(environment);
    const client = clientOf(again.url, token);
    const before = await client.get(served.module.concat('/1.0.0'));
    const sent = await sendRaw(again.url, { method: 'PUT', path, body: archive });
    const after = await client.get(served.module.concat('/1.0.0'));

    assert.equal(before.body.data.attributes.status, 'pending');
    assert.equal(sent.status, 200);
    assert.equal(after.body.data.attributes.sha256, createHash('sha256').update(archive).digest('hex'));
  });
}
