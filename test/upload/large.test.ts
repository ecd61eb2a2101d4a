// Large, slow and broken uploads: the service's memory use stays small, and existing data stays intact.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, clientOf } from '../support/client.ts';
import { environmentOf, startService } from '../support/command.ts';
import { freshDatabase } from '../support/database.ts';
import { peakMemory } from '../support/memory.ts';
import { prepare } from '../support/process.ts';
import { openRequest, sendRaw } from '../support/raw.ts';
import { uploadEndlessly } from '../support/upload.ts';
import { engines, type Home, onEachEngine } from '../support/world.ts';

const mebibyte = 1_048_576;
const maxBytes = 10 * mebibyte;
const maxMemory = 250_000_000;
/**
 * Maximum number of bytes in a refused body that the service may read, plus the size of the operating system's buffers.
 */
const maxTaken = 16 * mebibyte + 12 * mebibyte;

const createPolicy = async (client: Client, organization: string, name: string): Promise<string> => {
  const attributes = { name, kind: 'opa', 'enforcement-level': 'advisory' };
  const path = `/organizations/${organization}/policies`;
  const { body } = await client.post(path, { data: { type: 'policies', attributes } });
  return body.data.id;
};

const policyIn = ({ client, name }: Home): Promise<string> => createPolicy(client, name, 'policy');

/**
 * Uploads code. If the service refuses because other uploads for the organization are running, tries again after the
 * time in the response.
 */
const upload = async (client: Client, id: string, code: Uint8Array) => {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await client.put(`/policies/${id}/upload`, code);
    if (answer.status !== 503 || attempt === 20) return answer;
    const seconds = answer.headers.get('retry-after') ?? '';
    assert.match(seconds, /^[1-9]\d*$/, '503 without Retry-After');
    await pause(Number(seconds) * 1_000);
  }
};

for (const engine of engines) {
  test(`During twenty uploads of 10 MiB at once, the service uses less than 250 MB (${engine})`, async (t) => {
    await using database = await freshDatabase(engine);
    const environment = environmentOf(database);
    const { name, token } = await prepare(environment);
    await using service = await startService(environment);
    const client = clientOf(service.url, token);
    const names = Array.from({ length: 20 }, (_, index) => `policy-${index}`);
    const ids: string[] = [];
    for (const each of names) ids.push(await createPolicy(client, name, each));
    const code = randomBytes(maxBytes);

    const answers = await Promise.all(ids.map((id) => upload(client, id, code)));
    const peak = await peakMemory(service.child.pid);

    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    const last = await client.get(`/policies/${ids.at(-1)}/download`);
    assert.ok(last.bytes.equals(code));
    t.diagnostic(`at most ${Math.round(peak / mebibyte)} MiB resident`);
    assert.ok(peak < maxMemory, `${peak} bytes`);
  });
}

onEachEngine(
  'An upload of 10 MiB is accepted and one more byte is refused in any framing, and the old code is kept',
  async (world) => {
    const home = await world.home();
    const path = `/api/v2/policies/${await policyIn(home)}`;
    const headers = { authorization: `Bearer ${home.owner.token}` };
    const put = (body: Uint8Array, isChunked: boolean) =>
      sendRaw(world.url, { method: 'PUT', path: `${path}/upload`, headers, body, isChunked });
    const code = randomBytes(maxBytes);

    const taken = await put(code, true);
    const announced = await put(Buffer.alloc(maxBytes + 1), false);
    const chunked = await put(Buffer.alloc(maxBytes + 1), true);

    assert.deepEqual([taken.status, announced.status, chunked.status], [200, 413, 413]);
    assert.equal(chunked.body.errors[0].title, 'payload too large');
    const kept = await home.client.get(`${path.slice('/api/v2'.length)}/download`);
    assert.ok(kept.bytes.equals(code));
  },
);

onEachEngine('An interrupted slow upload keeps the old code', async (world) => {
  const home = await world.home();
  const id = await policyIn(home);
  await home.client.put(`/policies/${id}/upload`, 'package old\n');
  const { request, answer } = openRequest(world.url, {
    method: 'PUT',
    path: `/api/v2/policies/${id}/upload`,
    headers: { authorization: `Bearer ${home.owner.token}`, 'content-length': '1000' },
  });

  for (const letter of 'package new') {
    request.write(letter);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  request.destroy();
  await assert.rejects(answer);

  const kept = await home.client.get(`/policies/${id}/download`);
  const shown = await home.client.get(`/policies/${id}`);
  assert.equal(kept.bytes.toString('utf8'), 'package old\n');
  assert.equal(shown.status, 200);
});

onEachEngine('An endless upload without a target or credentials gets a response and is cut off', async (world) => {
  const { owner } = await world.home();
  const path = '/api/v2/policies/pol-0000000000000000/upload';

  const missing = await uploadEndlessly(world.url, path, owner.token);
  const nobody = await uploadEndlessly(world.url, path);

  assert.match(missing.answer, /^HTTP\/1\.1 404 /);
  assert.match(nobody.answer, /^HTTP\/1\.1 401 /);
  assert.ok(missing.wasCut && nobody.wasCut, 'the connection was left open');
  assert.ok(missing.taken < maxTaken, `${missing.taken} bytes were taken`);
  assert.ok(nobody.taken < maxTaken, `${nobody.taken} bytes were taken`);
});

onEachEngine('An endless upload to a policy gets a 413 and is cut off', async (world) => {
  const home = await world.home();
  const id = await policyIn(home);

  const endless = await uploadEndlessly(world.url, `/api/v2/policies/${id}/upload`, home.owner.token);

  assert.match(endless.answer, /^HTTP\/1\.1 413 /);
  assert.ok(endless.wasCut, 'the connection was left open');
  assert.ok(endless.taken < maxBytes + maxTaken, `${endless.taken} bytes were taken`);
});
