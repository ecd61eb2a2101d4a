import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { errorCode } from '../../lib/error-code.ts';
import { NotChecked } from '../command.ts';
import { unreadable } from '../file.ts';

export interface SourceFile {
  /** With slashes, from the folder on. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/**
 * The `.rego` files of a folder and of the folders in it, hidden ones excepted. Symbolic links to files and folders are
 * followed, also to what is outside of the folder: `opa` reads the same, and a library must not be left out in silence.
 * Throws `NotChecked`, with the name, for a link that leads nowhere or into a circle, and for a `.rego` that is no file.
 */
export async function sourceFilesIn(root: string): Promise<readonly SourceFile[]> {
  const walk: Walk = { root, files: [], seen: 0 };
  await addFolder(walk, '', []);
  return walk.files;
}

interface Walk {
  readonly root: string;
  readonly files: SourceFile[];
  /** How many files and folders there were, of whatever kind. */
  seen: number;
}

const maxSeen = 10_000;

/** `above` are the folders that lead to this one, without links. */
async function addFolder(walk: Walk, folder: string, above: readonly string[]): Promise<void> {
  const place = join(walk.root, folder);
  try {
    const real = await realpath(place);
    if (above.includes(real)) throw new NotChecked(`${place} is a link to a folder that it is in: remove it.`);
    for (const entry of await readdir(place, { withFileTypes: true })) {
      if (!entry.name.startsWith('.'))
        await addEntry(walk, { entry, path: posix.join(folder, entry.name) }, [...above, real]);
    }
  } catch (error) {
    throw error instanceof NotChecked ? error : unreadable(place, error);
  }
}

interface Entry {
  readonly entry: Dirent;
  readonly path: string;
}

async function addEntry(walk: Walk, { entry, path }: Entry, above: readonly string[]): Promise<void> {
  walk.seen += 1;
  if (walk.seen > maxSeen) throw new NotChecked(`${walk.root} has more than ${maxSeen} files.`);
  const isSource = path.endsWith('.rego');
  if (!isSource && !entry.isDirectory() && !entry.isSymbolicLink()) return;
  const place = join(walk.root, path);
  const source = await stat(place).catch((error: unknown) => {
    throw isDangling(error)
      ? new NotChecked(`${place} is a link that leads nowhere: remove it.`)
      : unreadable(place, error);
  });
  if (source.isDirectory()) await addFolder(walk, path, above);
  else if (isSource && !source.isFile()) throw new NotChecked(`${place} is no plain file.`);
  else if (isSource) walk.files.push({ path, size: source.size });
}

const isDangling = (error: unknown): boolean => ['ENOENT', 'ELOOP'].includes(errorCode(error));
