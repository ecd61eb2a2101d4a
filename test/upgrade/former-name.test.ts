// Files made under the product's former name, met by the program of today. Those in `former/` were made by the last
// commit with that name: a folder's database, key and head, two backups of it, and an archive of its first audit records.
import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { backupMac } from '../../src/cli/backup/mac.ts';
import { readClientConfig, readPolicyEngineConfig } from '../../src/config.ts';
import { ConfigError } from '../../src/environment.ts';
import { readEncryptionKeys } from '../../src/kernel/secrets.ts';
import { clientOf } from '../support/client.ts';
import { commandsOnEachEngine, type Environment, startService, tipstaff, tipstaffProcess } from '../support/command.ts';
import { connect } from '../support/postgres-connection.ts';
import { temporaryFolder } from '../support/temporary.ts';

const made = (name: string): string => fileURLToPath(new URL(`former/${name}`, import.meta.url));

const token = 'DGcDPi8vem0G7V.reeve.4bGw9wZDPuGox1w1wzr78158Df2lTxQH0QE09NIsRpJqpw9FaYpw4RMPm8bCiIl1';
const passphrase = 'former passphrase';
const former = ['reeve.db', 'reeve.db-head', 'reeve.db-shm', 'reeve.db-wal'];

/** A data folder as the last commit with the former name left it; the files of the log are empty, as after a stop. */
async function formerFolder(dataDir: string): Promise<Environment> {
  await mkdir(dataDir, { mode: 0o755 });
  await writeFile(join(dataDir, 'reeve.db'), zstdDecompressSync(await readFile(made('database.zst'))));
  await copyFile(made('database-head'), join(dataDir, 'reeve.db-head'));
  await copyFile(made('encryption-key'), join(dataDir, 'encryption-key'));
  for (const name of ['reeve.db-shm', 'reeve.db-wal']) await writeFile(join(dataDir, name), '');
  return { TIPSTAFF_DATA_DIR: dataDir, TIPSTAFF_LOG_LEVEL: 'error', TIPSTAFF_PORT: '0' };
}

const contentsOf = async (folder: string) =>
  Promise.all((await readdir(folder)).toSorted().map(async (name) => [name, await readFile(join(folder, name))]));

/** Verdicts of the commands that meet the folder. */
async function verdictsOn(environment: Environment): Promise<readonly string[]> {
  const outcomes = [
    await tipstaffProcess(['serve'], environment),
    await tipstaff(['migrate'], environment),
    await tipstaff(['user', 'list'], environment),
    await tipstaff(['audit', 'verify'], environment),
    await tipstaff(['backup', '-'], environment),
    await tipstaff(['admin', 'create', '--username', 'eve', '--email', 'eve@example.com'], environment),
  ];
  deepEqual(
    outcomes.map(({ code }) => code),
    outcomes.map((_, index) => (index === 0 ? 2 : 1)),
  );
  return [...new Set(outcomes.map(({ stderr }) => stderr))];
}

test('a data folder with the former name is refused, every file to rename is named, and nothing in it changes', async () => {
  await using parent = await temporaryFolder();
  const folder = join(parent.path, 'data');
  const environment = await formerFolder(folder);
  const before = await contentsOf(folder);

  const sentences = await verdictsOn(environment);
  const doctor = await tipstaff(['doctor'], environment);
  const restored = await tipstaff(['restore', made('backup')], environment);

  const sentence = `The database in ${folder} has the name from before version 0.1.0. Stop every program that uses it, rename all of these files together (reeve.db to tipstaff.db, reeve.db-wal to tipstaff.db-wal, reeve.db-shm to tipstaff.db-shm, reeve.db-head to tipstaff.db-head), and start again.`;
  deepEqual(sentences, [`${sentence}\n`]);
  equal(doctor.code, 1);
  match(doctor.stdout.replaceAll(/\s+/g, ' '), /problem database The database in .* and start again\./);
  match(restored.stderr, /has an instance already/);
  deepEqual(await contentsOf(folder), before);
});

test('the database alone under its new name is refused and stays as it is; with all of its files it starts', async () => {
  await using parent = await temporaryFolder();
  const folder = join(parent.path, 'data');
  const environment = await formerFolder(folder);
  await rename(join(folder, 'reeve.db'), join(folder, 'tipstaff.db'));
  const before = await contentsOf(folder);

  const sentences = await verdictsOn(environment);
  const after = await contentsOf(folder);
  for (const name of former.slice(1)) await rename(join(folder, name), join(folder, name.replace('reeve', 'tipstaff')));
  await using service = await startService(environment);
  const account = await clientOf(service.url, token).get('/account/details');

  equal(sentences.length, 1);
  match(sentences[0] ?? '', /\(reeve\.db-wal to tipstaff\.db-wal, .*, reeve\.db-head to tipstaff\.db-head\)/);
  doesNotMatch(sentences[0] ?? '', /reeve\.db to/);
  deepEqual(after, before);
  equal(account.body.data.attributes.username, 'ann');
});

test('a folder with a database under both names is refused', async () => {
  await using parent = await temporaryFolder();
  const folder = join(parent.path, 'data');
  const environment = await formerFolder(folder);
  await copyFile(join(folder, 'reeve.db'), join(folder, 'tipstaff.db'));

  const sentences = await verdictsOn(environment);

  deepEqual(sentences, [
    `${folder} has the files of two instances (reeve.db, tipstaff.db): move those of the one that you do not want to start to another folder.\n`,
  ]);
});

/** Takes the tables away that the tests' PostgreSQL databases have. */
async function dropTables(url: string | undefined): Promise<void> {
  if (url === undefined) return;
  await using connection = await connect(url);
  await connection.run('drop schema public cascade');
  await connection.run('create schema public');
}

/** Writes a backup with the code that the service makes with its key; those with the former name have none. */
async function withCode(backup: string, key: string, path: string): Promise<string> {
  const text = zstdDecompressSync(await readFile(backup)).toString('utf8');
  const [encryptionKey] = readEncryptionKeys(key) ?? [];
  if (encryptionKey === undefined) throw new Error('The key of the backup cannot be read.');
  const contents = text.slice(0, text.trimEnd().lastIndexOf('\n') + 1);
  const sha256 = createHash('sha256').update(contents).digest('hex');
  const trailer = { sha256, mac: backupMac(encryptionKey, sha256) };
  await writeFile(path, zstdCompressSync(`${contents}${JSON.stringify(trailer)}\n`));
  return path;
}

commandsOnEachEngine(
  'backups with the former name are refused without the code of the service, and restored with it: tokens work, secrets open, archives are verified',
  async (used) => {
    await using parent = await temporaryFolder();
    const passphraseFile = join(parent.path, 'passphrase');
    await writeFile(passphraseFile, passphrase);
    const key = (await readFile(made('encryption-key'), 'utf8')).trim();
    const isEmbedded = used.TIPSTAFF_DATABASE_URL === undefined;
    const environment = {
      ...used,
      ...(isEmbedded ? { TIPSTAFF_DATA_DIR: join(parent.path, 'data') } : { TIPSTAFF_ENCRYPTION_KEY: key }),
    };

    const sealed = ['restore', made('sealed-backup'), '--passphrase-file', passphraseFile];
    const refused = [await tipstaff(sealed, environment), await tipstaff(['restore', made('backup')], environment)];
    const restore = ['restore', await withCode(made('backup'), key, join(parent.path, 'backup'))];
    const onNewerTables = isEmbedded ? undefined : await tipstaff(restore, environment);
    await dropTables(used.TIPSTAFF_DATABASE_URL);
    const restored = await tipstaff(restore, environment);
    const verified = await tipstaff(['audit', 'verify'], environment);
    const archived = await tipstaff(['audit', 'verify-archive', made('audit-archive'), '--json'], environment);
    await using service = await startService(environment);
    const client = clientOf(service.url, token);
    const account = await client.get('/account/details');
    const keys = await client.get('//.well-known/jwks');

    for (const { code, stderr } of refused) deepEqual([code, /its code is missing/.test(stderr)], [1, true], stderr);
    if (onNewerTables !== undefined)
      match(onNewerTables.stderr, /^The database has tables already, of another version/m);
    deepEqual([restored.code, restored.stderr.includes('no backup')], [0, false], restored.stderr);
    equal(verified.code, 0, verified.stderr);
    equal(archived.json().records, 7);
    equal(account.body.data.attributes.username, 'ann');
    equal(keys.body.keys.length, 2);
  },
);

test('a sealed setting from before the renaming opens: the key has the identifier that it had', async () => {
  await using parent = await temporaryFolder();
  const folder = join(parent.path, 'data');
  const environment = await formerFolder(folder);
  for (const name of former) await rename(join(folder, name), join(folder, name.replace('reeve', 'tipstaff')));

  const rotated = await tipstaff(['encryption-key', 'rotate', '--json'], environment);
  const doctor = await tipstaff(['doctor', '--json'], environment);

  equal(rotated.code, 0, rotated.stderr);
  equal(doctor.json().healthy, true, doctor.stdout);
});

const variables = {
  REEVE_PORT: '0',
  REEVE_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  REEVE_URL: 'https://tipstaff.example.com',
};

const variableSentences = [
  'REEVE_PORT is called TIPSTAFF_PORT now: set that one, and unset REEVE_PORT.',
  'REEVE_ENCRYPTION_KEY is called TIPSTAFF_ENCRYPTION_KEY now: set that one, and unset REEVE_ENCRYPTION_KEY.',
  'REEVE_URL is called TIPSTAFF_URL now: set that one, and unset REEVE_URL.',
];

test('variables with the former name are all named at the start, which is refused before a key is made', async () => {
  await using parent = await temporaryFolder();
  const environment = { ...variables, TIPSTAFF_DATA_DIR: join(parent.path, 'data') };

  const started = await tipstaffProcess(['serve'], environment);
  const doctor = await tipstaff(['doctor', '--json'], environment);

  deepEqual([started.code, started.stderr], [2, `${variableSentences.join('\n')}\n`]);
  deepEqual(
    doctor
      .json()
      .findings.flatMap(({ check, detail }: Record<string, string>) => (check === 'configuration' ? detail : [])),
    variableSentences,
  );
  deepEqual(await readdir(parent.path), []);
});

test('commands without a database name them, too; empty ones, and those of other programs, count for nothing', () => {
  for (const read of [readClientConfig, readPolicyEngineConfig]) {
    try {
      read(variables);
      throw new Error('They were taken.');
    } catch (error) {
      deepEqual(error instanceof ConfigError && error.problems, variableSentences);
    }
    read({ REEVE_PORT: ' ', REEVE_CONFIG: 'of another program' });
  }
});
