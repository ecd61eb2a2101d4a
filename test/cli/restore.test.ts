// Restores into a folder that is in use or not empty, and the state of the folder after an interrupted command.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { environmentOf, tipstaff } from '../support/command.ts';
import { freshDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Creates a backup of an instance with one account, and an empty folder. */
const backedUp = async () => {
  const folder = await temporaryFolder();
  await using source = await freshDatabase('sqlite');
  const file = join(folder.path, 'backup');
  await tipstaff(['user', 'create', '--username', 'ada', '--email', 'ada@example.com'], environmentOf(source));
  assert.equal((await tipstaff(['backup', file], environmentOf(source))).code, 0);
  const dataDir = join(folder.path, 'data');
  return {
    file,
    dataDir,
    environment: { TIPSTAFF_DATA_DIR: dataDir },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
};

/** Whether `doctor` finds no problem in a restored instance after it was resumed. */
const isHealthy = async (environment: { readonly TIPSTAFF_DATA_DIR: string }): Promise<boolean> => {
  const resumed = await tipstaff(['resume', '--yes'], environment);
  return resumed.code === 0 && (await tipstaff(['doctor'], { ...environment, TIPSTAFF_PORT: '0' })).code === 0;
};

test('Of two restores into one folder at once, one creates the instance, and the other reports that it did not', async () => {
  await using made = await backedUp();
  await using other = await backedUp();

  const outcomes = await Promise.all([
    tipstaff(['restore', made.file], made.environment),
    tipstaff(['restore', other.file], made.environment),
  ]);

  assert.deepEqual(outcomes.map(({ code }) => code).toSorted(), [0, 1]);
  const refused = outcomes.find(({ code }) => code === 1);
  assert.match(
    refused?.stderr ?? '',
    /Another program created .* during the restore\. Nothing was restored|already contains an instance/,
  );
  assert.ok(await isHealthy(made.environment));
});

test('A missing database is reported and not replaced, and a backup can be restored in its place', async () => {
  await using made = await backedUp();
  await tipstaff(['restore', made.file], made.environment);
  await rename(join(made.dataDir, 'tipstaff.db'), `${made.file}.db`);

  const list = await tipstaff(['user', 'list'], made.environment);
  const doctor = await tipstaff(['doctor'], { ...made.environment, TIPSTAFF_PORT: '0' });
  const left = await readdir(made.dataDir);
  const restored = await tipstaff(['restore', made.file], made.environment);

  for (const { stderr, stdout, code } of [list, doctor]) {
    assert.equal(code, 1);
    assert.match(
      stdout + stderr,
      /The database .*tipstaff\.db is missing, but its head file .* exists: put the database back/,
    );
  }
  assert.deepEqual(left.toSorted(), ['encryption-key', 'tipstaff.db-head']);
  assert.equal(restored.code, 0, restored.stderr);
  assert.ok(await isHealthy(made.environment));
});

test('A restored instance has no unsealed audit records', async () => {
  await using made = await backedUp();
  await tipstaff(['restore', made.file], made.environment);

  const verified = await tipstaff(['audit', 'verify', '--json'], made.environment);

  assert.equal(verified.json().waiting, 0);
});

test('Files that root creates in a folder belong to the owner of the folder', {
  skip: process.getuid?.() !== 0,
}, async () => {
  await using made = await backedUp();
  const fresh = `${made.dataDir}-new`;
  for (const path of [made.dataDir, fresh]) {
    await mkdir(path, { mode: 0o700 });
    await chown(path, 65_534, 65_534);
  }

  await tipstaff(['restore', made.file], made.environment);
  await tipstaff(['admin', 'create', '--username', 'bo', '--email', 'bo@example.com'], { TIPSTAFF_DATA_DIR: fresh });

  for (const path of [made.dataDir, fresh]) {
    const names = await readdir(path);
    const owners = await Promise.all(names.map(async (name) => (await stat(join(path, name))).uid));
    assert.ok(names.includes('tipstaff.db') && names.includes('encryption-key'), names.join());
    assert.deepEqual([...new Set(owners)], [65_534], names.join());
  }
});

test('If a signal ends a command, its unfinished files are deleted', async () => {
  await using folder = await temporaryFolder();
  const draft = join(folder.path, 'draft');
  await mkdir(draft);
  await writeFile(join(draft, 'part'), 'secret');
  const module = fileURLToPath(new URL('../../src/cli/backup/unfinished.ts', import.meta.url));
  const program = `import { removedOnSignal } from ${JSON.stringify(module)};
    using _ = removedOnSignal(${JSON.stringify(draft)});
    process.kill(process.pid, 'SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 60_000));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);

  const [code, signal] = await once(child, 'exit');

  assert.deepEqual([code, signal, existsSync(draft)], [null, 'SIGTERM', false]);
});

test('A backup cannot be restored from standard input, because it is read twice', async () => {
  await using made = await backedUp();

  const outcome = await tipstaff(['restore', '-'], made.environment);

  assert.deepEqual(
    [outcome.code, outcome.stderr.trim()],
    [2, 'A backup cannot be read from standard input: save the backup to a file, and name the file.'],
  );
});
