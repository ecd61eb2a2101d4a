import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pass } from 'node:timers/promises';
import { clientOf } from '../support/client.ts';
import {
  commandsOn,
  commandsOnEachEngine,
  type Environment,
  linesOfStart,
  type Running,
  startService,
  tipstaff,
} from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

const administrator = { username: 'root', email: 'root@example.com', password: 'correct horse battery' };

/** Starts a request that creates the first administrator, but does not send the end of its body. */
const keepRequestOpen = async ({ url, output }: Running): Promise<ClientRequest> => {
  const address = new URL(`${url}/admin/initial-admin-user?token=${output.firstAdministrator.token}`);
  const headers = { 'content-type': 'application/json' };
  const openRequest = request(address, { method: 'POST', headers, agent: new Agent({ keepAlive: true }) });
  openRequest.on('error', () => undefined);
  openRequest.write(JSON.stringify(administrator).slice(0, -1));
  await once(openRequest, 'socket');
  // The response to this later request shows that the service has started processing the first one.
  await clientOf(url).get('/ping');
  return openRequest;
};

const isListening = (url: string): Promise<boolean> =>
  fetch(`${url}/api/v2/ping`).then(
    () => true,
    () => false,
  );

const untilClosed = async (url: string): Promise<void> => {
  while (await isListening(url)) await pass(20);
};

commandsOnEachEngine('A terminated service answers the request in progress, then exits with 0', async (environment) => {
  await using service = await startService(environment);
  const openRequest = await keepRequestOpen(service);
  const exited = once(service.child, 'exit');

  service.child.kill('SIGTERM');
  await untilClosed(service.url);
  openRequest.end('}');
  const [response]: IncomingMessage[] = await once(openRequest, 'response');
  const chunks = await response?.toArray();
  const [code] = await exited;

  assert.equal(response?.statusCode, 200);
  assert.equal(JSON.parse(Buffer.concat(chunks ?? []).toString()).status, 'created');
  assert.equal(code, 0);
});

test('A second signal ends the service immediately', async () => {
  await using folder = await temporaryFolder();
  await using service = await startService({ TIPSTAFF_DATA_DIR: folder.path });
  const openRequest = await keepRequestOpen(service);
  const exited = once(service.child, 'exit');

  service.child.kill('SIGINT');
  await untilClosed(service.url);
  await pass(600);
  service.child.kill('SIGINT');
  const [code] = await exited;
  openRequest.destroy();

  assert.equal(code, 1);
});

commandsOnEachEngine('A second start on the same data continues with the data of the first', async (environment) => {
  const first = await startService(environment);
  const created = await clientOf(first.url).request(
    'POST',
    `//admin/initial-admin-user?token=${first.output.firstAdministrator.token}`,
    { raw: JSON.stringify(administrator), headers: { 'content-type': 'application/json' } },
  );
  await first.stop();

  await using second = await startService(environment);
  const account = await clientOf(second.url, created.body.token).get('/account/details');

  assert.equal(second.output.firstAdministrator, null);
  assert.equal(account.body.data.attributes.username, 'root');
});

commandsOnEachEngine('A service without an administrator shows the same one-time token again', async (environment) => {
  const first = await startService(environment);
  const code = await first.stop();

  await using second = await startService(environment);

  const tokenOf = ({ output: { firstAdministrator } }: Running) => [firstAdministrator.token, firstAdministrator.file];
  assert.equal(code, 0);
  assert.deepEqual(tokenOf(second), tokenOf(first));
});

const createFirst = (url: string, token: string) =>
  clientOf(url).request('POST', `//admin/initial-admin-user?token=${token}`, {
    raw: JSON.stringify(administrator),
    headers: { 'content-type': 'application/json' },
  });

commandsOnEachEngine(
  'Five starts at once print one token, which works when the services listen',
  async (environment) => {
    await using stack = new AsyncDisposableStack();
    const services = await Promise.all([1, 2, 3, 4, 5].map(async () => stack.use(await startService(environment))));

    const printed = services.map(({ output }) => output.firstAdministrator);
    const created = await createFirst(services[4]?.url ?? '', printed[0].token);

    assert.equal(new Set(printed.map(({ token }) => token)).size, 1);
    assert.equal(created.status, 200);
  },
);

commandsOn(
  'postgres',
  'A start with another data folder leaves the token of the first instance alone',
  async (environment) => {
    await using folder = await temporaryFolder();
    await using first = await startService(environment);
    await using second = await startService({ ...environment, TIPSTAFF_DATA_DIR: folder.path });
    const lines = await linesOfStart({ ...environment, TIPSTAFF_DATA_DIR: folder.path, TIPSTAFF_PORT: '0' });

    const created = await createFirst(second.url, first.output.firstAdministrator.token);

    assert.deepEqual([second.output.firstAdministrator, second.output.hasAdministrator], [null, false]);
    assert.match(lines.at(-1) ?? '', /token that another instance printed, or run "tipstaff admin create"\.$/);
    assert.equal(created.status, 200);
  },
);

test('The start shows the address, the data folder, and the one-time token with its file', async () => {
  await using folder = await temporaryFolder();
  const dataDir = join(folder.path, 'data');
  await using service = await startService({ TIPSTAFF_DATA_DIR: dataDir });

  const { data, firstAdministrator } = service.output;
  const openRequest = await readFile(firstAdministrator.file, 'utf8');
  const [folderMode, fileMode] = await Promise.all([stat(dataDir), stat(firstAdministrator.file)]);

  assert.equal(data, dataDir);
  assert.equal(firstAdministrator.file, join(dataDir, 'initial-admin-token'));
  assert.equal(openRequest, `${firstAdministrator.token}\n`);
  assert.equal(folderMode.mode & 0o777, 0o700);
  assert.equal(fileMode.mode & 0o777, 0o600);
});

/** Tries to listen at the service's address. Returns the reason for a failure, or undefined if it succeeds. */
const tryListening = async ({ TIPSTAFF_HOST: host, TIPSTAFF_PORT: port }: Environment): Promise<string | undefined> => {
  await using probe = createServer().listen(Number(port), host);
  return await once(probe, 'listening').then(
    () => undefined,
    (error: Error) => error.message,
  );
};

test('Links contain the actual port', async () => {
  await using folder = await temporaryFolder();
  const environment = { TIPSTAFF_DATA_DIR: folder.path };
  const created = await tipstaff(['admin', 'create', '--username', 'a', '--email', 'a@b.c', '--json'], environment);
  await using service = await startService(environment);

  const listed = await clientOf(service.url, created.json().meta.token).get('/organizations');

  assert.equal(service.output.baseUrl, service.url);
  assert.ok(listed.body.links.self.startsWith(`${service.url}/api/v2/organizations?`), listed.body.links.self);
});

test('Links contain the port even if it is the default port', async (t) => {
  await using folder = await temporaryFolder();
  const environment = { TIPSTAFF_DATA_DIR: folder.path, TIPSTAFF_HOST: '127.0.0.80', TIPSTAFF_PORT: '80' };
  const refusal = await tryListening(environment);
  if (refusal !== undefined) return t.skip(`Nothing can listen on port 80 here: ${refusal}`);

  await using service = await startService(environment);

  assert.equal(service.url, 'http://127.0.0.80:80');
  assert.match(service.output.firstAdministrator.link, /^http:\/\/127\.0\.0\.80:80\/first-administrator\//);
});

test('Links contain the configured base address', async () => {
  await using folder = await temporaryFolder();
  const environment = { TIPSTAFF_DATA_DIR: folder.path, TIPSTAFF_BASE_URL: 'https://tipstaff.example.com/' };

  await using service = await startService(environment);

  assert.equal(service.output.baseUrl, 'https://tipstaff.example.com');
});

test('The default output consists of plain lines', async () => {
  await using folder = await temporaryFolder();

  const lines = await linesOfStart({ TIPSTAFF_DATA_DIR: folder.path, TIPSTAFF_PORT: '0' });

  assert.match(lines[0] ?? '', /^Tipstaff listens on: {2}http:\/\/127\.0\.0\.1:\d+$/);
  assert.equal(lines[1], `Data is stored in:    ${folder.path}`);
  assert.match(lines[2] ?? '', /^One-time token: {7}\w{14}\.tipstaff\.\w{64}$/);
  assert.equal(lines[3], `also in:              ${join(folder.path, 'initial-admin-token')}`);
  assert.match(lines[4] ?? '', /^Next: create the first administrator in a browser, /);
  assert.match(lines[5] ?? '', /^http:\/\/127\.0\.0\.1:\d+\/first-administrator\/\w{14}\.tipstaff\.\w{64}$/);
});
