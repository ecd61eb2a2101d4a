// Tests of request and response bodies that are transferred too slowly or use too much memory.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { clientOf } from '../../test/support/client.ts';
import { documentOf } from '../../test/support/documents.ts';
import { withOwnServices } from '../../test/support/own-services.ts';
import { openRequest } from '../../test/support/raw.ts';
import { enableSso } from '../../test/support/saml/sso.ts';
import { openWorld, type Person, type World } from '../../test/support/world.ts';
import { closeGently } from '../cli/data/shutdown.ts';
import type { Context } from '../context.ts';
import { servedWith } from '../domains/index.ts';
import { neutral } from '../jsonapi/vocabulary.ts';
import { bufferLimits, newByteBudget } from '../lib/concurrency/byte-budget.ts';
import { buildServer } from '../server.ts';
import { loadShedding } from '../services.ts';
import { buildApp } from './app.ts';
import { showDocument } from './failure.ts';
import type { HttpServer } from './http-server.ts';
import { budgetsIn } from './rate-limit.ts';
import { page } from './reply.ts';
import { route } from './route.ts';
import { type TransferLimits, transferLimits } from './services.ts';

/** Limits under which a transfer is too slow unless it is finished immediately. */
const impatient = { grace: 20, bytesPerSecond: Number.POSITIVE_INFINITY };

interface Served extends AsyncDisposable {
  readonly app: HttpServer;
  readonly url: string;
  readonly world: World;
}

/** Starts a server whose transfer limits differ from those of the usual test server. */
const serve = async (
  changes: Partial<TransferLimits>,
  build: (context: Context) => HttpServer = buildServer,
): Promise<Served> => {
  await using stack = new AsyncDisposableStack();
  const world = stack.use(await openWorld('sqlite'));
  const context = withOwnServices(world.context);
  transferLimits.provide(context, { ...transferLimits(world.context), ...changes });
  const app = build(context);
  stack.defer(() => closeGently(app));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const opened = stack.move();
  return { app, url, world, [Symbol.asyncDispose]: () => opened.disposeAsync() };
};

const session = { data: { type: 'sessions', attributes: { username: 'nobody', password: 'a wrong password' } } };

const long32 = Buffer.alloc(32 * 1_048_576);
const [json, form] = ['application/vnd.api+json', 'application/x-www-form-urlencoded'];

for (const [path, type, max] of [
  ['/api/v2/session', json, 524_288],
  ['/sign-in', form, 524_288],
  ['/users/saml/auth', form, 1_048_576],
] as const) {
  test(`Only the beginning of a long chunked body without credentials is read: ${path}`, async () => {
    await using served = await serve({});
    await enableSso(served.world);
    const began = once(served.app.server, 'connection');
    const client = connect(Number(new URL(served.url).port), '127.0.0.1').on('error', () => undefined);
    const [socket] = await began;
    const closed = once(socket, 'close');

    const framing = `Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n${long32.length.toString(16)}\r\n`;
    client.write(`POST ${path} HTTP/1.1\r\nHost: x\r\n${framing}`);
    client.write(long32);
    const answer = Buffer.concat(await client.toArray()).toString('latin1');
    await closed;
    client.destroy();

    assert.match(answer, /^HTTP\/1\.1 413 /);
    assert.ok(answer.toLowerCase().includes('\r\nconnection: close\r\n'));
    assert.ok(socket.bytesRead < max, `${socket.bytesRead} bytes`);
  });
}

test('A body in very small chunks is accepted if it is short, and otherwise refused early', async () => {
  await using served = await serve({});
  await enableSso(served.world);
  const began = once(served.app.server, 'connection');
  const client = connect(Number(new URL(served.url).port), '127.0.0.1').on('error', () => undefined);
  const [socket] = await began;
  const head = (path: string, type: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const inBytes = (body: string) => [...body].map((byte) => `1\r\n${byte}\r\n`).join('');

  client.write(`${head('/api/v2/session', json)}${inBytes(JSON.stringify(session))}0\r\n\r\n`);
  client.write(head('/users/saml/auth', form));
  client.write(inBytes('a'.repeat(500_000)));
  const answers = Buffer.concat(await client.toArray()).toString('latin1');
  client.destroy();

  assert.deepEqual(answers.match(/(?<=HTTP\/1\.1 )\d+/g), ['401', '400']);
  assert.match(answers, /The chunks of the body are too small\./);
  assert.ok(socket.bytesRead < 1_048_576, `${socket.bytesRead} bytes`);
});

test('A long body is refused before it is sent on every route without authentication', async () => {
  await using served = await serve({});
  await enableSso(served.world);
  const open = servedWith(neutral).routes.filter(
    ({ method, caller }) => method !== 'GET' && (caller === 'anyone' || caller === 'visitor'),
  );

  for (const { method, path, payload } of open) {
    const headers = { 'content-type': payload?.mediaTypes[0] ?? form, 'content-length': long32.length };
    const { request, answer } = openRequest(served.url, { method, path: path.replaceAll(/:\w+/g, 'x'), headers });
    request.flushHeaders();
    const { status, headers: answered } = await answer;
    request.destroy();
    assert.equal(answered.get('connection'), 'close', path);
    if (payload !== undefined || path === '/users/saml/auth') assert.ok(status >= 400, `${path}: ${status}`);
  }

  assert.ok(open.length > 10);
});

test('A client without credentials whose body is slightly too long keeps the connection', async () => {
  await using served = await serve({});
  const connections: unknown[] = [];
  served.app.server.on('connection', (socket) => connections.push(socket));
  const body = Buffer.alloc(40_000);
  const headers = { 'content-type': 'application/vnd.api+json', 'content-length': body.length };

  const statuses: number[] = [];
  for (const _ of [1, 2]) {
    const { request, answer } = openRequest(served.url, { method: 'POST', path: '/api/v2/session', headers });
    request.end(body);
    statuses.push((await answer).status);
    // The HTTP agent can reuse the connection only after this turn of the event loop.
    await new Promise(setImmediate);
  }

  assert.deepEqual([statuses, connections.length], [[413, 413], 1]);
});

test('An incomplete body gets 408, and its connection is closed', async () => {
  await using served = await serve({ pace: impatient });
  const { request, answer } = openRequest(served.url, {
    method: 'POST',
    path: '/api/v2/session',
    headers: { 'content-type': 'application/vnd.api+json', 'content-length': 1_000 },
  });

  request.write('{"data":');
  const { status, headers, body } = await answer;
  request.destroy();

  assert.deepEqual([status, headers.get('connection')], [408, 'close']);
  assert.deepEqual(body.errors, [
    {
      status: '408',
      code: 'request-timeout',
      title: 'request timeout',
      detail: 'The body was sent too slowly. Send it again over a faster connection.',
    },
  ]);
});

test('While bodies use up the budget, further ones get 429 with a random wait', async () => {
  const byteBudget = newByteBudget({ all: 1_000, anonymous: 1_000, perAddress: 1_000, perClient: 1_000 });
  await using served = await serve({ byteBudget });
  const client = clientOf(served.url);
  const others = byteBudget.open({ key: 'another' });
  others.add(950);

  const refused = await client.post('/session', session);
  others[Symbol.dispose]();
  const taken = await client.post('/session', session);

  assert.deepEqual([refused.status, taken.status], [429, 401]);
  assert.match(refused.headers.get('retry-after') ?? '', /^[2-8]$/);
});

test('The bodies of one address without credentials use only its own share of the budget', async () => {
  const byteBudget = newByteBudget({ all: 10_000, anonymous: 5_000, perAddress: 1_000, perClient: 1_000 });
  await using served = await serve({ byteBudget });
  byteBudget.open({ key: '127.0.0.1', isAnonymous: true }).add(950);

  const refused = await clientOf(served.url).post('/session', session);

  assert.equal(refused.status, 429);
});

test('The bodies of one account leave other accounts their share of the budget', async () => {
  await using world = await openWorld('sqlite');
  const [one, other] = [await world.person(), await world.person()];
  const rename = (person: Person, username: string) =>
    person.client.patch('/account/update', documentOf('users', { username }));
  const unfinished = transferLimits(world.context).byteBudget.open({ key: one.user.id });
  unfinished.add(bufferLimits.perClient);

  const refused = await rename(one, 'one');
  const taken = await rename(other, 'other');
  unfinished[Symbol.dispose]();
  const later = await rename(one, 'one');

  assert.deepEqual([refused.status, taken.status, later.status], [429, 200, 200]);
});

test('A long response is not started while unread responses use up the budget', async () => {
  const byteBudget = newByteBudget({ all: 100_000, anonymous: 100_000, perAddress: 100_000, perClient: 100_000 });
  await using served = await serve({ byteBudget });

  const long = await clientOf(served.url).get('/openapi.json');
  const short = await clientOf(served.url).get('/ping');

  assert.deepEqual([long.status, short.status], [429, 204]);
});

const long = 'x'.repeat(64 * 1_048_576);

const longPage = route('GET', '/long', {
  isRoot: true,
  summary: 'Answer more than a connection takes',
  caller: 'anyone',
  reply: page,
  handle: () => ({ status: 200, headers: {}, body: long }),
});

const onlyLongPages = (context: Context): HttpServer =>
  buildApp(context, {
    routes: [longPage],
    includable: new Map(),
    authenticate: async () => undefined,
    limit: () => undefined,
    budgets: budgetsIn({ take: () => ({ isAllowed: true, limit: 1, remaining: 1, reset: 0 }) }),
    showPage: showDocument,
    pressure: loadShedding(context),
    noteAnswer: () => undefined,
  });

test('A response that its client does not read is aborted, and its share of the budget is released', async () => {
  const byteBudget = newByteBudget({
    all: long.length,
    anonymous: long.length,
    perAddress: long.length,
    perClient: long.length,
  });
  await using served = await serve({ byteBudget, pace: { grace: 100, bytesPerSecond: 2 ** 40 } }, onlyLongPages);
  const began = once(served.app.server, 'request');
  const socket = connect(Number(new URL(served.url).port), '127.0.0.1').pause();
  socket.write('GET /long HTTP/1.1\r\nHost: x\r\n\r\n');

  const [, response] = await began;
  await new Promise((resolve) => response.once('close', resolve));
  await new Promise(setImmediate);
  socket.destroy();

  assert.equal(response.writableFinished, false);
  byteBudget.open({ key: 'another' }).add(long.length);
});
