import { deepEqual, equal, rejects } from 'node:assert/strict';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../test/support/temporary.ts';
import { policyForm, writeFolder } from './write-folder.ts';

const files = { 'policies.yaml': 'policies: []\n', 'lib/a.rego': 'package a\n' };
const precious = 'Precious.\n';

/**
 * Functions that create an obstacle at the path `place` of a file to be written. `target` is the path of another file.
 */
const obstructions: Readonly<Record<string, (place: string, target: string) => Promise<unknown>>> = {
  'policies.yaml is a link to a file': (place, target) => symlink(target, join(place, 'policies.yaml')),
  'policies.yaml is a link to nothing': (place, target) => symlink(`${target}.new`, join(place, 'policies.yaml')),
  'policies.yaml is a folder': (place) => mkdir(join(place, 'policies.yaml')),
  'lib is a link to a folder': (place, target) => symlink(dirname(target), join(place, 'lib')),
  'other.rego is a link to a file': (place, target) => symlink(target, join(place, 'other.rego')),
  'others is a link to a folder': (place, target) => symlink(dirname(target), join(place, 'others')),
  'lib is a file': (place) => writeFile(join(place, 'lib'), ''),
};

test('writing through a link, or over anything that is not a regular file, is refused', async (context) => {
  for (const [name, obstruct] of Object.entries(obstructions)) {
    await context.test(name, async () => {
      await using folder = await temporaryFolder();
      const [place, other] = [join(folder.path, 'place'), join(folder.path, 'other')];
      await Promise.all([mkdir(place), mkdir(other)]);
      await writeFile(join(other, 'a.rego'), precious);
      await obstruct(place, join(other, 'a.rego'));

      const writing = writeFolder(place, files, policyForm(true));

      const [, what] = /^(\S+) /.exec(name) ?? [];
      await rejects(writing, ({ message }: Error) => message.startsWith(`${join(place, what ?? '')} is not a `));
      deepEqual([await readdir(place), await readdir(other)], [[what], ['a.rego']]);
      equal(await readFile(join(other, 'a.rego'), 'utf8'), precious);
    });
  }
});

test('a path that leads out of the folder is refused', async () => {
  await using folder = await temporaryFolder();

  for (const path of ['../a.rego', 'lib/../../a.rego', '/a.rego', 'lib\\..\\a.rego', '']) {
    await rejects(
      writeFolder(join(folder.path, 'place'), { [path]: '' }, policyForm(true)),
      /leads out of the folder: nothing was/,
    );
  }

  deepEqual(await readdir(folder.path, { recursive: true }), ['place']);
});

test('a file name that is too long is refused', async () => {
  await using folder = await temporaryFolder();
  const long = (bytes: number) => ({
    'a.rego': 'package a\n',
    [`${'é'.repeat((bytes - 5) / 2)}x.rego`.slice(0, bytes)]: '',
  });

  await rejects(
    writeFolder(folder.path, long(253), policyForm(true)),
    /of more than 246 bytes, which is too long for a file name: nothing was/,
  );
  deepEqual(await readdir(folder.path), []);
  await writeFolder(folder.path, long(239), policyForm(true));
  equal((await readdir(folder.path)).length, 2);
});

test('a file is replaced by renaming a temporary file, and a hidden file is not replaced without --force', async () => {
  await using folder = await temporaryFolder();
  await mkdir(join(folder.path, '.ci'));
  await writeFile(join(folder.path, '.ci', 'a.rego'), precious);

  await rejects(
    writeFolder(folder.path, { '.ci/a.rego': '' }, policyForm(false)),
    /has other policies \(\.ci\/a\.rego\)/,
  );
  await writeFolder(folder.path, { ...files, '.ci/a.rego': 'package ci\n' }, policyForm(true));

  equal(await readFile(join(folder.path, '.ci', 'a.rego'), 'utf8'), 'package ci\n');
  deepEqual((await readdir(folder.path, { recursive: true })).sort(), [
    '.ci',
    '.ci/a.rego',
    'lib',
    'lib/a.rego',
    'policies.yaml',
  ]);
});
