import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { errorCode } from '../../lib/errors/error-code.ts';
import { isManifest } from '../../protocols/archives/policy-file-names.ts';
import { NotChecked } from '../terminal/command.ts';
import { unreadable } from '../terminal/file.ts';

export interface SourceFile {
  /** With slashes, from the folder on. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

/** Files that a walk looks for, by paths from the folder on. */
export interface Wanted {
  /** True if a file is read: then it must be a plain one. */
  readonly reads: (path: string) => boolean;
  /** True if the name of a file is listed, whatever it is. */
  readonly names: (path: string) => boolean;
}

export interface FolderWalk {
  readonly files: readonly SourceFile[];
  /** The paths of files that are named only. */
  readonly named: readonly string[];
}

/**
 * The wanted files of a folder and of the folders in it, sorted by path, hidden ones but a manifest excepted. Symbolic links to
 * files and folders are followed, also to what is outside of the folder: `opa` reads the same, and a library must not be left
 * out in silence. Throws `NotChecked`, with the name, for a link that leads nowhere or into a circle, and for what is to be
 * read and is no file.
 */
export async function findFiles(root: string, wanted: Wanted): Promise<FolderWalk> {
  const walk: Walk = { root, wanted, files: [], named: [], seen: 0 };
  await addFolder(walk, '', []);
  return { files: walk.files.toSorted((one, other) => (one.path < other.path ? -1 : 1)), named: walk.named.sort() };
}

interface Walk {
  readonly root: string;
  readonly wanted: Wanted;
  readonly files: SourceFile[];
  readonly named: string[];
  /** Number of files and folders seen so far, of any kind. */
  seen: number;
}

const maxSeen = 10_000;

/** `above` are the folders that lead to this one, without links. */
async function addFolder(walk: Walk, folder: string, above: readonly string[]): Promise<void> {
  const place = join(walk.root, folder);
  try {
    const real = await realpath(place);
    if (above.includes(real)) throw new NotChecked(`${place} is a link to a folder that contains it: remove it.`);
    for (const entry of await readdir(place, { withFileTypes: true })) {
      const path = posix.join(folder, entry.name);
      if (!entry.name.startsWith('.') || isManifest(path)) await addEntry(walk, { entry, path }, [...above, real]);
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
  const isRead = walk.wanted.reads(path);
  const isNamed = walk.wanted.names(path);
  if (!isRead && !entry.isDirectory() && !entry.isSymbolicLink()) {
    if (isNamed) walk.named.push(path);
    return;
  }
  const place = join(walk.root, path);
  const source = await stat(place).catch((error: unknown) => {
    throw isDangling(error) ? new NotChecked(`${place} is a broken link: remove it.`) : unreadable(place, error);
  });
  if (source.isDirectory()) await addFolder(walk, path, above);
  else if (isRead && !source.isFile()) throw new NotChecked(`${place} is not a regular file.`);
  else if (isRead) walk.files.push({ path, size: source.size });
  else if (isNamed) walk.named.push(path);
}

const isDangling = (error: unknown): boolean => ['ENOENT', 'ELOOP'].includes(errorCode(error));
