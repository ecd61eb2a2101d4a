import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as pass } from 'node:timers/promises';
import { connect as connectSecurely } from 'node:tls';
import { startService, tipstaff } from '../../test/support/command.ts';
import { type KeyPair, newKeyPair, newServerKeyPair } from '../../test/support/saml/certificate.ts';
import { temporaryFolder } from '../../test/support/temporary.ts';
import { openCertificate, readCertificate } from './certificate.ts';
import { newHttpServer } from './http-server.ts';

const day = 86_400_000;

const newYearPair = () => newServerKeyPair({ days: 365 });

const writePair = async (folder: string, { certificate, privateKey }: KeyPair) => {
  const files = { certificate: join(folder, 'tls.crt'), key: join(folder, 'tls.key') };
  await writeFile(files.certificate, certificate);
  await writeFile(files.key, privateKey, { mode: 0o600 });
  return files;
};

/** Replaces a file in one step, so that nobody reads a partly written file. */
const replaceFile = async (path: string, content: string) => {
  await writeFile(`${path}-new`, content, { mode: 0o600 });
  await rename(`${path}-new`, path);
};

/** Sends a request whose client trusts only the given certificate. */
const read = async (url: string, ca: string, agent = new Agent({ maxCachedSessions: 0 })) => {
  const [answer] = await once(get(url, { ca, agent }), 'response');
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) };
};

const isTrusted = (url: string, ca: string): Promise<boolean> =>
  read(url, ca).then(
    () => true,
    () => false,
  );

/** Creates a log that stores its messages with their reasons. */
const newLog = () => {
  const lines: string[] = [];
  const write = (details: object, message: string) =>
    void lines.push(`${message} ${String(Reflect.get(details, 'reason') ?? '')}`.trim());
  const log = { isLevelEnabled: () => true, trace: write, debug: write, info: write, warn: write, error: write };
  return { log, lines };
};

test('A service with a certificate uses only HTTPS with TLS 1.2 or later, also in links and cookies', async () => {
  await using folder = await temporaryFolder();
  const pair = newYearPair();
  const files = await writePair(folder.path, pair);
  await writeFile(join(folder.path, 'tipstaff.yaml'), 'tls-certificate: tls.crt\ntls-key: tls.key\ndata-dir: data\n', {
    mode: 0o600,
  });
  await using service = await startService({ TIPSTAFF_CONFIG: join(folder.path, 'tipstaff.yaml') });
  const { port } = new URL(service.url);

  const answer = await read(`${service.url}/metrics`, pair.certificate);
  const page = await read(`${service.url}/api/v2/account/details`, pair.certificate);
  const plain = connect(Number(port), '127.0.0.1');
  plain.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const answered = await text(plain).catch((error: unknown) => Reflect.get(Object(error), 'code'));
  const old = connectSecurely({ port: Number(port), ca: pair.certificate, minVersion: 'TLSv1', maxVersion: 'TLSv1.1' });
  const [refusal] = await once(old, 'error');
  const variables = {
    TIPSTAFF_DATA_DIR: join(folder.path, 'data'),
    TIPSTAFF_PORT: port,
    TIPSTAFF_TLS_CERTIFICATE: files.certificate,
    TIPSTAFF_TLS_KEY: files.key,
  };
  const pinged = await tipstaff(['ping'], variables);
  const looked = await tipstaff(['doctor'], variables);

  assert.match(service.url, /^https:\/\/127\.0\.0\.1:\d+$/);
  assert.equal(service.output.baseUrl, service.url);
  assert.match(service.output.firstAdministrator.link, /^https:/);
  assert.equal(page.status, 401);
  const [, end] = /^tipstaff_tls_certificate_expiry_timestamp_seconds (\d+)$/m.exec(answer.text) ?? [];
  assert.ok(Math.abs(Number(end) * 1_000 - Date.now() - 365 * day) < day, end);
  assert.ok(['', 'ECONNRESET'].includes(answered), answered);
  assert.match(refusal.code, /^ERR_SSL_/);
  assert.equal(pinged.stdout, `Tipstaff answers at ${service.url}.\n`);
  assert.match(looked.stdout, /\nok +port +Tipstaff already answers on port /);
  assert.match(looked.stdout, /\nok +certificate +The certificate of the service is valid until \d{4}-\d\d-\d\d\.\n/);
});

test('A certificate replaced through a link is used for new connections, and open connections continue', async () => {
  await using folder = await temporaryFolder();
  const [first, second] = [newYearPair(), newYearPair()];
  const versions = await Promise.all(
    [first, second].map(async (pair, index) => {
      const version = join(folder.path, `version-${index}`);
      await mkdir(version);
      await writePair(version, pair);
      return version;
    }),
  );
  const link = join(folder.path, 'data');
  await symlink(versions[0] ?? '', link);
  const { log, lines } = newLog();
  const files = { certificate: join(link, 'tls.crt'), key: join(link, 'tls.key') };
  await using certificate = openCertificate({ files, log, every: 10 });
  const app = newHttpServer((_request, response) => response.end('here'), {}, certificate);
  await using _closed = { [Symbol.asyncDispose]: () => app.close() };
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await read(url, first.certificate, agent);

  await symlink(versions[1] ?? '', `${link}-new`);
  await rename(`${link}-new`, link);
  while (!(await isTrusted(url, second.certificate))) await pass(5);
  const open = await read(url, first.certificate, agent);
  agent.destroy();

  assert.equal(open.text, 'here');
  assert.equal(await isTrusted(url, first.certificate), false);
  assert.deepEqual(lines, ['the certificate of the service was replaced']);
});

test('An unusable certificate leaves the previous one in use and is logged once', async () => {
  await using folder = await temporaryFolder();
  const [first, second] = [newYearPair(), newYearPair()];
  const files = await writePair(folder.path, first);
  const { log, lines } = newLog();
  await using certificate = openCertificate({ files, log, every: 5 });
  const app = newHttpServer((_request, response) => response.end('here'), {}, certificate);
  await using _closed = { [Symbol.asyncDispose]: () => app.close() };
  const url = await app.listen({ host: '127.0.0.1', port: 0 });

  await replaceFile(files.key, second.privateKey);
  while (lines.length === 0) await pass(5);
  const meanwhile = await isTrusted(url, first.certificate);
  await rm(files.certificate);
  while (lines.length === 1) await pass(5);
  await pass(50);
  await replaceFile(files.certificate, second.certificate);
  while (!(await isTrusted(url, second.certificate))) await pass(5);

  const fault = 'the new certificate cannot be used; the previous one stays in use';
  assert.equal(meanwhile, true);
  assert.deepEqual(lines, [
    `${fault} TIPSTAFF_TLS_KEY names ${files.key}: the private key does not belong to the certificate in ${files.certificate}.`,
    `${fault} TIPSTAFF_TLS_CERTIFICATE names ${files.certificate}: the file does not exist.`,
    'the certificate of the service was replaced',
  ]);
});

test('A key that others may change is refused, and doctor warns of one that every account can read', {
  skip: process.platform === 'win32',
}, async () => {
  await using folder = await temporaryFolder();
  const files = await writePair(folder.path, newYearPair());
  const exposure = `TIPSTAFF_TLS_KEY names ${files.key}: every account can read the file (mode 0644). Run "chmod o-r ${files.key}".`;

  await chmod(files.key, 0o620);
  assert.throws(() => readCertificate(files), {
    message: `TIPSTAFF_TLS_KEY names ${files.key}: other accounts can change the file (mode 0620). Run "chmod go-w ${files.key}".`,
  });
  await chmod(files.key, 0o644);
  const looked = await tipstaff(['doctor'], {
    TIPSTAFF_DATA_DIR: join(folder.path, 'data'),
    TIPSTAFF_TLS_CERTIFICATE: files.certificate,
    TIPSTAFF_TLS_KEY: files.key,
  });
  await chmod(files.key, 0o640);

  assert.ok(looked.stdout.includes(` ${exposure}\n`) && /\nwarning +certificate /.test(looked.stdout), looked.stdout);
  assert.equal(readCertificate(files).exposure, undefined);
});

test('Unusable certificate and key files are refused, each with a reason', async () => {
  await using folder = await temporaryFolder();
  const files = await writePair(folder.path, newYearPair());
  const other = newKeyPair();
  const refusalWith = async (certificate: string, key: string): Promise<string> => {
    await writeFile(files.certificate, certificate);
    await writeFile(files.key, key);
    try {
      readCertificate(files);
      return '';
    } catch (error) {
      return error instanceof Error ? `${error.name}: ${error.message}` : '';
    }
  };
  const { certificate, privateKey } = newYearPair();

  const refusals = [
    await refusalWith('no certificate', privateKey),
    await refusalWith(certificate, 'no key'),
    await refusalWith(certificate, other.privateKey),
    await refusalWith(`${certificate}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`, privateKey),
  ];
  const start = await tipstaff(['serve'], {
    TIPSTAFF_DATA_DIR: join(folder.path, 'data'),
    TIPSTAFF_TLS_CERTIFICATE: files.certificate,
    TIPSTAFF_TLS_KEY: join(folder.path, 'absent.key'),
  });

  const named = `StartRefused: TIPSTAFF_TLS_CERTIFICATE names ${files.certificate}:`;
  assert.ok(refusals[0]?.startsWith(`${named} the file contains no certificate in PEM format (`), refusals[0]);
  assert.match(
    refusals[1] ?? '',
    /TIPSTAFF_TLS_KEY names .*: the file contains no private key in PEM format, or a private key with a passphrase \(/,
  );
  assert.match(refusals[2] ?? '', /TIPSTAFF_TLS_KEY names .*: the private key does not belong to the certificate in /);
  assert.ok(refusals[3]?.startsWith(`${named} the certificate cannot be used (`), refusals[3]);
  assert.deepEqual(
    [start.code, start.stderr],
    [2, `TIPSTAFF_TLS_KEY names ${join(folder.path, 'absent.key')}: the file does not exist.\n`],
  );
});
