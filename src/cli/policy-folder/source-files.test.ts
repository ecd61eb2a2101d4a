import { deepEqual, rejects } from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makePipe } from '../../../test/support/pipe.ts';
import { temporaryFolder } from '../../../test/support/temporary.ts';
import { readFolderFiles } from './folder-files.ts';

test('links to files and folders are followed, even if they lead out of the folder', async () => {
  await using folder = await temporaryFolder();
  const [policies, shared] = [join(folder.path, 'policies'), join(folder.path, 'shared')];
  await Promise.all([mkdir(join(policies, 'sub'), { recursive: true }), mkdir(shared)]);
  await writeFile(join(policies, 'a.rego'), 'package a\n');
  await writeFile(join(shared, 'lib.rego'), 'package lib\n');
  await symlink('../shared/lib.rego', join(policies, 'lib.rego'));
  await symlink('../../shared', join(policies, 'sub', 'shared'));
  await symlink('nothing', join(policies, '.#a.rego'));

  deepEqual((await readFolderFiles(policies)).sources, {
    'a.rego': 'package a\n',
    'lib.rego': 'package lib\n',
    'sub/shared/lib.rego': 'package lib\n',
  });
});

/** Folder entries that cannot be read as code, by file name. They are created in the folder `sub`. */
const unusable: Readonly<Record<string, readonly [make: (path: string) => Promise<unknown>, problem: string]>> = {
  'lib.rego': [(path) => symlink('nothing', path), 'is a broken link: remove it.'],
  itself: [(path) => symlink('itself', path), 'is a broken link: remove it.'],
  circle: [(path) => symlink('..', path), 'is a link to a folder that contains the link: remove the link.'],
  'pipe.rego': [makePipe, 'is not a regular file.'],
  'zero.rego': [(path) => symlink('/dev/zero', path), 'is not a regular file.'],
};

for (const [name, [make, problem]] of Object.entries(unusable)) {
  test(`${name}, which ${problem.replace(/[.:].*/, '')}, is refused with its name`, async () => {
    await using folder = await temporaryFolder();
    const place = join(folder.path, 'sub', name);
    await mkdir(join(folder.path, 'sub'));
    await make(place);

    await rejects(readFolderFiles(folder.path), { message: `${place} ${problem}` });
  });
}
