// References to secrets in exported files: allowed targets, and the information that a diff shows about the secrets.
import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { tipstaff } from '../support/command.ts';
import { ada, variablesOf } from '../support/rich-instance.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { openWorld, type World } from '../support/world.ts';

const secret = 'hunter22';

/** Applies a folder whose site file contains mail server settings. */
const applying = async (world: World, folder: string) => {
  const variables = { ...variablesOf(world, await ada(world)), MAIL: secret, OTHER: secret };
  return async (settings: Readonly<Record<string, string>>, ...words: readonly string[]) => {
    const lines = Object.entries(settings).map(([name, value]) => `    ${name}: ${value}\n`);
    await writeFile(join(folder, 'site.yaml'), `settings:\n  smtp:\n${lines.join('')}`);
    const { code, stdout, stderr } = await tipstaff(['apply', folder, ...words], variables);
    assert.ok(!`${stdout}${stderr}`.includes(secret), 'no secret is in an output');
    return { code, stdout, stderr };
  };
};

test('The diff shows the reference of every secret that is sent, also next to another change', async () => {
  await using world = await openWorld('sqlite');
  await using folder = await temporaryFolder();
  const apply = await applying(world, folder.path);

  const first = await apply({ host: 'mail.example.com', password: `\${env:MAIL}` });
  const same = await apply({ host: 'mail.example.com', password: `\${env:OTHER}` }, '--dry-run');
  const changed = await apply({ host: 'other.example.com', password: `\${env:OTHER}` }, '--dry-run');

  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stderr, / {6}password: none → \$\{env:MAIL\}\n/);
  assert.match(same.stdout, /0 to create, 0 to change, 0 to delete\./);
  assert.match(
    changed.stdout,
    / {6}host: "mail\.example\.com" → "other\.example\.com"\n {6}password: \(secret\) → \$\{env:OTHER\}\n/,
  );
});

test('A reference to a file that leads out of the folder through a link is refused', async () => {
  await using world = await openWorld('sqlite');
  await using folder = await temporaryFolder();
  await using outside = await temporaryFolder();
  const apply = await applying(world, folder.path);
  const key = join(outside.path, 'key');
  await writeFile(key, secret);
  await symlink(key, join(folder.path, 'linked-file'));
  await symlink(outside.path, join(folder.path, 'linked-folder'));
  await mkdir(join(folder.path, 'own'));
  await writeFile(join(folder.path, 'own', 'key'), secret);
  await symlink('own', join(folder.path, 'inside'));

  for (const name of ['linked-file', 'linked-folder/key', 'inside/../linked-file']) {
    const { code, stdout, stderr } = await apply({ password: `\${file:${name}}` });

    assert.deepEqual([code, stdout], [2, '']);
    assert.ok(stderr.includes(`site.yaml:3: password refers to the file ${name}, which is not in the folder `), stderr);
  }
  const within = await apply({ password: `\${file:inside/key}` }, '--dry-run');
  assert.match(within.stdout, / {6}password: none → \$\{file:inside\/key\}\n/, within.stderr);
});
