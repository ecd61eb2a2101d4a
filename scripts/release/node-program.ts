// Node.js for a platform, in the version that package-lock.json names.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { MakeContext } from './artefact.ts';

const run = promisify(execFile);

/** The path of the program: the one that is installed, or one that is fetched and whose sum is verified. */
export async function nodeProgram(
  platform: string,
  { root, scratch }: Pick<MakeContext, 'root' | 'scratch'>,
): Promise<string> {
  const path = `node_modules/node-${platform}/bin/node`;
  for (const folder of [root, scratch]) {
    if (existsSync(join(folder, path))) return join(folder, path);
  }
  await install(platform, root, scratch);
  return join(scratch, path);
}

/** The path of the licenses of Node.js, and of what is in it. */
export const nodeLicense = async (...of: Parameters<typeof nodeProgram>): Promise<string> =>
  join(dirname(await nodeProgram(...of)), '../LICENSE');

/** A lock file with the one package makes npm compare it with its sum. */
async function install(platform: string, root: string, scratch: string): Promise<void> {
  const name = `node-${platform}`;
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  const { version, integrity } = packages[`node_modules/${name}`];
  const dependencies = { [name]: version };
  const [os = '', cpu = ''] = platform.split('-');
  await mkdir(scratch, { recursive: true });
  await writeFile(join(scratch, 'package.json'), JSON.stringify({ name: 'node', version: '0.0.0', dependencies }));
  const lock = {
    name: 'node',
    version: '0.0.0',
    lockfileVersion: 3,
    packages: { '': { dependencies }, [`node_modules/${name}`]: { version, integrity, os: [os], cpu: [cpu] } },
  };
  await writeFile(join(scratch, 'package-lock.json'), JSON.stringify(lock));
  await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--force'], { cwd: scratch });
}
