// Provides the Node.js binary of a platform, in the version that package-lock.json specifies. All executables must use
// the same Node.js version, because they contain the same application.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { maxSatisfying } from 'semver';
import type { MakeContext } from './artefact.ts';
import { executablePlatforms } from './executable-name.ts';

const run = promisify(execFile);

/** Returns the path of the Node.js binary. The installed binary is used, or a verified download. */
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

/** Returns the path of the file with the licenses of Node.js and its libraries. */
export const nodeLicense = async (...of: Parameters<typeof nodeProgram>): Promise<string> =>
  join(dirname(await nodeProgram(...of)), '../LICENSE');

interface LockedPackage {
  readonly version: string;
  readonly integrity: string;
}

async function lockedNode(platform: string, root: string): Promise<LockedPackage> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));
  return packages[`node_modules/node-${platform}`];
}

/**
 * Returns the Node.js version in the executables. Throws if package-lock.json contains different versions for the
 * platforms.
 */
export async function nodeVersion(root: string): Promise<string> {
  const versions = await Promise.all(executablePlatforms.map(async (name) => (await lockedNode(name, root)).version));
  const [version = ''] = versions;
  if (new Set(versions).size > 1) {
    const list = executablePlatforms.map((name, index) => `node-${name} ${versions[index]}`).join(' and ');
    throw new Error(`package-lock.json has ${list}: set both to the newest version that npm has for both.`);
  }
  return version;
}

/**
 * Returns the Node.js versions that are published on npm for a platform. The versions are requested with the npm
 * client.
 */
async function publishedNodes(platform: string): Promise<readonly string[]> {
  const words = ['view', `node-${platform}`, 'versions', '--json', '--fetch-retries=0', '--fetch-timeout=10000'];
  return JSON.parse((await run('npm', words)).stdout);
}

/**
 * Returns a sentence for the maintainer about the Node.js version in use and the newest releases with the same major
 * version.
 */
export async function nodeSentence(
  root: string,
  published: (platform: string) => Promise<readonly string[]> = publishedNodes,
): Promise<string> {
  const version = await nodeVersion(root);
  const line = version.split('.')[0] ?? '';
  const sentence = `Node.js ${version} is in the executables.`;
  const newest = (versions: readonly string[]): string => maxSatisfying(versions, line) ?? 'none';
  try {
    const lists = await Promise.all(executablePlatforms.map(published));
    const [first = [], ...others] = lists;
    const common = newest(first.filter((each) => others.every((list) => list.includes(each))));
    const each = executablePlatforms.map((name, index) => `${newest(lists[index] ?? [])} for ${name}`).join(', ');
    const advice = common === version ? '' : ` Put ${common} into package.json and package-lock.json first.`;
    return `${sentence} Newest ${line} in npm: ${each}, ${common} for both.${advice}`;
  } catch {
    return `${sentence} The newest version of ${line} is unknown, because the npm registry did not respond.`;
  }
}

/** Installs the package with a lock file, so that npm verifies its checksum. */
async function install(platform: string, root: string, scratch: string): Promise<void> {
  const name = `node-${platform}`;
  const { version, integrity } = await lockedNode(platform, root);
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
