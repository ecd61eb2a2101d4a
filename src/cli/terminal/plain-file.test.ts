import { equal, rejects } from 'node:assert/strict';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makePipe } from '../../../test/support/pipe.ts';
import { temporaryFolder } from '../../../test/support/temporary.ts';
import { readPolicyFolder } from '../policy-folder/policy-folder.ts';
import { maxFileSize, plainFileText } from './plain-file.ts';

test('a regular file is read, even through a link', async () => {
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'policies.yaml');
  await writeFile(path, 'policies: []\n');
  await symlink(path, join(folder.path, 'link'));

  equal(await plainFileText(path), 'policies: []\n');
  equal(await plainFileText(join(folder.path, 'link')), 'policies: []\n');
  await rejects(plainFileText(join(folder.path, 'missing')), { code: 'ENOENT' });
});

test('a policy list is rejected if it is a pipe, a device, a folder or too large', async () => {
  await using folder = await temporaryFolder();
  const makers: readonly (readonly [string, (path: string) => Promise<unknown>])[] = [
    ['is not a regular file.', makePipe],
    ['is not a regular file.', (path) => symlink('/dev/zero', path)],
    ['is not a regular file.', (path) => mkdir(path)],
    ['is larger than 10 MiB.', (path) => writeFile(path, '').then(() => truncate(path, maxFileSize + 1))],
  ];

  for (const [index, [problem, make]] of makers.entries()) {
    const policies = join(folder.path, String(index));
    await mkdir(policies);
    await make(join(policies, 'policies.yaml'));

    await rejects(readPolicyFolder(policies), { message: `${join(policies, 'policies.yaml')} ${problem}` });
  }
});
