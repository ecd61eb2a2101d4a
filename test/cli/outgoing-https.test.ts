// Commands that call a service over HTTPS, with private certificate authorities and through proxies.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openReceiver } from '../support/audit-receiver.ts';
import { tipstaffProcess } from '../support/command.ts';
import { openConnectProxy } from '../support/connect-proxy.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('Commands trust a private authority in NODE_EXTRA_CA_CERTS, and use HTTPS_PROXY only with NODE_USE_ENV_PROXY', async () => {
  await using service = await openReceiver();
  await using proxy = await openConnectProxy();
  await using folder = await temporaryFolder();
  const authority = join(folder.path, 'ca.pem');
  await writeFile(authority, service.certificate);
  const requests: (string | undefined)[] = [];
  service.behave((request, response) => {
    requests.push(request.headers.authorization);
    response.writeHead(401, { 'content-type': 'application/vnd.api+json' }).end('{"errors":[]}');
  });
  const call = async (environment: Readonly<Record<string, string>>) => {
    const url = `https://127.0.0.1:${service.port}`;
    const variables = { TIPSTAFF_URL: url, TIPSTAFF_TOKEN: 'token', ...environment };
    const { code, stderr } = await tipstaffProcess(['workspace', 'list', '--organization', 'shire'], variables);
    assert.notEqual(code, 0);
    return { stderr, requests: requests.length, tunnels: proxy.targets.length };
  };

  const untrusted = await call({});
  const trusted = await call({ NODE_EXTRA_CA_CERTS: authority });
  const ignored = await call({ NODE_EXTRA_CA_CERTS: authority, HTTPS_PROXY: proxy.url });
  const used = await call({ NODE_EXTRA_CA_CERTS: authority, HTTPS_PROXY: proxy.url, NODE_USE_ENV_PROXY: '1' });
  const optional = { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: proxy.url, NO_PROXY: '127.0.0.1' };
  const excepted = await call({ NODE_EXTRA_CA_CERTS: authority, ...optional });

  assert.match(untrusted.stderr, /does not answer \(/);
  assert.deepEqual(
    [untrusted, trusted, ignored, used, excepted].map((each) => [each.requests, each.tunnels]),
    [
      [0, 0],
      [1, 0],
      [2, 0],
      [3, 1],
      [4, 1],
    ],
  );
  assert.equal(requests[0], 'Bearer token');
});
