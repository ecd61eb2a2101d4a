// Writes the files of a Linux installation into a folder. The files' contents, modes and times depend only on the
// commit.
import { chmod, cp, mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { nativeName } from '../../src/effects/policy-engine/native-program.ts';
import type { MakeContext } from './artefact.ts';
import { allNotices, executablePath } from './executable.ts';
import type { ExecutablePlatform } from './executable-name.ts';

/** Folder with documentation, relative to `/usr` or `/usr/local`. */
export const documents = 'share/doc/tipstaff';

/**
 * Writes the files for `/usr` or `/usr/local`: the executable, the native policy engine, and the third-party notices of
 * both.
 */
export async function writeLinuxFiles(
  context: MakeContext,
  folder: string,
  platform: ExecutablePlatform,
): Promise<void> {
  const engine = nativeName(platform);
  await copyTo(folder, 'bin/tipstaff', await executablePath(context, platform));
  await copyTo(folder, `lib/tipstaff/${engine}`, await context.engineProgram(platform));
  await copyTo(folder, `${documents}/NOTICE`, join(context.root, 'NOTICE'));
  await writeTo(folder, `${documents}/third-party-notices`, await allNotices(context));
}

export async function copyTo(folder: string, path: string, from: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await cp(from, join(folder, path));
}

export async function writeTo(folder: string, path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

/** Matches the paths of executable files. */
const programs = /\/(bin\/|lib\/tipstaff\/|DEBIAN\/(postinst|prerm|postrm)$)/;

/** Sets the modification time of every file to the given time, and the mode of every file as its path requires. */
export async function normalize(folder: string, time: Date): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const isRun = entry.isDirectory() || programs.test(`/${relative(folder, path)}`);
    await chmod(path, isRun ? 0o755 : 0o644);
    await utimes(path, time, time);
  }
  await chmod(folder, 0o755);
  await utimes(folder, time, time);
}
