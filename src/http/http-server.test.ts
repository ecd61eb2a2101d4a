import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { connect, isIPv6 } from 'node:net';
import { test } from 'node:test';
import { newHttpServer } from './http-server.ts';

test('localhost is served on each of its addresses, and not after the end', async () => {
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

test('A request under way is answered before the end, and its connection is closed', async () => {
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
