import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { closeGently } from '../../src/cli/data/shutdown.ts';
import { readConfig } from '../../src/config.ts';
import { openContext } from '../../src/context.ts';
import { initialAdminToken } from '../../src/domains/accounts/administration/initial-admin.ts';
import { wiring } from '../../src/domains/index.ts';
import { newHttpServer } from '../../src/http/http-server.ts';
import { buildServer } from '../../src/server.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('A stopping service waits for a request whose client has disconnected', async () => {
  const [begun, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const order: string[] = [];
  const app = newHttpServer(async () => {
    begun.resolve();
    await proceed.promise;
    order.push('served');
  }, {});
  const client = request(await app.listen({ host: '127.0.0.1', port: 0 }));
  client.on('error', () => undefined);
  client.end();
  await begun.promise;
  client.destroy();

  const closing = closeGently(app).then(() => order.push('closed'));
  await once(app.server, 'close');
  await setImmediate();
  proceed.resolve();
  await closing;

  assert.deepEqual(order, ['served', 'closed']);
});

test('A request that does not end is cut off after the grace period', async () => {
  await using folder = await temporaryFolder();
  await using context = await openContext(
    readConfig({ TIPSTAFF_DATA_DIR: folder.path, TIPSTAFF_LOG_LEVEL: 'fatal' }),
    wiring,
  );
  const app = buildServer(context);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const token = await initialAdminToken(context);
  const openRequest = request(`${url}/admin/initial-admin-user?token=${token}`, {
    method: 'POST',
    headers: { 'content-length': '100', 'content-type': 'application/json' },
  });
  openRequest.write('{');
  const failed = once(openRequest, 'error');
  await once(app.server, 'request');

  await closeGently(app, 100);
  const [error] = await failed;

  assert.equal(error.code, 'ECONNRESET');
});
