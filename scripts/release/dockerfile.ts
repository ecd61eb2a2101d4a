// Compares the image that the repository's Dockerfile would build with the release's image. This does not require
// Docker.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { archiveName } from './archive-check.ts';
import type { CheckContext, Proof } from './artefact.ts';
import { layerPath, unpackLayer } from './image-archive.ts';

interface Instruction {
  readonly name: string;
  readonly words: string;
}

/** Returns the instructions in each build stage, without `FROM`. */
export const stagesIn = (text: string): readonly (readonly Instruction[])[] =>
  text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n */g, '')
    .split(/^FROM .*$/m)
    .map((stage) => [...stage.matchAll(/^([A-Z]+) +(.*)$/gm)].map(([, name = '', words = '']) => ({ name, words })));

export const wordsOf = (stage: readonly Instruction[] = [], ...names: readonly string[]): readonly string[] =>
  stage.flatMap(({ name, words }) => (names.includes(name) ? [words] : []));

/**
 * Returns the commands that prepare the files for the last build stage. They are in the last `RUN` instruction of the
 * stage before it.
 */
const layoutIn = (text: string): string => wordsOf(stagesIn(text).at(-2), 'RUN').at(-1) ?? '';

/**
 * Checks that the Dockerfile produces the same files as the program layer of the image. The layer must be unpacked in
 * `scratch`.
 */
export async function proveDockerfile({ root, folder, version, scratch }: CheckContext, file: string): Promise<Proof> {
  const variant = 'Dockerfile';
  const archive = archiveName(version, 'linux-x64');
  if (!existsSync(join(folder, archive))) return { file, variant, notRun: `${archive} is not among the artefacts` };
  const [build, layer] = [join(scratch, 'build'), join(scratch, 'layer')];
  await Promise.all([build, layer].map((path) => mkdir(path)));
  await symlink(folder, join(build, 'release'));
  const layout = layoutIn(await readFile(join(root, 'Dockerfile'), 'utf8'));
  await promisify(execFile)('sh', ['-euc', `umask 022; ${layout}`], { cwd: build });
  await unpackLayer(layerPath(scratch, 1), layer);
  const [ofDockerfile, ofImage] = [await filesIn(join(build, 'files')), await filesIn(layer)];
  assert.deepEqual(ofDockerfile, ofImage);
  assert.ok(ofImage.some((line) => line.endsWith(' /usr/bin/tipstaff')));
  return { file, variant };
}

/** Lists everything in a folder. Each line contains mode, owner, content and path. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const lines = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const { mode, uid, gid } = await lstat(path);
    const content = entry.isFile()
      ? createHash('sha256')
          .update(await readFile(path))
          .digest('hex')
      : 'folder';
    return `${mode.toString(8)} ${uid}:${gid} ${content} /${relative(folder, path)}`;
  });
  return (await Promise.all(lines)).sort();
}
