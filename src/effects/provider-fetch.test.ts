// Tests of the HTTP requests for sign-in: allowed addresses and accepted responses.
import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { test } from 'node:test';
import { listening } from '../../test/support/listening.ts';
import { refusalOf } from '../../test/support/openid/sign-in.ts';
import { providerFetch } from './provider-fetch.ts';

const { signal } = new AbortController();
const proxy = { noProxy: [] };

const serverThat = (answer: RequestListener) => listening(createServer(answer));

const get = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const;

test('A private address, or a loopback address without TLS, is only reached if it is listed', async () => {
  await using server = await serverThat((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const reach = (url: string, listed: readonly string[]) =>
    refusalOf(() => providerFetch({ listed, proxy, signal })(url, get));

  assert.equal(await reach(server.url, [server.url]), undefined);
  assert.equal(await reach(server.url, []), 'insecure-address');
  assert.equal(await reach('http://idp.example.com', ['http://idp.example.com']), 'insecure-address');
  for (const host of ['127.0.0.1', '10.0.0.1', '[::1]', '[fd00::1]', '169.254.169.254', 'localhost']) {
    assert.equal(await reach(`https://${host}/`, []), 'private-address', host);
  }
  assert.equal(await reach('https://169.254.169.254/', ['https://169.254.169.254']), 'private-address');
});

test('A response that takes too long, is cut off or is compressed is refused', async () => {
  await using slow = await serverThat((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{');
  });
  await using broken = await serverThat((request) => void request.socket.destroy());
  await using packed = await serverThat((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end('{}');
  });
  const codeOf = ({ url }: { readonly url: string }, timeout = 30_000) =>
    refusalOf(() => providerFetch({ listed: [url], proxy, signal, timeout })(url, get));

  assert.equal(await codeOf(slow, 50), 'unreachable');
  assert.equal(await codeOf(broken), 'unreachable');
  assert.equal(await codeOf(packed), 'not-json');
});
