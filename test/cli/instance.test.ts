// Runs commands in data folders with and without an instance.
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { commands } from '../../src/cli/commands/index.ts';
import { commandsOnEachEngine, startService, tipstaff } from '../support/command.ts';
import { serverUrl } from '../support/postgres-databases.ts';
import { actualColumns } from '../support/schema.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Commands that create an instance or work without one. */
const elsewhere = [
  'serve',
  'ping',
  'export',
  'apply',
  'import',
  'migrate',
  'restore',
  'admin create',
  'doctor',
  'module check',
  'check',
  'comment',
  'policy',
  'workspace',
  'evaluation',
  'exemption',
  'config',
  'audit verify-stream',
  'licenses',
];

const actingWords = commands
  .map(({ declaration }) => declaration.usage.split(' ').map((word) => (/^[<[]/.test(word) ? 'anything' : word)))
  .filter((words) => !elsewhere.some((usage) => words.join(' ').startsWith(usage)));

test('A command in a folder without data fails, names the folder, and creates nothing', async () => {
  await using folder = await temporaryFolder();
  const dataDir = join(folder.path, 'data');

  for (const words of actingWords) {
    const { code, stdout, stderr } = await tipstaff(words, { TIPSTAFF_DATA_DIR: dataDir });
    assert.deepEqual([code, stdout], [1, ''], words.join(' '));
    assert.match(
      stderr,
      new RegExp(`^${dataDir} contains no data of Tipstaff: .* set TIPSTAFF_DATA_DIR`),
      words.join(' '),
    );
  }
  assert.deepEqual(await readdir(folder.path), []);
});

test('A command on a PostgreSQL database without data fails and creates nothing', async () => {
  await using folder = await temporaryFolder();
  const dataDir = join(folder.path, 'data');
  const location = { databaseUrl: serverUrl(), dataDir };
  const before = await actualColumns(location);

  const environment = { TIPSTAFF_DATA_DIR: dataDir, TIPSTAFF_DATABASE_URL: location.databaseUrl };
  const key = Buffer.alloc(32, 7).toString('base64');
  const listed = await tipstaff(['user', 'list'], { ...environment, TIPSTAFF_ENCRYPTION_KEY: key });

  assert.equal(listed.code, 1);
  assert.match(listed.stderr, /^The database in TIPSTAFF_DATABASE_URL contains no data of Tipstaff/);
  assert.deepEqual(await actualColumns(location), before);
  assert.deepEqual(await readdir(folder.path), []);
});

commandsOnEachEngine(
  'Links that a command creates contain the address with which the service was started',
  async (environment) => {
    const service = await startService({ ...environment, TIPSTAFF_BASE_URL: 'https://tipstaff.example.com' });
    await service.stop();

    const created = await tipstaff(
      ['user', 'create', '--username', 'ann', '--email', 'ann@example.com', '--json'],
      environment,
    );

    assert.match(created.json().meta['set-password-url'], /^https:\/\/tipstaff\.example\.com\//);
  },
);
