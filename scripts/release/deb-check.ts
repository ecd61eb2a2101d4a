// Tests the Debian package in a minimal system. The package is installed, upgraded, removed and purged, and the program
// runs as its own user.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nativeName } from '../../src/effects/policy-engine/native-program.ts';
import type { CheckContext, Proof } from './artefact.ts';
import { buildPackage, debianName } from './deb-build.ts';
import { proveSandbox, sharedFolder } from './executable-check.ts';
import { proveChangedEngine, proveProgram } from './proof.ts';
import { missingPrograms, noRoots } from './requirements.ts';
import { rootedCommand, rootedProgram } from './rooted.ts';

const run = promisify(execFile);

/**
 * Packages that the maintainer scripts need. Each of them is in every Debian system or is a dependency of the Tipstaff
 * package.
 */
const packages = ['adduser', 'init-system-helpers', 'libstdc++6'];
const data = '/var/lib/tipstaff';

export async function checkPackage(context: CheckContext): Promise<readonly Proof[]> {
  const file = debianName(context.version);
  return [await lint(context, file), await rateUnit(context, file), await proveInstallation(context, file)];
}

async function lint({ folder }: CheckContext, file: string): Promise<Proof> {
  const variant = 'lintian';
  const notRun = await missingPrograms('lintian');
  if (notRun !== undefined) return { file, variant, notRun };
  await run('lintian', ['--fail-on', 'error,warning', '--allow-root', join(folder, file)]);
  return { file, variant };
}

/**
 * Maximum exposure level of the systemd service, in tenths of the level that `systemd-analyze security` prints. The
 * range is 0 to 100, and a level below 20 is rated as "ok".
 */
const maxExposure = 20;

async function rateUnit({ root }: CheckContext, file: string): Promise<Proof> {
  const variant = 'systemd-analyze';
  const notRun = await missingPrograms('systemd-analyze');
  if (notRun !== undefined) return { file, variant, notRun };
  const unit = join(root, 'packaging/debian/tipstaff.service');
  await run('systemd-analyze', ['security', '--offline=true', `--threshold=${maxExposure}`, unit]);
  return { file, variant };
}

async function proveInstallation(context: CheckContext, file: string): Promise<Proof> {
  const notRun = await noRoots('mmdebstrap', 'dpkg-deb');
  if (notRun !== undefined) return { file, notRun };
  const [root, shared] = [join(context.scratch, 'root'), await sharedFolder(context.scratch)];
  await run('mmdebstrap', ['--variant=minbase', `--include=${packages.join(',')}`, 'bookworm', root]);
  const path = join(shared, file);
  await cp(join(context.folder, file), path);
  const system = systemIn(root, shared);
  const start = performance.now();
  await system('dpkg', '--install', path);
  const installed = performance.now() - start;
  assert.match(await system('tipstaff', 'config', 'show'), /\/var\/lib\/tipstaff/);
  const rooted = { root, shared, command: ['/usr/bin/tipstaff'], user: 'tipstaff:tipstaff', data } as const;
  const program = rootedProgram(rooted);
  await proveSandbox(program);
  const answered = await proveProgram(program, { ...context, scratch: shared }, 'native');
  await appendFile(join(root, 'usr/lib/tipstaff', nativeName('linux-x64')), 'x');
  await proveChangedEngine(program, { ...context, scratch: shared });
  await proveLife({ system, root, shared, path });
  return { file, installed, answered };
}

type System = (...words: readonly [string, ...string[]]) => Promise<string>;

/** Returns a function that runs a command as root in the minimal system and returns its output. */
const systemIn =
  (root: string, shared: string): System =>
  async (...command) => {
    const [program, ...words] = rootedCommand({ root, shared, command, user: 'root:root' });
    const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
    const { stdout, stderr } = await run(program, words, { env });
    return stdout + stderr;
  };

interface Life {
  readonly system: System;
  readonly root: string;
  readonly shared: string;
  readonly path: string;
}

/**
 * Checks that an upgrade and a removal keep the data and the configuration, and that purging deletes the data only if
 * the administrator requests it.
 */
async function proveLife({ system, root, shared, path }: Life): Promise<void> {
  const [configuration, database] = [join(root, 'etc/tipstaff/tipstaff.yaml'), join(root, data, 'tipstaff.db')];
  assert.equal((await stat(join(root, data))).mode & 0o777, 0o700);
  await appendFile(configuration, '# Ours.\n');
  await system('dpkg', '--install', await laterPackage(path, shared));
  assert.match(await readFile(configuration, 'utf8'), /# Ours\./);
  assert.match(await system('dpkg-query', '--show', 'tipstaff'), /\+later/);
  await system('dpkg', '--remove', 'tipstaff');
  assert.deepEqual(await Promise.all([join(root, 'usr/bin/tipstaff'), configuration, database].map(exists)), [
    false,
    true,
    true,
  ]);
  assert.match(await system('dpkg', '--purge', 'tipstaff'), /stays in \/var\/lib\/tipstaff/);
  assert.deepEqual(await Promise.all([configuration, database].map(exists)), [false, true]);
  await system('dpkg', '--install', path);
  await system('env', 'TIPSTAFF_PURGE_DATA=yes', 'dpkg', '--purge', 'tipstaff');
  assert.equal(await exists(join(root, data)), false);
}

/** Builds a copy of the package with a higher version. */
async function laterPackage(path: string, shared: string): Promise<string> {
  const [tree, later] = [join(shared, 'later'), join(shared, 'later.deb')];
  await mkdir(tree);
  await run('dpkg-deb', ['--raw-extract', path, tree]);
  const control = join(tree, 'DEBIAN/control');
  await writeFile(control, (await readFile(control, 'utf8')).replace(/^Version: .*$/m, '$&+later'));
  await buildPackage(tree, later, new Date());
  return later;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
