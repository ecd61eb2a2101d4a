// Tests of accepted and refused request bodies (decisions: wire conventions).
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import type { Answer } from '../support/answer.ts';
import { sendRaw } from '../support/raw.ts';
import { type Home, onEachEngine, type World } from '../support/world.ts';

const jsonApi = 'application/vnd.api+json';
const policy = JSON.stringify({
  data: { type: 'policies', attributes: { name: 'a', 'enforcement-level': 'advisory' } },
});

type Headers = Readonly<Record<string, string>>;

const sender =
  ({ url }: World, { name, owner }: Home) =>
  (body: string | Uint8Array, headers: Headers = { 'content-type': jsonApi }): Promise<Answer> =>
    sendRaw(url, {
      method: 'POST',
      path: `/api/v2/organizations/${name}/policies`,
      headers: { authorization: `Bearer ${owner.token}`, ...headers },
      body: Buffer.from(body),
    });

onEachEngine('A body must have the media type of JSON:API, in any case and with any parameters', async (world) => {
  const send = sender(world, await world.home());

  const wrong = ['text/plain', 'application/json', 'garbage', ';;', 'application/vnd.api+json2'];
  const refused = await Promise.all(wrong.map((type) => send(policy, { 'content-type': type })));
  const without = await send(policy, {});
  const taken = await send(policy, { 'content-type': 'Application/VND.api+JSON; charset=utf-8; ext="x"' });

  assert.deepEqual(
    refused.map(({ status }) => status),
    wrong.map(() => 415),
  );
  assert.equal(without.status, 415);
  assert.equal(refused[0]?.body.errors[0].title, 'unsupported media type');
  assert.equal(taken.status, 200);
});

onEachEngine('An empty body counts as no body, whatever its media type', async (world) => {
  const send = sender(world, await world.home());

  const empty = await send('', { 'content-type': 'text/plain' });

  assert.equal(empty.status, 422);
});

onEachEngine('A body that is not JSON in UTF-8 gives 400', async (world) => {
  const send = sender(world, await world.home());
  const broken = ['{', "{'data':1}", 'undefined', '\0', Uint8Array.of(0x22, 0xff, 0x22)];

  const answers = await Promise.all(broken.map((body) => send(body)));

  assert.deepEqual(
    answers.map(({ status }) => status),
    broken.map(() => 400),
  );
  assert.deepEqual(answers[0]?.body.errors, [
    { status: '400', code: 'malformed-body', title: 'bad request', detail: 'The body is not valid JSON.' },
  ]);
});

onEachEngine('A body of 1 MiB is accepted, and one more byte gives 413', async (world) => {
  const send = sender(world, await world.home());
  const mebibyte = 1_048_576;

  const taken = await send(policy + ' '.repeat(mebibyte - policy.length));
  const refused = await send(policy + ' '.repeat(mebibyte - policy.length + 1));

  assert.equal(taken.status, 200);
  assert.equal(refused.status, 413);
});

onEachEngine('Thirty-two levels of nesting are accepted, and more are refused', async (world) => {
  const send = sender(world, await world.home());
  const nested = (depth: number) =>
    `{"data":${policy.slice('{"data":'.length, -1)},"x":${'['.repeat(depth)}${']'.repeat(depth)}}`;

  const taken = await send(nested(31));
  const refused = await send(nested(32));
  const deep = await send(nested(100_000));

  assert.equal(taken.status, 200);
  assert.deepEqual([refused.status, deep.status], [422, 422]);
});

onEachEngine('An object with a thousand members is accepted, and a larger one is refused', async (world) => {
  const send = sender(world, await world.home());
  const wide = (count: number) => {
    const members = Array.from({ length: count }, (_, index) => `"m${index}":0`);
    return `${policy.slice(0, -1)},"x":{${members.join(',')}}}`;
  };

  const taken = await send(wide(1_000));
  const refused = await send(wide(1_001));
  const wider = await send(wide(80_000));

  assert.equal(taken.status, 200);
  assert.deepEqual([refused.status, wider.status], [422, 422]);
});

onEachEngine('A body with 200,000 values is accepted, and one more value is refused before parsing', async (world) => {
  const send = sender(world, await world.home());
  const withValues = (count: number) => `${policy.slice(0, -1)},"x":[${'0,'.repeat(count - 8)}0]}`;

  const taken = await send(withValues(200_000));
  const refused = await send(withValues(200_001));
  const broken = await send(`${withValues(200_001)}]`);

  assert.equal(taken.status, 200);
  assert.deepEqual([refused.status, broken.status], [422, 422]);
  assert.equal(refused.body.errors[0].detail, 'The body has more than 200000 values.');
});

onEachEngine('Routes without authentication accept at most 16 KiB and 2,000 values', async ({ url }) => {
  const send = (body: string) =>
    sendRaw(url, {
      method: 'POST',
      path: '/api/v2/session',
      headers: { 'content-type': jsonApi },
      body: Buffer.from(body),
    });
  const session = '{"data":{"type":"sessions","attributes":{"username":"a","password":"b"}}';
  const withValues = (count: number) => `${session},"x":[${'0,'.repeat(count - 8)}0]}`;

  const max = await send(`${session}}`.padEnd(16_384));
  const tooLong = await send(`${session}}`.padEnd(16_385));
  const manyValues = await send(withValues(2_000));
  const tooMany = await send(withValues(2_001));

  assert.deepEqual([max.status, tooLong.status, manyValues.status, tooMany.status], [401, 413, 401, 422]);
  assert.equal(tooMany.body.errors[0].detail, 'The body has more than 2000 values.');
});

onEachEngine('A compressed body is refused, and the coding identity is accepted', async (world) => {
  const send = sender(world, await world.home());

  const refused = await send(policy, { 'content-type': jsonApi, 'content-encoding': 'gzip' });
  const taken = await send(policy, { 'content-type': jsonApi, 'content-encoding': 'identity' });

  assert.deepEqual([refused.status, taken.status], [415, 200]);
});

onEachEngine(
  'Permission and record are checked before the body, and the body before the state of the record',
  async (world) => {
    const home = await world.home();
    const stranger = await world.person();
    const path = `/organizations/${home.name}/policies`;
    const raw = { raw: '{', headers: { 'content-type': 'text/plain' } };

    const nobody = await world.anonymous.request('POST', path, raw);
    const outsider = await stranger.client.request('POST', path, raw);
    const owner = await home.client.request('POST', path, raw);

    assert.deepEqual([nobody.status, outsider.status, owner.status], [401, 404, 415]);
  },
);

onEachEngine('The connection of a user stays open after a body is refused while it arrives', async (world) => {
  const { token } = await world.person({ isAdmin: true });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const statusOf = async (path: string, authorization?: string) => {
    const method = path === '/healthz' ? 'GET' : 'POST';
    const headers = { 'content-type': 'application/vnd.api+json', 'transfer-encoding': 'chunked' };
    const all = { ...(method === 'POST' && headers), ...(authorization !== undefined && { authorization }) };
    const sent = request(new URL(path, world.url), { agent, method, headers: all });
    sent.on('error', () => undefined);
    sent.end(method === 'POST' ? Buffer.alloc(2_000_000, 'a') : undefined);
    const [answer]: IncomingMessage[] = await once(sent, 'response');
    await answer?.toArray();
    return [answer?.statusCode, sent.reusedSocket];
  };

  const ofUser = [await statusOf('/api/v2/organizations', `Bearer ${token}`), await statusOf('/healthz')];
  const ofStranger = [await statusOf('/api/v2/session'), await statusOf('/healthz')];
  agent.destroy();

  assert.deepEqual(ofUser, [
    [413, false],
    [200, true],
  ]);
  assert.deepEqual(ofStranger, [
    [413, true],
    [200, false],
  ]);
});
