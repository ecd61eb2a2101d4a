// Tests the Linux archives. The test unpacks an archive as an ordinary user, and runs the program with the native
// policy engine.
import assert from 'node:assert/strict';
import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { nativeName, thisPlatform } from '../../src/effects/policy-engine/native-program.ts';
import type { CheckContext, Proof } from './artefact.ts';
import { emulatedCommand, writeForeignRoot } from './emulation.ts';
import { nobody, sharedFolder } from './executable-check.ts';
import type { ExecutablePlatform } from './executable-name.ts';
import { installedProgram } from './installed.ts';
import { unpackTo } from './packed-folder.ts';
import { proveChangedEngine, proveCheck, proveProgram, proveVersion } from './proof.ts';
import { missingPrograms, noRoots } from './requirements.ts';
import { rootedProgram, writeLibraryRoot } from './rooted.ts';

export const archiveName = (version: string, platform: ExecutablePlatform): string =>
  `tipstaff-${version}-${platform}.tar.gz`;

const command = ['/usr/local/bin/tipstaff'] as const;

export async function checkArchives(context: CheckContext): Promise<readonly Proof[]> {
  return [await proveHere(context), await proveEmulated(context)];
}

/**
 * Tests the archive for this machine. The root file system of the test is read-only and contains only the libraries
 * that Node.js is linked with.
 */
async function proveHere(context: CheckContext): Promise<Proof> {
  const file = archiveName(context.version, 'linux-x64');
  const notRun = thisPlatform === 'linux-x64' ? await noRoots('tar') : `this machine is ${thisPlatform}`;
  if (notRun !== undefined) return { file, notRun };
  const [root, shared] = [join(context.scratch, 'root'), await sharedFolder(context.scratch)];
  const installed = await unpack(context, file, root);
  await writeLibraryRoot(root, join(root, ...command));
  const program = rootedProgram({ root, shared, command, user: nobody, data: join(shared, 'data'), isReadOnly: true });
  const answered = await proveProgram(program, { ...context, scratch: shared }, 'native');
  await appendFile(join(root, 'usr/local/lib/tipstaff', nativeName('linux-x64')), 'x');
  await proveChangedEngine(program, { ...context, scratch: shared });
  return { file, installed, answered };
}

/** Unpacks an archive and returns how long this took, in ms. */
async function unpack({ folder }: CheckContext, file: string, root: string): Promise<number> {
  const start = performance.now();
  await mkdir(join(root, 'usr/local'), { recursive: true });
  await unpackTo(join(folder, file), join(root, 'usr/local'));
  return performance.now() - start;
}

/**
 * Tests the archive for the other processor architecture. Some tests are left out because an emulator does not support
 * them.
 */
async function proveEmulated(context: CheckContext): Promise<Proof> {
  const file = archiveName(context.version, 'linux-arm64');
  const notRun = (await noRoots('mmdebstrap', 'tar')) ?? (await missingPrograms('qemu-aarch64-static'));
  if (notRun !== undefined) return { file, notRun };
  const [root, shared] = [join(context.scratch, 'foreign'), join(context.scratch, 'emulated')];
  await mkdir(shared);
  await writeForeignRoot(root);
  await unpack(context, file, root);
  const emulated = emulatedCommand({ root, shared, command });
  const program = installedProgram({ command: emulated, cwd: shared, data: join(shared, 'data') });
  await proveVersion(program, context.version);
  const reason = await proveCheck(program, { root: context.root, scratch: shared }, 'native');
  assert.match(reason, /^The checksum of the program matches/);
  return { file, variant: 'emulated' };
}
