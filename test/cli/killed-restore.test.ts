import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { lockFile } from '../../src/db/sqlite/file-lock.ts';
import { environmentOf, tipstaff } from '../support/command.ts';
import { freshDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary.ts';

const warningsIn = async (dataDir: string): Promise<readonly string[]> => {
  const { json } = await tipstaff(['doctor', '--json'], { TIPSTAFF_DATA_DIR: dataDir, TIPSTAFF_PORT: '0' });
  const findings: readonly { readonly check: string; readonly detail: string }[] = json().findings;
  return findings.filter(({ check }) => check === 'restore').map(({ detail }) => detail);
};

test('The next restore names and removes the files of a killed restore, and keeps those of a running restore', async () => {
  await using folder = await temporaryFolder();
  await using source = await freshDatabase('sqlite');
  const [file, target] = [join(folder.path, 'backup'), join(folder.path, 'new')];
  await tipstaff(['user', 'list'], environmentOf(source));
  await tipstaff(['backup', file], environmentOf(source));
  for (const name of ['restore-killed', 'restore-active', 'restore-backup', 'restore-starts', 'restore-of-may']) {
    await mkdir(join(target, name), { recursive: true, mode: 0o700 });
  }
  for (const name of ['restore-killed', 'restore-starts']) {
    lockFile(join(target, name, 'restore-lock'))?.[Symbol.dispose]();
  }
  for (const name of ['restore-killed', 'restore-active']) {
    await writeFile(join(target, name, 'encryption-key'), 'secret\n');
  }
  await writeFile(join(target, 'restore-backup', 'tipstaff.db'), 'a copy by hand\n');

  const { before, after, restored } = await (async () => {
    using _running = lockFile(join(target, 'restore-active', 'restore-lock'));
    const before = await warningsIn(target);
    const restored = await tipstaff(['restore', file], { TIPSTAFF_DATA_DIR: target });
    return { before, restored, after: await warningsIn(target) };
  })();

  const sentence = (name: string) =>
    `The folder ${join(target, name)} remains from a restore that was killed, and may contain the encryption key and the database: remove the folder.`;
  assert.equal(restored.code, 0, restored.stderr);
  assert.deepEqual(before.toSorted(), [sentence('restore-backup'), sentence('restore-killed')]);
  assert.deepEqual(after, [sentence('restore-backup')]);
  assert.deepEqual((await readdir(target)).sort(), [
    ...['encryption-key', 'restore-active', 'restore-backup', 'restore-of-may', 'restore-starts'],
    ...['tipstaff.db', 'tipstaff.db-head'],
  ]);
});
