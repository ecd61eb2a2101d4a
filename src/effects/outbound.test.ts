// Tests of HTTPS requests of the service: direct, and through a proxy.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openReceiver, secret } from '../../test/support/audit-receiver.ts';
import { commandsOnEachEngine, tipstaffProcess } from '../../test/support/command.ts';
import { openConnectProxy } from '../../test/support/connect-proxy.ts';
import { account } from '../../test/support/sms-provider.ts';
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
  const config = { httpsProxy: proxy.url.replace('//', '//squid:p%40ss@'), noProxy: '' };

  const status = await post(url, config, { authorities: receiver.certificate });
  await assert.rejects(post(url, config), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });

  assert.equal(status, 204);
  assert.deepEqual(proxy.targets, [`127.0.0.1:${receiver.port}`, `127.0.0.1:${receiver.port}`]);
  assert.equal(proxy.credentials[0], `Basic ${Buffer.from('squid:p@ss').toString('base64')}`);
});

test('Behind a proxy, only literal addresses are refused, because the proxy resolves names', async () => {
  await using receiver = await openReceiver();
  await using proxy = await openConnectProxy();
  const url = `https://localhost:${receiver.port}/`;
  const options = { reach: 'public', authorities: receiver.certificate } as const;
  const [behind, excepted] = ['', 'localhost'].map((noProxy) => ({ httpsProxy: proxy.url, noProxy }));

  assert.equal(await post(url, behind ?? { noProxy: '' }, options), 204);
  await assert.rejects(post(url, excepted ?? { noProxy: '' }, options), { name: 'RefusedAddress' });
  await assert.rejects(post(url, { noProxy: '' }, options), { name: 'RefusedAddress' });
  await assert.rejects(post('https://169.254.169.254/', behind ?? { noProxy: '' }), { name: 'RefusedAddress' });

  assert.deepEqual(proxy.targets, [`localhost:${receiver.port}`]);
});

test('Text messages and requests to identity providers use the proxy', async () => {
  await using proxy = await openConnectProxy();
  const config = { httpsProxy: proxy.url, noProxy: '' };
  const provider = { accountSid: account.sid, authToken: account.token, fromNumber: '+15550100000', proxy: config };
  const get = { method: 'GET', headers: {}, body: undefined, redirect: 'manual' } as const;

  const sent = await sendSms({ ...provider, baseUrl: 'https://sms.example:1' }, { to: '+15550101234', text: 'code' });
  await assert.rejects(providerFetch({ listed: [], proxy: config, signal })('https://idp.example:1/', get));

  assert.deepEqual(sent, { kind: 'failed', at: 'connection' });
  assert.deepEqual(proxy.targets, ['sms.example:1', 'idp.example:1']);
});

commandsOnEachEngine('The service uses a proxy only if its configuration names one', async (environment) => {
  await using receiver = await openReceiver();
  await using proxy = await openConnectProxy();
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
    return proxy.targets.length;
  };

  const ignored = await connected({ HTTPS_PROXY: proxy.url, NODE_USE_ENV_PROXY: '1' });
  const configured = await connected({ TIPSTAFF_HTTPS_PROXY: proxy.url });
  const excepted = await connected({ TIPSTAFF_HTTPS_PROXY: proxy.url, TIPSTAFF_NO_PROXY: '127.0.0.1' });

  assert.deepEqual([ignored, configured, excepted], [0, 1, 1]);
  assert.equal(receiver.stored.length, 3);
});
