// The exit status of a failed start, from which a supervisor decides whether to restart the service, and the command
// that finds the same problems before a start.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Environment, environmentOf, tipstaff } from '../support/command.ts';
import { fileWith } from '../support/config-file.ts';
import { freshDatabase } from '../support/database.ts';
import { refuseConnections } from '../support/refused-connections.ts';
import { newServerKeyPair } from '../support/saml/certificate.ts';
import { temporaryFolder } from '../support/temporary.ts';

const key = Buffer.alloc(32, 7).toString('base64');

test('The configuration check finds the problems that a start refuses with status 2', async () => {
  await using folder = await temporaryFolder();
  const at = (name: string) => join(folder.path, name);
  const [own, other] = [newServerKeyPair(), newServerKeyPair()];
  await writeFile(at('cert.pem'), own.certificate);
  await writeFile(at('other-key.pem'), other.privateKey, { mode: 0o600 });
  const postgres = { TIPSTAFF_ENCRYPTION_KEY: key, TIPSTAFF_DATABASE_WAIT: '0' };
  const cases: readonly (readonly [Environment, RegExp])[] = [
    [
      { TIPSTAFF_TLS_CERTIFICATE: at('none.pem'), TIPSTAFF_TLS_KEY: at('none.key') },
      /^TIPSTAFF_TLS_CERTIFICATE names .*none\.pem: the file does not exist\.$/m,
    ],
    [
      { TIPSTAFF_TLS_CERTIFICATE: at('cert.pem'), TIPSTAFF_TLS_KEY: at('other-key.pem') },
      /^TIPSTAFF_TLS_KEY names .*: the private key does not belong to the certificate in /m,
    ],
    [{ TIPSTAFF_HOST: '127.0.0.1:8080' }, /^TIPSTAFF_HOST must be a host name or an IP address, without a port\.$/m],
    [{ TIPSTAFF_POLICY_ENGINE: at('none') }, /^TIPSTAFF_POLICY_ENGINE names .*, which cannot be run \(ENOENT\)/m],
    [
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example.com',
        OTEL_EXPORTER_OTLP_CERTIFICATE: at('none.pem'),
      },
      /^OTEL_EXPORTER_OTLP_CERTIFICATE names .*: the file does not exist\.$/m,
    ],
    [
      {
        ...postgres,
        TIPSTAFF_DATABASE_URL: `postgres://u@127.0.0.1:1/x?sslmode=verify-full&sslrootcert=${at('ca.pem')}`,
      },
      /ca\.pem does not exist/m,
    ],
  ];

  for (const [variables, sentence] of cases) {
    const environment = { TIPSTAFF_DATA_DIR: at('data'), TIPSTAFF_PORT: '0', ...variables };
    const checked = await tipstaff(['config', 'check'], environment);
    const started = await tipstaff(['serve'], environment);

    assert.deepEqual([checked.code, started.code], [1, 2], checked.stderr + started.stderr);
    for (const { stderr } of [checked, started]) {
      assert.match(stderr, sentence);
      assert.doesNotMatch(stderr, /^ +at /m);
    }
  }
});

test('A start ends with status 2 for a missing role or database, and with 1 for temporary errors', async () => {
  await using folder = await temporaryFolder();
  await using database = await freshDatabase('postgres');
  const environment: Environment = { ...environmentOf(database), TIPSTAFF_DATABASE_WAIT: '0' };
  const changed = (change: (url: URL) => void): Environment => {
    const url = new URL(environment.TIPSTAFF_DATABASE_URL ?? '');
    change(url);
    return { ...environment, TIPSTAFF_DATABASE_URL: url.href };
  };
  await using busy = createServer().listen(0, '127.0.0.1');
  await once(busy, 'listening');
  const port = String(Reflect.get(Object(busy.address()), 'port'));

  const missing = await tipstaff(
    ['serve'],
    changed((url) => {
      url.pathname = '/no_such_database';
    }),
  );
  const away = await tipstaff(['serve'], {
    ...environment,
    TIPSTAFF_DATABASE_URL: 'postgres://tipstaff@127.0.0.1:1/tipstaff',
  });
  const noSocket = await tipstaff(['serve'], {
    ...environment,
    TIPSTAFF_DATABASE_URL: `postgres://tipstaff@/tipstaff?host=${folder.path}`,
  });
  const inUse = await tipstaff(['serve'], { TIPSTAFF_DATA_DIR: join(folder.path, 'data'), TIPSTAFF_PORT: port });

  assert.deepEqual([missing.code, away.code, noSocket.code, inUse.code], [2, 1, 1, 1], missing.stderr);
});

test('A message names the key and the line in the configuration file from which a value comes', async () => {
  await using folder = await temporaryFolder();
  await using file = await fileWith(
    `data-dir: ${folder.path}\nport: 0\ntls-certificate: /none.pem\ntls-key: /none.key\n`,
  );
  const place = `tls-certificate (${file.path}:3) names /none.pem: the file does not exist.`;

  const started = await tipstaff(['serve', '--config', file.path]);
  const checked = await tipstaff(['config', 'check', '--config', file.path]);
  const looked = await tipstaff(['doctor', '--config', file.path]);

  for (const { stdout, stderr } of [started, checked, looked]) assert.ok((stdout + stderr).includes(place), stderr);
});

test('A command waits for a database server that accepts no connection at present', async () => {
  await using database = await freshDatabase('postgres');
  const environment = environmentOf(database);
  await tipstaff(['migrate'], environment);
  const refused = await refuseConnections(database.databaseUrl ?? '');
  let allowed: Promise<void> | undefined;

  const listed = await tipstaff(['user', 'list'], environment, {
    watch: () => {
      allowed ??= Promise.resolve(refused[Symbol.asyncDispose]());
    },
  });
  await allowed;

  assert.deepEqual([listed.code, listed.stderr], [0, 'Waiting for PostgreSQL to accept a connection.\n']);
});
