import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { connect } from '../../src/db/sqlite-connection.ts';
import { commandsOnEachEngine, type Outcome, reeve, reeveProcess } from '../support/command.ts';
import { temporaryFolder } from '../support/temporary.ts';

const key = Buffer.alloc(32, 7).toString('base64');
const otherKey = Buffer.alloc(32, 8).toString('base64');

/** What a failed command says, a sentence a line. */
const sentences = ({ stderr }: Outcome): readonly string[] => stderr.trimEnd().split('\n');

test('All wrong variables are reported together', async () => {
  const outcome = await reeveProcess(['serve'], {
    REEVE_PORT: 'eighty',
    REEVE_EDITION: 'home',
    REEVE_DATABASE_URL: 'mysql://localhost',
    REEVE_RATE_LIMIT_STORE: 'redis',
    REEVE_ENCRYPTION_KEY: 'secret',
  });

  assert.equal(outcome.code, 2);
  assert.deepEqual(sentences(outcome), [
    'REEVE_PORT must be a port number from 0 to 65535.',
    'REEVE_DATABASE_URL must be an address that begins with postgres://.',
    'REEVE_EDITION must be hosted, self-hosted or all.',
    'REEVE_ENCRYPTION_KEY must be 32 bytes in base64 or hexadecimal.',
    'REEVE_RATE_LIMIT_STORE must be memory or database.',
  ]);
});

test('A port in use is named, and the variable that changes it', async () => {
  await using folder = await temporaryFolder();
  await using other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';

  const outcome = await reeveProcess(['serve'], { REEVE_DATA_DIR: folder.path, REEVE_PORT: port });

  assert.equal(outcome.code, 1);
  assert.deepEqual(sentences(outcome), [
    `Port ${port} is already in use (127.0.0.1:${port}): stop the program that has it, or set REEVE_PORT to another one.`,
  ]);
});

test('An address of another machine is reported', async () => {
  await using folder = await temporaryFolder();

  const outcome = await reeveProcess(['serve'], {
    REEVE_DATA_DIR: folder.path,
    REEVE_HOST: '192.0.2.1',
    REEVE_PORT: '0',
  });

  assert.equal(outcome.code, 1);
  assert.deepEqual(sentences(outcome), [
    'This machine has no address 192.0.2.1 to listen on: set REEVE_HOST to one that it has.',
  ]);
});

test('A folder that cannot be created is reported', async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, 'file');
  await writeFile(file, '');

  const outcome = await reeveProcess(['serve'], { REEVE_DATA_DIR: join(file, 'data') });

  assert.equal(outcome.code, 1);
  assert.deepEqual(sentences(outcome), [
    `The data folder ${join(file, 'data')} cannot be written to (ENOTDIR): set REEVE_DATA_DIR to one that can.`,
  ]);
});

test('A database server that does not answer is reported', async () => {
  await using folder = await temporaryFolder();
  const environment = {
    REEVE_DATA_DIR: folder.path,
    REEVE_DATABASE_URL: 'postgres://reeve:hidden-word@127.0.0.1:1/reeve',
    REEVE_DATABASE_WAIT: '0',
    REEVE_ENCRYPTION_KEY: key,
  };

  const outcome = await reeveProcess(['serve'], environment);

  assert.equal(outcome.code, 1);
  assert.deepEqual(sentences(outcome), [
    'The database does not answer (connect ECONNREFUSED 127.0.0.1:1): see that it runs, and that REEVE_DATABASE_URL, where set, is right.',
  ]);
});

test('A file that is no database is reported', async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, 'reeve.db'), 'this is a letter, and not a database of any kind\n'.repeat(20));

  const outcome = await reeve(['user', 'list'], { REEVE_DATA_DIR: folder.path });

  assert.equal(outcome.code, 1);
  assert.deepEqual(sentences(outcome), [
    'The embedded database cannot be used (file is not a database); "reeve doctor" says more.',
  ]);
});

test('A database that a newer program has used is left alone', async () => {
  await using folder = await temporaryFolder();
  const environment = { REEVE_DATA_DIR: folder.path };
  await reeve(['migrate'], environment);
  const connection = connect(join(folder.path, 'reeve.db'), false);
  connection.exec("insert into migrations (name) values ('9999-later')");
  connection.close();

  const outcome = await reeveProcess(['serve'], environment);

  assert.equal(outcome.code, 1);
  assert.deepEqual(sentences(outcome), [
    'The database was made by a newer Reeve (9999-later): it does not say which programs may use it. Start that version.',
  ]);
});

commandsOnEachEngine('A start with another encryption key is refused', async (environment) => {
  await reeve(['user', 'list'], { ...environment, REEVE_ENCRYPTION_KEY: key });

  const outcome = await reeveProcess(['serve'], { ...environment, REEVE_ENCRYPTION_KEY: otherKey });

  assert.equal(outcome.code, 1);
  assert.match(outcome.stderr, /^The database's secrets are sealed with key \w+, but the key at hand is \w+; .*\n$/);
});

commandsOnEachEngine('All problems of wrong input are reported, in the words of the API', async (environment) => {
  const words = ['user', 'create', '--username', 'no spaces', '--email', 'nobody', '--password-stdin'];

  const wrong = await reeveProcess(words, environment, { input: 'short\n' });
  const asJson = await reeve(['organization', 'create', '--json'], environment);

  assert.equal(wrong.code, 2);
  assert.deepEqual(sentences(wrong).toSorted(), [
    'Email is not an e-mail address.',
    'Password is too short (minimum is 12 characters).',
    'Username can only include letters, numbers, -, _, and .',
  ]);
  assert.equal(asJson.code, 2);
  assert.deepEqual(asJson.json(), {
    errors: [{ detail: 'Set --name and --email.' }],
  });
});

commandsOnEachEngine('What is taken or missing is a failure in one sentence', async (environment) => {
  const ann = ['user', 'create', '--username', 'ann', '--email', 'ann@example.com'];
  await reeve(ann, environment);

  const outcomes = [
    await reeve(['user', 'create', '--username', 'ANN', '--email', 'other@example.com'], environment),
    await reeve(['user', 'show', 'bob'], environment),
    await reeve(['organization', 'create', '--name', 'x', '--email', 'x@y.z', '--owner', 'bob'], environment),
    await reeve(['organization', 'delete', 'x', '--yes'], environment),
    await reeve(['token', 'create', '--team', 'team-x'], environment),
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

commandsOnEachEngine('What cannot be read is named with the reason, in one way', async (environment) => {
  const service = { ...environment, REEVE_URL: 'http://127.0.0.1:9', REEVE_TOKEN: 'none' };
  const named = ['--organization', 'acme'];
  const calls = [
    [['check', '/nowhere', '--dir', 'examples/policies'], environment],
    [['check', 'examples/plan.json', '--dir', '/nowhere'], environment],
    [['policy', 'check', '/nowhere'], environment],
    [['policy-set', 'apply', '/nowhere', ...named], service],
    [['module', 'check', '/nowhere'], service],
    [['module', 'publish', '/nowhere', '--module', 'acme/a/b', '--module-version', '1.0.0'], service],
    [['feature-sets', 'import', '/nowhere'], environment],
    [['saml', 'check', '/nowhere'], environment],
    [['audit', 'verify-archive', '/nowhere'], environment],
    [['backup', '/tmp/new', '--passphrase-file', '/nowhere'], environment],
    [['restore', '/nowhere'], { REEVE_DATA_DIR: '/tmp/reeve-none' }],
  ] as const;

  for (const [words, variables] of calls) {
    const { code, stderr } = await reeve(words, variables);

    assert.deepEqual([code, stderr], [2, '/nowhere cannot be read: it is not there.\n'], words.join(' '));
  }
});

commandsOnEachEngine('A new file in a folder that is not there is refused', async (environment) => {
  const backup = await reeve(['backup', '/nowhere/x'], environment);
  const archive = await reeve(['audit', 'archive', '/nowhere/x', '--until', '2026-01-01'], environment);

  for (const { code, stderr } of [backup, archive]) {
    assert.deepEqual([code, stderr], [2, 'The folder /nowhere is not there.\n']);
  }
});

test('A command that is called wrongly does nothing', async () => {
  await using folder = await temporaryFolder();
  const environment = { REEVE_DATA_DIR: folder.path };
  await reeve(['migrate'], environment);
  await reeve(['organization', 'create', '--name', 'acme', '--email', 'a@b.c'], environment);

  const outcomes = [
    await reeve(['organization', 'delete', 'acme'], environment),
    await reeve(['token', 'create', '--user', 'a', '--team', 'b'], environment),
    await reeve(['token', 'create', '--organization', 'acme', '--expires-in', 'soon'], environment),
    await reeve(['user', 'create', '--password', 'x'], environment),
    await reeveProcess(['sing'], environment),
  ];
  const kept = await reeve(['organization', 'show', 'acme'], environment);

  assert.deepEqual(
    outcomes.map((outcome) => [outcome.code, sentences(outcome)[0]]),
    [
      [2, 'This deletes acme with everything in it; add --yes to do it.'],
      [2, 'Name one owner: --user, --team or --organization.'],
      [2, '--expires-in must be a number of minutes, hours or days, such as 90m, 12h or 30d.'],
      [2, "error: unknown option '--password'"],
      [2, "error: unknown command 'sing'"],
    ],
  );
  assert.equal(sentences(outcomes[3] ?? kept)[1], '"reeve user create --help" shows what it takes.');
  assert.equal(sentences(outcomes[4] ?? kept)[1], '"reeve --help" lists the commands.');
  assert.equal(kept.code, 0);
});

test('Help and version are on standard output', async () => {
  const help = await reeveProcess(['--help']);
  const version = await reeve(['--version']);
  const ofCommand = await reeve(['token', 'create', '--help']);
  const ofGroup = await reeve(['help', 'policy']);
  const named = await reeve(['help']);

  assert.match(help.stdout, /^Usage: reeve \[options\] \[command\]\n/);
  assert.match(version.stdout, /^\d+\.\d+\.\d+\n$/);
  assert.match(ofCommand.stdout, /--expires-in <time>/);
  assert.match(ofGroup.stdout, /^Usage: reeve policy \[options\] \[command\]\n/);
  assert.equal(named.stdout, help.stdout);
  assert.deepEqual([help.code, version.code, ofCommand.code, ofGroup.code, named.code], [0, 0, 0, 0, 0]);
});
