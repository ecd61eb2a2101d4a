// System programs that building or testing an artefact requires, in addition to npm packages.
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { processEnvironment } from '../../src/environment.ts';

/** Names of the Debian packages that contain the programs, by program. */
const packages = {
  chroot: 'coreutils',
  'dpkg-deb': 'dpkg',
  lintian: 'lintian',
  mmdebstrap: 'mmdebstrap',
  'qemu-aarch64-static': 'qemu-user-static',
  'systemd-analyze': 'systemd',
  tar: 'tar',
  unshare: 'util-linux',
} as const;

export type SystemProgram = keyof typeof packages;

/**
 * Returns a message that names missing programs and the command that installs them. Undefined if no program is missing.
 */
export async function missingPrograms(...programs: readonly SystemProgram[]): Promise<string | undefined> {
  const present = await Promise.all(programs.map(isThere));
  const missing = programs.filter((_, index) => present[index] === false);
  if (missing.length === 0) return undefined;
  const wanted = [...new Set(missing.map((program) => packages[program]))];
  return `${missing.join(', ')} is not installed on this machine: run apt-get install ${wanted.join(' ')}`;
}

/** Throws if a program is missing. */
export async function requirePrograms(...programs: readonly SystemProgram[]): Promise<void> {
  const missing = await missingPrograms(...programs);
  if (missing !== undefined) throw new Error(missing);
}

/** Returns the reason why a test cannot run in a separate root file system. Undefined if it can run. */
export async function noRoots(...programs: readonly SystemProgram[]): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'only root can run a program in a separate root file system';
  return await missingPrograms('chroot', 'unshare', ...programs);
}

async function isThere(program: string): Promise<boolean> {
  const folders = (processEnvironment.PATH ?? '').split(delimiter);
  const paths = [...folders, '/usr/sbin', '/sbin'].map((folder) => join(folder, program));
  const results = await Promise.all(paths.map((path) => access(path, constants.X_OK).then(yes, no)));
  return results.includes(true);
}

const [yes, no] = [() => true, () => false];
