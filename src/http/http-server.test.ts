import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, isIPv6 } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { newHttpServer } from './http-server.ts';

test('The server listens on each address of localhost until it is closed', async () => {
  const app = newHttpServer((_request, response) => response.end('here'), {});
  const url = await app.listen({ host: 'localhost', port: 0 });
  const { port } = new URL(url);
  const addresses = await lookup('localhost', { all: true });
  const urls = addresses.map(({ address }) => `http://${isIPv6(address) ? `[${address}]` : address}:${port}`);

  const answers = await Promise.all(urls.map(async (each) => (await fetch(each)).text()));
  await app.close();
  const after = await Promise.allSettled(urls.map((each) => fetch(each)));

  assert.ok(urls.includes(url));
  assert.deepEqual(
    answers,
    urls.map(() => 'here'),
  );
  assert.ok(after.every(({ status }) => status === 'rejected'));
});

test('A port in use is an error with the code of the system', async () => {
  const one = newHttpServer((_request, response) => response.end(), {});
  const other = newHttpServer((_request, response) => response.end(), {});
  const { port } = new URL(await one.listen({ host: '127.0.0.1', port: 0 }));

  await assert.rejects(other.listen({ host: '127.0.0.1', port: Number(port) }), { code: 'EADDRINUSE' });
  await other.close();
  await one.close();
});

test('An active request is answered before the server closes, and its connection is closed', async () => {
  const started = Promise.withResolvers<() => void>();
  const app = newHttpServer((_request, response) => started.resolve(() => response.end('late')), {});
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  const answer = started.promise;
  const finish = await answer;

  const end = app.close();
  finish();
  const [chunk] = await once(socket, 'data');
  await end;

  assert.match(String(chunk), /^HTTP\/1.1 200 OK/);
});

/**
 * Sends the headers of a request with `Expect: 100-continue`. Returns everything received until the connection is idle
 * or closed.
 */
const headAnswered = async (port: number, length: number, body?: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  const received: string[] = [];
  socket.setEncoding('utf8').on('data', (text: string) => {
    received.push(text);
    if (body !== undefined && text.startsWith('HTTP/1.1 100')) socket.write(body);
  });
  socket.write(
    `PUT / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\n\r\n`,
  );
  await once(socket, 'close');
  return received.join('');
};

test('100 (Continue) is sent when the body of a request is read, and not if the request is refused', async () => {
  const app = newHttpServer(async (request, response) => {
    if (Number(request.headers['content-length']) > 10) response.writeHead(413).end();
    else response.end(await text(request));
  }, {});
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);

  const taken = await headAnswered(port, 5, 'hello');
  const refused = await headAnswered(port, 11);
  await app.close();

  assert.match(taken, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n[\s\S]*hello/);
  assert.match(refused, /^HTTP\/1\.1 413 /);
});

/** Sends a raw request as text. Returns the status, headers and body of the response. */
const answerTo = async (port: number, sent: string) => {
  const socket = connect(port, '127.0.0.1');
  socket.write(sent);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => [line.split(': ')[0] ?? '', line.split(': ')[1] ?? '']),
  );
  return { status: Number(first.split(' ')[1]), headers, body };
};

test('Unreadable requests and requests without Host get the usual error format with a request id', async () => {
  const app = newHttpServer((_request, response) => response.end('here'), { 'x-product': 'Tipstaff' });
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  const refused = {
    'GARBAGE\r\n\r\n': [400, 'bad-request', 'bad request', 'The request could not be read.'],
    [`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`]: [
      ...[431, 'header-too-large', 'request header fields too large', 'The request could not be read.'],
    ],
    'GET / HTTP/1.1\r\n\r\n': [400, 'bad-request', 'bad request', 'The request has no Host header.'],
    'GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n': [
      ...[400, 'bad-request', 'bad request', 'The request has several Host headers.'],
    ],
    'PUT / HTTP/1.1\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n': [
      ...[400, 'bad-request', 'bad request', 'The request has no Host header.'],
    ],
  };

  const answers = await Promise.all(Object.keys(refused).map((sent) => answerTo(port, sent)));
  const own = await answerTo(port, 'GET / HTTP/1.1\r\nX-Request-Id: my-own\r\n\r\n');
  const head = await answerTo(port, 'HEAD / HTTP/1.1\r\n\r\n');
  const old = await answerTo(port, 'GET / HTTP/1.0\r\n\r\n');
  await app.close();

  for (const [index, [status, code, title, detail]] of Object.values(refused).entries()) {
    const answer = answers[index];
    assert.deepEqual(JSON.parse(answer?.body ?? ''), { errors: [{ status: String(status), code, title, detail }] });
    assert.equal(answer?.status, status);
    assert.match(answer?.headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
    assert.equal(answer?.headers.get('content-type'), 'application/vnd.api+json');
    assert.equal(answer?.headers.get('x-product'), 'Tipstaff');
    assert.equal(answer?.headers.get('connection'), 'close');
  }
  assert.equal(own.headers.get('x-request-id'), 'my-own');
  assert.deepEqual([head.status, head.body], [400, '']);
  assert.deepEqual([old.status, old.body], [200, 'here']);
});
