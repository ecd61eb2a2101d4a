// Tests run tasks if the platform is reached through a proxy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { openConnectProxy } from '../../../../test/support/connect-proxy.ts';
import { callOf, sendCall } from '../../../../test/support/run-platform.ts';
import { callsOf, finishCalls, key, newCode, openStage } from '../../../../test/support/run-task-stage.ts';
import { newServerKeyPair } from '../../../../test/support/saml/certificate.ts';

const keyPair = newServerKeyPair();
setDefaultCACertificates([...getCACertificates('default'), keyPair.certificate]);

test('The plan is fetched and the result is reported through the proxy', async () => {
  await using proxy = await openConnectProxy();
  const environment = { TIPSTAFF_HTTPS_PROXY: proxy.url };
  await using stage = await openStage('sqlite', { keyPair, environment });
  const { home, platform, url } = stage;
  await newCode(home, 'strict');

  const status = await sendCall(url, key, callOf(platform));
  await finishCalls(stage);

  assert.equal(status, 200);
  assert.deepEqual(
    platform.results().map((result) => result.status),
    ['running', 'passed'],
  );
  const { host } = new URL(platform.url);
  const paths = platform.seen.map(({ method, path }) => `${method} ${path}`);
  assert.ok(paths.includes('GET /archive/plan-1'), paths.join());
  assert.deepEqual(
    proxy.targets,
    paths.map(() => host),
  );
});

test('A call that failed because of the proxy says so, without the address and the password of the proxy', async () => {
  const proxy = await openConnectProxy();
  const httpsProxy = proxy.url.replace('//', '//squid:hunter2@');
  await using stage = await openStage('sqlite', { keyPair, environment: { TIPSTAFF_HTTPS_PROXY: httpsProxy } });
  await proxy[Symbol.asyncDispose]();

  await sendCall(stage.url, key, callOf(stage.platform));
  await finishCalls(stage);

  const [call] = await callsOf(stage);
  const problem: string = call.attributes.error;
  assert.match(problem, /the proxy of this service did not open a connection \(PROXY_ECONNREFUSED\)\.$/);
  assert.doesNotMatch(problem, /hunter2|127\.0\.0\.1/);
  assert.deepEqual([stage.platform.seen, proxy.targets], [[], []]);
});
