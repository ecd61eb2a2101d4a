import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { connect } from '../../src/db/sqlite/connection.ts';
import {
  commandsOn,
  commandsOnEachEngine,
  type Environment,
  environmentOf,
  type Outcome,
  tipstaff,
  tipstaffProcess,
} from '../support/command.ts';
import { freshDatabase } from '../support/database.ts';
import { startPgBouncer } from '../support/pgbouncer.ts';
import { connect as connectPostgres } from '../support/postgres-connection.ts';
import { temporaryFolder } from '../support/temporary.ts';

const program = fileURLToPath(new URL('../../bin/tipstaff.js', import.meta.url));
const key = Buffer.alloc(32, 7).toString('base64');
const otherKey = Buffer.alloc(32, 8).toString('base64');

/** Returns the lines that a failed command writes to standard error. */
const sentences = ({ stderr }: Outcome): readonly string[] => stderr.trimEnd().split('\n');

test('All invalid variables are reported together', async () => {
  const outcome = await tipstaffProcess(['serve'], {
    TIPSTAFF_PORT: 'eighty',
    TIPSTAFF_EDITION: 'home',
    TIPSTAFF_DATABASE_URL: 'mysql://localhost',
    TIPSTAFF_RATE_LIMIT_STORE: 'redis',
    TIPSTAFF_ENCRYPTION_KEY: 'secret',
  });

  assert.equal(outcome.code, 2);
  assert.deepEqual(sentences(outcome), [
    'TIPSTAFF_PORT must be a port number from 0 to 65535.',
    'TIPSTAFF_DATABASE_URL must be an address that begins with postgres://.',
    'TIPSTAFF_EDITION must be hosted, self-hosted or all.',
    'TIPSTAFF_ENCRYPTION_KEY must be 32 bytes in base64 or hexadecimal.',
    'TIPSTAFF_RATE_LIMIT_STORE must be memory or database.',
  ]);
});

test('The message about a port in use names the port and the variable that changes it', async () => {
  await using folder = await temporaryFolder();
  await using other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';

  const outcome = await tipstaffProcess(['serve'], { TIPSTAFF_DATA_DIR: folder.path, TIPSTAFF_PORT: port });

  assert.equal(outcome.code, 1);
  assert.deepEqual(sentences(outcome), [
    `Port ${port} is already in use (127.0.0.1:${port}): stop the program that uses it, or set TIPSTAFF_PORT to another port.`,
  ]);
});

test('An address that belongs to another machine is reported', async () => {
  await using folder = await temporaryFolder();

  const outcome = await tipstaffProcess(['serve'], {
    TIPSTAFF_DATA_DIR: folder.path,
    TIPSTAFF_HOST: '192.0.2.1',
    TIPSTAFF_PORT: '0',
  });

  assert.equal(outcome.code, 1);
  assert.deepEqual(sentences(outcome), [
    'This machine does not have the address 192.0.2.1: set TIPSTAFF_HOST to one of its addresses.',
  ]);
});

test('A folder that cannot be created is reported', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'file');
  await writeFile(file, '');

  const outcome = await tipstaffProcess(['serve'], { TIPSTAFF_DATA_DIR: join(file, 'data') });

  assert.equal(outcome.code, 2);
  assert.deepEqual(sentences(outcome), [
    `The data folder ${join(file, 'data')} cannot be written to (ENOTDIR): set TIPSTAFF_DATA_DIR to a writable folder.`,
  ]);
});

test('A policy engine that cannot be run is reported, also by doctor', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'engine');
  await writeFile(file, 'no program', { mode: 0o600 });
  const reasons = { '/nonexistent': 'ENOENT', [file]: 'EACCES', [folder.path]: 'it is not a file' };

  for (const [path, reason] of Object.entries(reasons)) {
    const environment = { TIPSTAFF_DATA_DIR: folder.path, TIPSTAFF_PORT: '0', TIPSTAFF_POLICY_ENGINE: path };
    const refused = await tipstaff(['serve'], environment);
    const looked = await tipstaff(['doctor'], environment);

    const sentence = `TIPSTAFF_POLICY_ENGINE names ${path}, which cannot be run (${reason}): correct the variable, or unset it to use the engine that comes with Tipstaff.`;
    assert.deepEqual([refused.code, looked.code], [2, 1]);
    assert.deepEqual(sentences(refused), [sentence]);
    assert.ok(looked.stdout.includes(sentence), looked.stdout);
  }
});

test('A database server that does not answer is reported', async () => {
  await using folder = await temporaryFolder();
  const environment = {
    TIPSTAFF_DATA_DIR: folder.path,
    TIPSTAFF_DATABASE_URL: 'postgres://tipstaff:hidden-word@127.0.0.1:1/tipstaff',
    TIPSTAFF_DATABASE_WAIT: '0',
    TIPSTAFF_ENCRYPTION_KEY: key,
  };

  const outcome = await tipstaffProcess(['serve'], environment);

  assert.equal(outcome.code, 1);
  assert.deepEqual(sentences(outcome), [
    'The database does not answer (connect ECONNREFUSED 127.0.0.1:1): check that it runs, and that TIPSTAFF_DATABASE_URL, if set, is correct.',
  ]);
});

test('A file that is not a database is reported', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'tipstaff.db'), 'this is a letter, and not a database of any kind\n'.repeat(20));

  const outcome = await tipstaff(['user', 'list'], { TIPSTAFF_DATA_DIR: folder.path });

  assert.equal(outcome.code, 1);
  assert.deepEqual(sentences(outcome), [
    'The embedded database cannot be used (file is not a database); run "tipstaff doctor" for details.',
  ]);
});

test('A database of a newer version is not changed', async () => {
  await using folder = await temporaryFolder();
  const environment = { TIPSTAFF_DATA_DIR: folder.path };
  await tipstaff(['migrate'], environment);
  const connection = connect(join(folder.path, 'tipstaff.db'), false);
  connection.exec("insert into migrations (name) values ('9999-later')");
  connection.close();

  const outcome = await tipstaffProcess(['serve'], environment);

  assert.equal(outcome.code, 2);
  assert.deepEqual(sentences(outcome), [
    'The database was created by a newer version of Tipstaff (9999-later): the database does not state which versions can use it. Start that version.',
  ]);
});

commandsOnEachEngine('A start with another encryption key is refused', async (environment) => {
  await tipstaff(['user', 'list'], { ...environment, TIPSTAFF_ENCRYPTION_KEY: key });

  const outcome = await tipstaffProcess(['serve'], { ...environment, TIPSTAFF_ENCRYPTION_KEY: otherKey });

  assert.equal(outcome.code, 2);
  assert.match(
    outcome.stderr,
    /^The database's secrets are encrypted with key \w+, but the available key is \w+; .*\n$/,
  );
});

commandsOn('postgres', 'Tables that another program has locked are reported', async (environment) => {
  await using other = await connectPostgres(environment.TIPSTAFF_DATABASE_URL ?? '');
  await other.run('begin; lock table users');

  const outcome = await tipstaff(['user', 'list'], environment);

  assert.equal(outcome.code, 1);
  assert.deepEqual(sentences(outcome), [
    'Another program has locked tables of the database, such as a restore or a migration: start again when it has ended.',
  ]);
});

test('PgBouncer without the required setting is reported with the setting, also by doctor', async (t) => {
  await using database = await freshDatabase('postgres');
  await using pooler = await startPgBouncer(database.databaseUrl ?? '', 'transaction');
  if (pooler === undefined) return t.skip('PgBouncer is not installed.');
  const { TIPSTAFF_DATABASE_POOLER: _setting, ...others } = environmentOf(database);
  const environment = { ...others, TIPSTAFF_DATABASE_URL: pooler.url, TIPSTAFF_PORT: '0' };

  const refused = await tipstaff(['user', 'list'], environment);
  const looked = await tipstaff(['doctor'], environment);
  const set = await tipstaff(['doctor'], { ...environment, TIPSTAFF_DATABASE_POOLER: 'pgbouncer' });

  const sentence = /PgBouncer rejects Tipstaff's connections \(.*\): set TIPSTAFF_DATABASE_POOLER=pgbouncer\.$/m;
  assert.deepEqual([refused.code, looked.code, set.code], [1, 1, 0]);
  assert.match(refused.stderr, sentence);
  assert.match(looked.stdout, sentence);
});

commandsOnEachEngine('All problems of invalid input are reported with the messages of the API', async (environment) => {
  const words = ['user', 'create', '--username', 'no spaces', '--email', 'nobody', '--password-stdin'];

  const wrong = await tipstaffProcess(words, environment, { input: 'short\n' });
  const asJson = await tipstaff(['organization', 'create', '--json'], environment);

  assert.equal(wrong.code, 2);
  assert.deepEqual(sentences(wrong).toSorted(), [
    'Email is not an e-mail address.',
    'Password is too short (minimum is 12 characters).',
    'Username can only include letters, numbers, -, _, and ., and cannot be . or ..',
  ]);
  assert.equal(asJson.code, 2);
  assert.deepEqual(asJson.json(), {
    errors: [{ detail: 'Set --name and --email.' }],
  });
});

commandsOnEachEngine('Conflicts and missing records are reported in one sentence', async (environment) => {
  const ann = ['user', 'create', '--username', 'ann', '--email', 'ann@example.com'];
  await tipstaff(ann, environment);

  const outcomes = [
    await tipstaff(['user', 'create', '--username', 'ANN', '--email', 'other@example.com'], environment),
    await tipstaff(['user', 'show', 'bob'], environment),
    await tipstaff(['organization', 'create', '--name', 'x', '--email', 'x@y.z', '--owner', 'bob'], environment),
    await tipstaff(['organization', 'delete', 'x', '--yes'], environment),
    await tipstaff(['token', 'create', '--team', 'team-x'], environment),
  ];

  assert.deepEqual(
    outcomes.map((outcome) => [outcome.code, ...sentences(outcome)]),
    [
      [1, 'Username has already been taken.'],
      [1, 'There is no account bob.'],
      [1, 'There is no account bob.'],
      [1, 'There is no organization x.'],
      [1, 'There is no team team-x.'],
    ],
  );
});

commandsOnEachEngine(
  'The messages about unreadable files have a uniform format with the reason',
  async (environment) => {
    const service = { ...environment, TIPSTAFF_URL: 'http://127.0.0.1:9', TIPSTAFF_TOKEN: 'none' };
    const calls = [
      [['check', '/nowhere', '--dir', 'examples/policies'], environment],
      [['check', 'examples/plan.json', '--dir', '/nowhere'], environment],
      [['policy', 'check', '/nowhere'], environment],
      [['module', 'check', '/nowhere'], service],
      [['module', 'publish', '/nowhere', '--module', 'acme/a/b', '--module-version', '1.0.0'], service],
      [['feature-sets', 'import', '/nowhere'], environment],
      [['saml', 'check', '/nowhere'], environment],
      [['audit', 'verify-archive', '/nowhere'], environment],
      [['backup', '/tmp/new', '--passphrase-file', '/nowhere'], environment],
      [['restore', '/nowhere'], { TIPSTAFF_DATA_DIR: '/tmp/tipstaff-none' }],
    ] as const;

    for (const [words, variables] of calls) {
      const { code, stderr } = await tipstaff(words, variables);

      assert.deepEqual(
        [code, stderr],
        [2, '/nowhere cannot be read: there is no such file or folder.\n'],
        words.join(' '),
      );
    }
  },
);

commandsOnEachEngine('A new file in a folder that does not exist is refused', async (environment) => {
  const backup = await tipstaff(['backup', '/nowhere/x'], environment);
  const archive = await tipstaff(['audit', 'archive', '/nowhere/x', '--until', '2026-01-01'], environment);

  for (const { code, stderr } of [backup, archive]) {
    assert.deepEqual([code, stderr], [2, 'The folder /nowhere does not exist.\n']);
  }
});

/** Runs a command in a shell pipeline. Returns its exit status and its output. */
const inShell = async (pipeline: string, words: readonly string[], environment: Environment) => {
  const script = `tipstaff() { "$0" "$@"; }; set -o pipefail; ${pipeline}`;
  const run = promisify(execFile)('bash', ['--norc', '-c', script, program, ...words], {
    env: { ...environment, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
  });
  return run.then(
    ({ stderr }) => ({ code: 0, stderr }),
    ({ code, stderr }: { readonly code: number; readonly stderr: string }) => ({ code, stderr }),
  );
};

test('Output that is not read completely is an error only if the command requires complete output', async () => {
  await using folder = await temporaryFolder();
  const environment = { TIPSTAFF_DATA_DIR: folder.path };
  await tipstaff(['migrate'], environment);
  const cut = 'The output was closed early, so it is incomplete.\n';

  const backup = await inShell('tipstaff "$@" | true', ['backup', '-', '--without-key'], environment);
  const exported = await inShell('tipstaff "$@" | true', ['audit', 'export'], environment);
  const listed = await inShell('tipstaff "$@" | true', ['user', 'list'], environment);

  assert.deepEqual(backup, { code: 1, stderr: cut });
  assert.deepEqual(exported, { code: 1, stderr: cut });
  assert.deepEqual(listed, { code: 0, stderr: '' });
});

test('Output that cannot be written causes an error message of one sentence', async (t) => {
  if (!existsSync('/dev/full')) return t.skip('There is no /dev/full here.');
  await using folder = await temporaryFolder();
  const environment = { TIPSTAFF_DATA_DIR: folder.path, TIPSTAFF_PORT: '0' };
  await tipstaff(['migrate'], environment);

  for (const words of [['user', 'list'], ['doctor'], ['audit', 'list', '--json'], ['backup', '-', '--without-key']]) {
    const outcome = await inShell('tipstaff "$@" > /dev/full', words, environment);

    assert.deepEqual(outcome, { code: 1, stderr: 'The disk is full: free some space, and start again.\n' });
  }
});

commandsOnEachEngine('Files that cannot be written cause an error message of one sentence', async (environment) => {
  await using folder = await temporaryFolder();
  const taken = join(folder.path, 'taken');
  await mkdir(`${taken}.partial`, { recursive: true });

  const outcome = await tipstaff(['audit', 'archive', taken, '--until', '2999-01-01'], environment);

  assert.equal(outcome.code, 1);
  assert.deepEqual(sentences(outcome).slice(1), [`${taken}.partial is a folder: name a file.`]);
});

test('A command with invalid arguments does nothing', async () => {
  await using folder = await temporaryFolder();
  const environment = { TIPSTAFF_DATA_DIR: folder.path };
  await tipstaff(['migrate'], environment);
  await tipstaff(['organization', 'create', '--name', 'acme', '--email', 'a@b.c'], environment);

  const outcomes = [
    await tipstaff(['organization', 'delete', 'acme'], environment),
    await tipstaff(['token', 'create', '--user', 'a', '--team', 'b'], environment),
    await tipstaff(['token', 'create', '--organization', 'acme', '--expires-in', 'soon'], environment),
    await tipstaff(['user', 'create', '--password', 'x'], environment),
    await tipstaffProcess(['dance'], environment),
  ];
  const kept = await tipstaff(['organization', 'show', 'acme'], environment);

  assert.deepEqual(
    outcomes.map((outcome) => [outcome.code, sentences(outcome)[0]]),
    [
      [2, 'This deletes acme with everything in it; add --yes to confirm.'],
      [2, 'Name one owner: --user, --team or --organization.'],
      [2, '--expires-in must be a number of minutes, hours or days, such as 90m, 12h or 30d.'],
      [2, "error: unknown option '--password'"],
      [2, "error: unknown command 'dance'"],
    ],
  );
  assert.equal(sentences(outcomes[3] ?? kept)[1], '"tipstaff user create --help" shows its arguments and options.');
  assert.equal(sentences(outcomes[4] ?? kept)[1], '"tipstaff --help" lists the commands.');
  assert.equal(kept.code, 0);
});

test('Help and version are written to standard output', async () => {
  const help = await tipstaffProcess(['--help']);
  const version = await tipstaff(['--version']);
  const ofCommand = await tipstaff(['token', 'create', '--help']);
  const ofGroup = await tipstaff(['help', 'policy']);
  const named = await tipstaff(['help']);

  assert.match(help.stdout, /^Usage: tipstaff \[options\] \[command\]\n/);
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
  assert.match(ofCommand.stdout, /--expires-in <time>/);
  assert.match(ofGroup.stdout, /^Usage: tipstaff policy \[options\] \[command\]\n/);
  assert.equal(named.stdout, help.stdout);
  assert.deepEqual([help.code, version.code, ofCommand.code, ofGroup.code, named.code], [0, 0, 0, 0, 0]);
});
