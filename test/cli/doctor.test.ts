import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { searchFindings } from '../../src/cli/doctor/data.ts';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/db/open.ts';
import { connect } from '../../src/db/sqlite/connection.ts';
import { conditions } from '../../src/domains/index.ts';
import type { DoctorFinding } from '../../src/domains/instance/doctor/finding.ts';
import { commandsOnEachEngine, type Environment, startService, tipstaff } from '../support/command.ts';
import { assertProblems, examine, problemsIn } from '../support/doctor.ts';
import { failMail, neglect, noteFarAhead } from '../support/neglect.ts';
import { withDatabaseOf } from '../support/process.ts';
import { rawStatement } from '../support/raw-statement.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Page size of the embedded database in bytes. */
const pageSize = 4_096;
const key = Buffer.alloc(32, 7).toString('base64');
const otherKey = Buffer.alloc(32, 8).toString('base64');

const markAsNewer = async (environment: Environment) => {
  await using database = await openDatabase(readConfig(environment));
  await database.transaction((tx) => tx.run(rawStatement("insert into migrations (name) values ('9999-later')")));
};

commandsOnEachEngine('A valid installation has no problems, also while the service runs', async (environment) => {
  await using service = await startService(environment);
  const { port } = new URL(service.url);

  const text = await tipstaff(['doctor'], { ...environment, TIPSTAFF_PORT: port });
  const asJson = await examine(environment);

  assert.equal(text.code, 0, text.stdout);
  assert.match(text.stdout, /\nok +port +Tipstaff already answers on port \d+\.\n/);
  assert.match(text.stdout, /\nok +database +The database answers and is up to date\.\n/);
  assert.match(text.stdout, /\nok +encryption key +The key matches the database\.\n/);
  assert.match(text.stdout, /\nNo problems were found\.\n$/);
  assertProblems(asJson, []);
  assert.equal(asJson.json().healthy, true);
});

test('A first run of doctor creates nothing', async () => {
  await using folder = await temporaryFolder();
  const dataDir = join(folder.path, 'data');

  const outcome = await examine({ TIPSTAFF_DATA_DIR: dataDir });

  assertProblems(outcome, []);
  assert.deepEqual(await readdir(folder.path), []);
});

test('The doctor command leaves no file next to the database and applies no migration', async () => {
  await using folder = await temporaryFolder();
  await tipstaff(['migrate'], { TIPSTAFF_DATA_DIR: folder.path });
  await chmod(folder.path, 0o700);
  const path = join(folder.path, 'tipstaff.db');
  const connection = connect(path, false);
  connection.exec("delete from migrations where name = 'policies-schema'");
  connection.close();
  const before = await readdir(folder.path);

  const outcome = await examine({ TIPSTAFF_DATA_DIR: folder.path });

  assertProblems(outcome, []);
  assert.match(outcome.stdout, /The database answers; the next start updates its schema \(policies-schema\)\./);
  assert.deepEqual(await readdir(folder.path), before);
});

test('All invalid and misspelt variables are reported', async () => {
  const outcome = await examine({
    TIPSTAFF_PORT: 'eighty',
    TIPSTAFF_HOST: 'no host',
    TIPSTAFF_DATABSE_URL: 'postgres://x',
  });

  assertProblems(outcome, [
    /^configuration: TIPSTAFF_PORT must be a port number/,
    /^configuration: TIPSTAFF_HOST must be a host name/,
    /^configuration: TIPSTAFF_DATABSE_URL is not a Tipstaff variable: did you mean TIPSTAFF_DATABASE_URL\?$/,
  ]);
});

test('A folder that others can read, and a port in use, are reported', async () => {
  await using folder = await temporaryFolder();
  await chmod(folder.path, 0o755);
  await using other = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';

  const outcome = await examine({ TIPSTAFF_DATA_DIR: folder.path, TIPSTAFF_PORT: port });

  assertProblems(outcome, [
    /^data folder: .* is open to other accounts \(mode 0755\): run chmod 0700 /,
    /^port: Port \d+ is already in use/,
  ]);
});

test('A folder that cannot be created is reported', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'file');
  await writeFile(file, '');

  const below = await examine({ TIPSTAFF_DATA_DIR: join(file, 'data') });
  const itself = await examine({ TIPSTAFF_DATA_DIR: file });

  assertProblems(below, [/^data folder: .* cannot be created in .*file: set TIPSTAFF_DATA_DIR/]);
  assertProblems(itself, [/^data folder: .*file is not a folder/]);
});

test('A file that is not a database is reported', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'tipstaff.db'), 'this is a letter, and not a database of any kind\n'.repeat(20));

  const outcome = await examine({ TIPSTAFF_DATA_DIR: folder.path });

  assertProblems(outcome, [/^database: The embedded database cannot be read \(file is not a database\)/]);
});

test('A damaged database is reported', async () => {
  await using folder = await temporaryFolder();
  await tipstaff(['migrate'], { TIPSTAFF_DATA_DIR: folder.path });
  await using file = await open(join(folder.path, 'tipstaff.db'), 'r+');
  await file.write(Buffer.alloc(3 * pageSize, 0xab), 0, 3 * pageSize, 4 * pageSize);

  const outcome = await examine({ TIPSTAFF_DATA_DIR: folder.path });

  assert.equal(outcome.code, 1);
  assert.match(problemsIn(outcome)[0] ?? '', /^database: The (database is damaged|embedded database cannot be read)/);
});

test('A database server that does not answer is reported without the password', async () => {
  await using folder = await temporaryFolder();
  const environment = {
    TIPSTAFF_DATA_DIR: folder.path,
    TIPSTAFF_DATABASE_URL: 'postgres://tipstaff:hidden-word@127.0.0.1:1/tipstaff',
    TIPSTAFF_ENCRYPTION_KEY: key,
  };

  const outcome = await examine(environment);

  assertProblems(outcome, [/^database: PostgreSQL does not answer \(connect ECONNREFUSED 127\.0\.0\.1:1\)/]);
  assert.doesNotMatch(outcome.stdout, /hidden-word/);
});

commandsOnEachEngine('A key that does not match the database is reported', async (environment) => {
  await tipstaff(['user', 'list'], { ...environment, TIPSTAFF_ENCRYPTION_KEY: key });

  const outcome = await examine({ ...environment, TIPSTAFF_ENCRYPTION_KEY: otherKey });

  assertProblems(outcome, [
    /^encryption key: The database's secrets are encrypted with key \w+, but the available key/,
  ]);
});

test('A missing key file and an invalid key file are reported', async () => {
  await using folder = await temporaryFolder();
  const environment = { TIPSTAFF_DATA_DIR: folder.path };
  await tipstaff(['migrate'], environment);
  await tipstaff(['user', 'list'], { ...environment, TIPSTAFF_ENCRYPTION_KEY: key });

  const missing = await examine(environment);
  await writeFile(join(folder.path, 'encryption-key'), 'not a key');
  const broken = await examine(environment);

  assertProblems(missing, [/^encryption key: The key \w+, which encrypts the secrets of the database, is missing/]);
  assertProblems(broken, [/^encryption key: .*encryption-key contains no key of 32 bytes/]);
});

commandsOnEachEngine('A database of a newer version is reported', async (environment) => {
  await markAsNewer(environment);

  const outcome = await examine(environment);

  assertProblems(outcome, [/^database: A newer version of Tipstaff has migrated the database \(9999-later\)/]);
});

interface Change {
  readonly before: object;
  readonly after: object;
}

const setCounters = (environment: Environment, counters: object): Promise<unknown> =>
  withDatabaseOf(environment, ({ database }) =>
    database.transaction((tx) => tx.run((db) => db.updateTable('user_counts').set(counters))),
  );

/** Member names in audit records use hyphens, as in the API. */
const asRecorded = (counts: object) =>
  Object.fromEntries(Object.entries(counts).map(([name, count]) => [name.replace('_', '-'), count]));

commandsOnEachEngine('Wrong numbers of accounts are reported, and are recounted on request', async (environment) => {
  const named = (name: string) => ['--username', name, '--email', `${name}@example.com`, '--json'];
  await tipstaff(['user', 'create', ...named('ann'), '--admin'], environment);
  await tipstaff(['user', 'create', ...named('ben')], environment);
  await tipstaff(['user', 'create', ...named('cyd')], environment);
  await tipstaff(['user', 'suspend', 'cyd'], environment);
  const sound = await examine(environment);
  await setCounters(environment, { active_members: 7, active_admins: 0 });

  const wrong = await examine(environment);
  const repaired = await tipstaff(['user', 'recount', '--json'], environment);
  const after = await examine(environment);
  const again = await tipstaff(['user', 'recount'], environment);
  const records = await tipstaff(['audit', 'list', '--action', 'user.recount', '--json'], environment);

  const right = { active_members: 1, suspended_members: 1, active_admins: 1, suspended_admins: 0 };
  const miscounted = { ...right, active_members: 7, active_admins: 0 };
  assertProblems(sound, []);
  assertProblems(wrong, [
    /^database: The stored numbers of accounts do not match the accounts in the database\. Run "tipstaff user recount" to correct the numbers\./,
  ]);
  assert.deepEqual(repaired.json(), { before: miscounted, after: right });
  assertProblems(after, []);
  assert.match(again.stdout, /\nactive members +1 +1\n/);
  assert.deepEqual(
    records.json().data.map(({ attributes: { before, after: then } }: { attributes: Change }) => [before, then]),
    [[asRecorded(miscounted), asRecorded(right)]],
  );
});

test('A database that this account may not write to is reported', async (t) => {
  if (process.getuid?.() === 0) return t.skip('The superuser may write to every file.');
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'tipstaff.db');
  await tipstaff(['migrate'], { TIPSTAFF_DATA_DIR: folder.path });

  await chmod(path, 0o400);
  const writing = await examine({ TIPSTAFF_DATA_DIR: folder.path });
  await chmod(path, 0);
  const reading = await examine({ TIPSTAFF_DATA_DIR: folder.path });

  assertProblems(writing, [
    /^database: .*tipstaff\.db cannot be written to \(EACCES\): make the operating system account that runs Tipstaff/,
  ]);
  assertProblems(reading, [/^database: The embedded .* \(unable to open database file\): make the account/]);
});

/** Returns the codes of those conditions of a check that are true for the given fact. */
const codesOf = (check: string, fact: unknown, now = Date.parse('2026-06-01')) =>
  conditions
    .filter((each) => each.check === check && each.places.includes('doctor'))
    .filter((each) => each.cases(fact, { now, config: readConfig({}) }).length > 0)
    .map(({ code }) => code);

test('Conditions that do not occur on test machines are evaluated with given facts', () => {
  const server = { engine: 'postgres', size: 0, clockAhead: 0 };
  const codes = [
    codesOf('node', '22.9.0'),
    codesOf('node', '24.0.0'),
    codesOf('disk', { free: 2 ** 20 }),
    codesOf('disk', { free: 2 ** 30 - 1 }),
    codesOf('disk', { free: 2 ** 30 }),
    codesOf('clock', { ...server, clockAhead: -6_000 }, Date.parse('1970-01-02')),
    codesOf('clock', { ...server, clockAhead: 4_000 }),
    codesOf('database', { ...server, version: '14.9 (Debian)' }),
    codesOf('database', { ...server, version: '15.0' }),
    codesOf('database', { ...server, engine: 'sqlite', version: '3.50.0' }),
  ];
  const searching = [...searchFindings('missing'), ...searchFindings('forbidden'), ...searchFindings('to-be-made')];

  assert.deepEqual(codes, [
    ['node-too-old'],
    ['node'],
    ['disk-full'],
    ['disk-low'],
    ['disk'],
    ['clock-impossible', 'clocks-differ'],
    ['clock'],
    ['postgresql-too-old'],
    [],
    [],
  ]);
  assert.deepEqual(
    searching.map(({ status }) => status),
    ['problem', 'problem'],
  );
});

commandsOnEachEngine(
  'Accounts with a claimed address in more than one organization are listed',
  async (environment) => {
    for (const name of ['sam', 'pippin', 'merry'])
      await tipstaff(['user', 'create', '--username', name, '--email', `${name}@example.com`], environment);
    for (const [name, owner] of [
      ['shire', 'sam'],
      ['rohan', 'sam'],
      ['gondor', 'pippin'],
      ['arnor', 'merry'],
      ['moria', 'merry'],
    ])
      await tipstaff(
        ['organization', 'create', '--name', name ?? '', '--email', 'home@example.com', '--owner', owner ?? ''],
        environment,
      );
    const claim = "update users set email_proof = null where username in ('sam', 'pippin')";
    await withDatabaseOf(environment, ({ database }) => database.transaction((tx) => tx.run(rawStatement(claim))));

    const outcome = await examine(environment);

    assertProblems(outcome, []);
    const { detail } = outcome.json().findings.find(({ check }: DoctorFinding) => check === 'accounts');
    assert.match(detail, /are members of more than one organization: sam\. .*"tipstaff user confirm-email <name>"/);
  },
);

commandsOnEachEngine('A wrong clock and work that waits for too long are reported', async (environment) => {
  await withDatabaseOf(environment, ({ database }) =>
    database.transaction(async (tx) => {
      await noteFarAhead(tx);
      await neglect(tx);
    }),
  );

  const outcome = await examine(environment);

  assertProblems(outcome, [
    /^audit record: Audit records have been waiting to be sealed since 2020-01-01T00:00:00\.000Z\. Start the service/,
    /^clock: The clock of this machine shows a time before 2099.*If the clock is right, run "tipstaff clock confirm"/,
    /^jobs: A clock was wrong when these jobs ran: audit-sealing\./,
    /^mail: Mail has been waiting to be sent since 2020-01-01T00:00:00\.000Z\. Start the service/,
  ]);
});

commandsOnEachEngine(
  'Mail that the server does not accept is reported, but not as a problem of the service',
  async (environment) => {
    await withDatabaseOf(environment, ({ database }) => database.transaction(failMail));

    const outcome = await examine(environment);

    assertProblems(outcome, []);
    assert.match(outcome.stdout, /A mail could not be sent in 5 attempts\. Check the mail settings/);
  },
);

test('A start without the key of an existing database creates no new key', async () => {
  await using folder = await temporaryFolder();
  const environment = { TIPSTAFF_DATA_DIR: folder.path };
  await tipstaff(['migrate'], environment);
  await tipstaff(['user', 'list'], environment);
  const keyFile = join(folder.path, 'encryption-key');
  const kept = await readFile(keyFile);
  await rm(keyFile);

  const refused = await tipstaff(['serve'], { ...environment, TIPSTAFF_PORT: '0' });
  const files = await readdir(folder.path);
  await writeFile(keyFile, kept, { mode: 0o600 });
  const restored = await tipstaff(['user', 'list'], environment);

  assert.notEqual(refused.code, 0);
  assert.match(
    refused.stderr,
    /encrypted with key \w+, and the file .*encryption-key is missing: restore it from a backup/,
  );
  assert.ok(!files.includes('encryption-key'), files.join());
  assert.equal(restored.code, 0, restored.stderr);
});
