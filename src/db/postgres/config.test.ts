// Tests of encryption and passwords for PostgreSQL connections, with the same parameters as libpq.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Environment, tipstaffProcess } from '../../../test/support/command.ts';
import { type PostgresServer, startPostgres } from '../../../test/support/postgres.ts';
import { connect } from '../../../test/support/postgres-connection.ts';
import { rawStatement } from '../../../test/support/raw-statement.ts';
import { newServerKeyPair } from '../../../test/support/saml/certificate.ts';
import { temporaryFolder } from '../../../test/support/temporary.ts';
import { withPasswordFile } from '../../lib/network/postgres-address.ts';
import { connectClient } from './client.ts';
import { openPostgres } from './database.ts';

let encrypted: PostgresServer;
let plain: PostgresServer;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
/** URL parameter with the CA of the server certificate, which is valid for `localhost`. */
let known: string;

before(async () => {
  const identity = newServerKeyPair({ hasAddress: false });
  folder = await temporaryFolder();
  const file = join(folder.path, 'authority.pem');
  await writeFile(file, identity.certificate);
  known = `sslrootcert=${encodeURIComponent(file)}`;
  [encrypted, plain] = await Promise.all([startPostgres(identity), startPostgres()]);
});

after(() => Promise.all([encrypted, plain, folder].map((each) => each[Symbol.asyncDispose]())));

/** Returns how a connection is encrypted, or the reason why connecting failed. */
const encryptionOf = async (
  server: PostgresServer,
  parameters: string,
  host = '127.0.0.1',
): Promise<boolean | string> => {
  try {
    const client = await connectClient(`${server.url('postgres').replace('127.0.0.1', host)}?${parameters}`);
    const { rows } = await client.query<{ ssl: boolean }>('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
    await client.end();
    return rows[0]?.ssl ?? 'no row';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

test('Each sslmode has the meaning of libpq', async () => {
  const ofEncrypted = {
    disable: await encryptionOf(encrypted, 'sslmode=disable'),
    prefer: await encryptionOf(encrypted, 'sslmode=prefer'),
    require: await encryptionOf(encrypted, 'sslmode=require'),
    'verify-ca': await encryptionOf(encrypted, `sslmode=verify-ca&${known}`),
    'verify-full': await encryptionOf(encrypted, `sslmode=verify-full&${known}`, 'localhost'),
  };
  const unknown = await encryptionOf(encrypted, 'sslmode=verify-full', 'localhost');
  const otherName = await encryptionOf(encrypted, `sslmode=verify-full&${known}`);
  const [preferred, required] = [
    await encryptionOf(plain, 'sslmode=prefer'),
    await encryptionOf(plain, 'sslmode=require'),
  ];

  assert.deepEqual(ofEncrypted, {
    disable: false,
    prefer: true,
    require: true,
    'verify-ca': true,
    'verify-full': true,
  });
  assert.match(String(unknown), /self-signed certificate|unable to verify/);
  assert.match(String(otherName), /does not match certificate/);
  assert.equal(preferred, false);
  assert.match(String(required), /does not support SSL/);
});

/**
 * Returns the error of the command `serve`. The command must refuse immediately, because for a server that might start
 * later it would wait an hour.
 */
const refusal = async (url: string, more: Environment = {}) => {
  await using data = await temporaryFolder();
  const { code, stderr } = await tipstaffProcess(['serve'], {
    TIPSTAFF_DATA_DIR: data.path,
    TIPSTAFF_DATABASE_URL: url,
    TIPSTAFF_DATABASE_WAIT: '3600',
    TIPSTAFF_ENCRYPTION_KEY: 'ab'.repeat(32),
    TIPSTAFF_PORT: '0',
    ...more,
  });
  return [code, stderr.trim()] as const;
};

test('Errors that waiting cannot fix end the start immediately, with advice', async () => {
  const [url, other] = [encrypted.url('postgres'), plain.url('postgres')];
  // Status 1 means that a supervisor may try again, for example after the server gets another certificate. Status 2
  // means that the operator must change something.
  const cases: readonly (readonly [url: string, code: 1 | 2, sentence: RegExp, more?: Environment])[] = [
    [`${url}?sslmode=verify-full`, 1, /^The certificate of PostgreSQL cannot be verified .* sslrootcert/],
    [
      `${url}?sslmode=verify-full&${known}`,
      1,
      /^The certificate of PostgreSQL is for another name .* sslmode=verify-ca/,
    ],
    [`${other}?sslmode=require`, 1, /^PostgreSQL offers no encryption: .* sslmode=disable/],
    [
      other.replace(':tipstaff@', ':wrong@'),
      2,
      /^PostgreSQL refuses this role or its password .* TIPSTAFF_DATABASE_URL/,
    ],
    [plain.url('nowhere'), 2, /^PostgreSQL has no such database .* createdb/],
    [`${url}?sslmode=verify-ca&sslrootcert=/nowhere/ca.pem`, 2, /^\/nowhere\/ca\.pem does not exist/],
    [
      other.replace(':tipstaff@', '@'),
      2,
      /^\/nowhere\/password does not exist/,
      { TIPSTAFF_DATABASE_PASSWORD_FILE: '/nowhere/password' },
    ],
  ];

  for (const [address, code, sentence, more] of cases) {
    const [status, output] = await refusal(address, more);

    assert.equal(status, code, output);
    assert.match(output, sentence);
  }
});

test('A password in a file is read for each connection, so it may change', async () => {
  await using administration = await connect(plain.url('postgres'));
  await administration.run("create role changing login password 'first'");
  const file = join(folder.path, 'password');
  await writeFile(file, 'first\n');
  const address = plain.url('postgres').replace('postgres:tipstaff@', 'changing@');
  await using database = openPostgres(withPasswordFile(address, file));
  const select = () => database.transaction((tx) => tx.run(rawStatement('select 1')));
  await select();

  await administration.run("alter role changing password 'second'");
  await writeFile(file, 'second\n');
  await administration.run("select pg_terminate_backend(pid, 10000) from pg_stat_activity where usename = 'changing'");

  await select();
});
