// Tests of outbound HTTPS requests, both direct and through a proxy.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { openReceiver, secret } from '../../test/support/audit-receiver.ts';
import { commandsOnEachEngine, tipstaffProcess } from '../../test/support/command.ts';
import { openConnectProxy } from '../../test/support/connect-proxy.ts';
import { listen } from '../../test/support/listening.ts';
import { newServerKeyPair } from '../../test/support/saml/certificate.ts';
import { account } from '../../test/support/sms-provider.ts';
import { errorCode } from '../lib/errors/error-code.ts';
import { type ProxyConfig, type Reach, sendRequest } from './outbound.ts';
import { providerFetch } from './provider-fetch.ts';
import { sendSms } from './sms.ts';

const { signal } = new AbortController();

const post = async (url: string, proxy: ProxyConfig, more: { reach?: Reach; authorities?: string } = {}) => {
  using answer = await sendRequest(new URL(url), { method: 'POST', headers: {}, proxy, signal, ...more });
  return answer.status;
};

test('A request uses the proxy with its credentials, and still verifies the certificate of the server', async () => {
  await using receiver = await openReceiver();
  await using proxy = await openConnectProxy();
  const url = `https://127.0.0.1:${receiver.port}/`;
  const config = { httpsProxy: proxy.url.replace('//', '//squid:p%40ss@'), noProxy: [] };

  const status = await post(url, config, { authorities: receiver.certificate });
  await assert.rejects(post(url, config), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });

  assert.equal(status, 204);
  assert.deepEqual(proxy.targets, [`127.0.0.1:${receiver.port}`, `127.0.0.1:${receiver.port}`]);
  assert.equal(proxy.credentials[0], `Basic ${Buffer.from('squid:p@ss').toString('base64')}`);
});

test('Behind a proxy, addresses and names that resolve to refused addresses are refused before the proxy is asked', async () => {
  await using receiver = await openReceiver();
  await using proxy = await openConnectProxy();
  const options = { reach: 'public', authorities: receiver.certificate } as const;
  const [behind, direct, excepted] = [
    { httpsProxy: proxy.url, noProxy: [] },
    { noProxy: [] },
    { httpsProxy: proxy.url, noProxy: ['localhost'] },
  ];

  for (const config of [behind, direct, excepted])
    await assert.rejects(post(`https://localhost:${receiver.port}/`, config, options), { name: 'RefusedAddress' });
  for (const address of ['169.254.169.254', '2852039166', '0xa9fea9fe', '[::ffff:169.254.169.254]', '[fd00:ec2::254]'])
    await assert.rejects(post(`https://${address}/`, behind), { name: 'RefusedAddress' });

  assert.deepEqual(proxy.targets, []);
});

test('The proxy resolves names that this machine cannot resolve, and the certificate must still be for the name', async () => {
  await using receiver = await openReceiver();
  await using proxy = await openConnectProxy();
  const config = { httpsProxy: proxy.url, noProxy: [] };
  const options = { reach: 'public', authorities: receiver.certificate } as const;

  await assert.rejects(post(`https://platform.invalid:${receiver.port}/`, config, options), {
    code: 'ERR_TLS_CERT_ALTNAME_INVALID',
  });

  assert.deepEqual(proxy.targets, [`platform.invalid:${receiver.port}`]);
});

/**
 * Opens a server that handles each connection like a broken proxy. Returns the error of a request through this proxy.
 */
const failureThrough = async (behave: (socket: Socket) => void, from = signal): Promise<unknown> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    behave(socket);
  });
  const httpsProxy = `http://squid:hunter2@127.0.0.1:${await listen(server)}`;
  const request = { method: 'GET', headers: {}, proxy: { httpsProxy, noProxy: [] }, signal: from } as const;
  try {
    return await sendRequest(new URL('https://192.0.2.1/'), request).catch((error: unknown) => error);
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
};

test('A proxy that fails is named in the error code, and its answer and its silence are limited', async () => {
  const challenge = 'HTTP/1.1 407 Denied\r\nProxy-Authenticate: Basic\r\nContent-Length: 7\r\n\r\nhunter2';
  const opened = 'HTTP/1.1 200 OK\r\n\r\n';
  const [silent, silentInside] = [new AbortController(), new AbortController()];
  /**
   * Returns the behavior of a proxy that opens the tunnel and calls `then` when the client starts the TLS handshake.
   */
  const opens = (then: (socket: Socket) => void) => (socket: Socket) =>
    socket.once('data', () => socket.once('data', () => then(socket)).write(opened));

  const failures = [
    await failureThrough((socket) => socket.write(challenge)),
    await failureThrough((socket) => socket.write('HTTP/1.1 302 Found\r\nLocation: https://other.example/\r\n\r\n')),
    await failureThrough((socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(100_000)}`)),
    await failureThrough((socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n')),
    await failureThrough((socket) => socket.end()),
    await failureThrough(() => silent.abort(), silent.signal),
    await failureThrough(
      opens(() => silentInside.abort()),
      silentInside.signal,
    ),
    await failureThrough(opens((socket) => socket.destroy())),
  ];

  assert.deepEqual(
    failures.map((error) => errorCode(error)),
    [
      'PROXY_407',
      'PROXY_302',
      'PROXY_HPE_HEADER_OVERFLOW',
      'PROXY_HPE_INVALID_CONSTANT',
      'PROXY_ECONNRESET',
      'ABORT_ERR',
      'ABORT_ERR',
      'ECONNRESET',
    ],
  );
  assert.doesNotMatch(inspect(failures), /hunter2|c3F1aWQ/);
});

test('Text messages and requests to identity providers use the proxy', async () => {
  await using proxy = await openConnectProxy();
  const config = { httpsProxy: proxy.url, noProxy: [] };
  const provider = { accountSid: account.sid, authToken: account.token, fromNumber: '+15550100000', proxy: config };
  const get = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const;

  const sent = await sendSms({ ...provider, baseUrl: 'https://sms.example:1' }, { to: '+15550101234', text: 'code' });
  await assert.rejects(providerFetch({ listed: [], proxy: config, signal })('https://idp.example:1/', get));

  assert.deepEqual(sent, { kind: 'failed', at: 'proxy' });
  assert.deepEqual(proxy.targets, ['sms.example:1', 'idp.example:1']);
});

commandsOnEachEngine('The service uses a proxy only if its configuration names one', async (environment) => {
  const keyPair = newServerKeyPair();
  await using receiver = await openReceiver(keyPair);
  await using proxy = await openConnectProxy();
  await using encrypted = await openConnectProxy(keyPair);
  const attributes = {
    enabled: true,
    url: `https://127.0.0.1:${receiver.port}/`,
    secret,
    test: true,
  };
  const authority = join(environment.TIPSTAFF_DATA_DIR ?? '', 'ca.pem');
  await writeFile(authority, receiver.certificate);
  const connected = async (variables: Readonly<Record<string, string>>) => {
    const input = JSON.stringify(attributes);
    const words = ['settings', 'set', 'audit-stream', '--stdin'];
    const { code, stderr } = await tipstaffProcess(
      words,
      { ...environment, NODE_EXTRA_CA_CERTS: authority, ...variables },
      { input },
    );
    assert.equal(code, 0, stderr);
    return [proxy, encrypted].map(({ targets }) => targets.length);
  };

  const ignored = await connected({ HTTPS_PROXY: proxy.url, NODE_USE_ENV_PROXY: '1' });
  const configured = await connected({ TIPSTAFF_HTTPS_PROXY: proxy.url });
  const excepted = await connected({ TIPSTAFF_HTTPS_PROXY: proxy.url, TIPSTAFF_NO_PROXY: '127.0.0.1' });
  const overTls = await connected({ TIPSTAFF_HTTPS_PROXY: encrypted.url.replace('https', 'HTTPS') });

  assert.deepEqual(
    [ignored, configured, excepted, overTls],
    [
      [0, 0],
      [1, 0],
      [1, 0],
      [1, 1],
    ],
  );
  assert.equal(receiver.stored.length, 4);
});
