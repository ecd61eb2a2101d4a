// Installs the packages of a folder if its lock file has changed since the last installation. This file is plain
// JavaScript, so that it also runs on old Node.js versions.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runReporting } from './run-reporting.js';

/** Returns the text of a file. Returns an empty string if the file does not exist. */
export const textOf = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** Ends the process after a command failed. The command has already printed its error. */
export const fail = (what) => {
  process.stderr.write(`Tipstaff: ${what}; see the reason above. Fix the problem, then run the command again.\n`);
  process.exit(1);
};

// biome-ignore lint/style/noProcessEnv: npm passes its own path to scripts only in this variable
const npm = process.env.npm_execpath ?? 'npm';
const quiet = ['--no-progress', '--loglevel=error'];
const [command, first] = npm.endsWith('js') ? [process.execPath, [npm]] : [npm, []];

/**
 * Installs a folder's packages from its lock file, if they are not yet installed. `what` is the name shown to the user.
 */
export async function installPackages(folder, what, wantsOnlyProduction) {
  const marker = join(folder, 'node_modules/.tipstaff-setup');
  const lock = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  const [installedLock, installedScope] = textOf(marker).split(' ');
  if (installedLock === lock && (installedScope === 'all' || wantsOnlyProduction)) return;
  const scope = wantsOnlyProduction ? '--omit=dev' : '--include=dev';
  const status = await runReporting(`Installing ${what} (once)`, command, [...first, 'ci', scope, ...quiet], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32' && first.length === 0,
  });
  if (status !== 0) fail(`${what} could not be installed`);
  writeFileSync(marker, `${lock} ${wantsOnlyProduction ? 'production' : 'all'}`);
}
