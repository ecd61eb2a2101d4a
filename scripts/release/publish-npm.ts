// Publishes the npm packages to the registry in NPM_REGISTRY. The engine packages are published first, because
// `tipstaff` depends on them. Packages that an interrupted run has already published are skipped.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { processEnvironment } from '../../src/environment.ts';
import { version } from '../../src/kernel/version.ts';
import { releasedFiles, requiredVariable, runLogged } from './publishing.ts';
import { say } from './words.ts';

// The trailing slash is required. Without it, npm would look for the token under the parent path of the address.
const registry = requiredVariable('NPM_REGISTRY').replace(/\/?$/, '/');
const folder = await mkdtemp(join(tmpdir(), 'tipstaff-npm-'));
await using stack = new AsyncDisposableStack();
stack.defer(() => rm(folder, { recursive: true, force: true }));
const options = ['--registry', registry, '--userconfig', await writeUserConfig(join(folder, 'npmrc'))];
for (const pattern of [/^tipstaff-engine-.+\.tgz$/, /^tipstaff-\d[\d.]+\.tgz$/]) {
  for (const path of await releasedFiles(pattern)) await publish(path);
}

/**
 * Writes an npm configuration that reads the token from the environment. Without a token, npm authenticates with the
 * identity of the workflow (trusted publishing).
 */
async function writeUserConfig(path: string): Promise<string> {
  const { host, pathname } = new URL(registry);
  const key = `//${host}${pathname}:_authToken`;
  await writeFile(path, (processEnvironment.NPM_TOKEN ?? '') === '' ? '' : `${key}=\${NPM_TOKEN}\n`);
  return path;
}

async function publish(path: string): Promise<void> {
  const name = `${basename(path, `-${version}.tgz`)}@${version}`;
  const published = publishedIntegrity(name);
  const integrity = `sha512-${createHash('sha512')
    .update(await readFile(path))
    .digest('base64')}`;
  if (published === integrity) return say(`${name} is already in the registry.`);
  if (published !== '') throw new Error(`The registry contains ${name} with different content. Release a new version.`);
  runLogged('npm', ['publish', path, '--ignore-scripts', ...options]);
}

/**
 * Returns the checksum of a package in the registry. Returns an empty string if the registry does not contain the
 * package.
 */
function publishedIntegrity(name: string): string {
  const words = ['view', name, 'dist.integrity', ...options];
  try {
    return execFileSync('npm', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}
