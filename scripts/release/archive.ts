// Archive for any Linux distribution. It is unpacked into `/usr/local`, and contains the executable and the native
// policy engine.
import { join } from 'node:path';
import { archiveName, checkArchives } from './archive-check.ts';
import type { Artefact, MakeContext } from './artefact.ts';
import { type ExecutablePlatform, executablePlatforms } from './executable-name.ts';
import { copyTo, documents, normalize, writeLinuxFiles } from './linux-files.ts';
import { pack } from './packed-folder.ts';

export const archive: Artefact = { name: 'archive', make, check: checkArchives };

async function make(context: MakeContext): Promise<readonly string[]> {
  const files: string[] = [];
  for (const platform of executablePlatforms) {
    const [folder, file] = [join(context.scratch, platform), archiveName(context.version, platform)];
    await writeArchiveFiles(context, folder, platform);
    await normalize(folder, context.time);
    // Only these paths are packed, so that unpacking does not change the modes of existing folders.
    const paths = ['bin/tipstaff', 'lib/tipstaff', documents];
    await pack({ folder, paths, path: join(context.folder, file), time: context.time });
    files.push(file);
  }
  return files;
}

/** Writes the files for `/usr` or `/usr/local`. They include the license text, because some systems do not have it. */
export async function writeArchiveFiles(
  context: MakeContext,
  folder: string,
  platform: ExecutablePlatform,
): Promise<void> {
  await writeLinuxFiles(context, folder, platform);
  await copyTo(folder, `${documents}/LICENSE`, join(context.root, 'LICENSE'));
}
