// Plain JavaScript for an old Node: runs before every npm script, and installs what is missing.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { currentBundle } from '../bin/bundle.js';
import { buildConsole } from './console.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const marker = `${root}node_modules/.reeve-setup`;
const wantsOnlyProduction = process.argv.includes('--production');

const readOr = (path, otherwise) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
};

const lock = createHash('sha256')
  .update(readFileSync(`${root}package-lock.json`))
  .digest('hex');
const [installedLock, installedScope] = readOr(marker, '').split(' ');
const isInstalled = installedLock === lock && (installedScope === 'all' || wantsOnlyProduction);

// biome-ignore lint/style/noProcessEnv: npm tells a script where npm is only there
const npm = process.env.npm_execpath ?? 'npm';
const [command, first] = npm.endsWith('js') ? [process.execPath, [npm]] : [npm, []];

if (!isInstalled) {
  process.stdout.write('Installing what Reeve needs (once)...\n');
  const scope = wantsOnlyProduction ? ['--omit=dev'] : ['--include=dev'];
  const install = spawnSync(command, [...first, 'ci', ...scope, '--no-progress', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32' && first.length === 0,
  });
  if (install.status !== 0) {
    process.stderr.write('Reeve: the installation failed; npm says why above. Mend it, then run this again.\n');
    process.exit(1);
  }
  writeFileSync(marker, `${lock} ${wantsOnlyProduction ? 'production' : 'all'}`);
}

// npm links the commands of dependencies only; with this one, "npx reeve" asks nothing and starts at once.
const link = `${root}node_modules/.bin/reeve`;
if (process.platform !== 'win32' && !existsSync(link)) symlinkSync('../../bin/reeve.js', link);

buildConsole([command, first], wantsOnlyProduction);

if (currentBundle(root) === undefined) {
  process.stdout.write('Building the server...\n');
  await import('./bundle.js');
}
