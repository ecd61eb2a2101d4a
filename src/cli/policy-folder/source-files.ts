import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { errorCode } from '../../lib/errors/error-code.ts';
import { isManifest } from '../../protocols/archives/policy-file-names.ts';
import { NotChecked } from '../terminal/command.ts';
import { unreadable } from '../terminal/file.ts';

export interface PolicySourceFile {
  /** Path relative to the folder, with slashes. */
  readonly path: string;
  /** Size of the file in bytes. */
  readonly size: number;
}

/** Selects the files to find, by their path relative to the folder. */
export interface FileSelection {
  /** Returns whether the file at a path will be read. The file must then be a regular file. */
  readonly reads: (path: string) => boolean;
  /** Returns whether to add the path to `named`, even if the file is not a regular file. */
  readonly names: (path: string) => boolean;
}

export interface FolderWalk {
  readonly files: readonly PolicySourceFile[];
  /** Paths that were selected by the function `names`. */
  readonly named: readonly string[];
}

/**
 * Finds files in a folder and its subfolders, sorted by path. Hidden files other than manifests are skipped. Symbolic
 * links are followed even if they lead out of the folder, as in `opa`, so that no library is skipped silently. Throws
 * `NotChecked`, with the path, for a broken or cyclic link and for a selected file that is not a regular file.
 */
export async function findFiles(root: string, wanted: FileSelection): Promise<FolderWalk> {
  const walk: Walk = { root, wanted, files: [], named: [], seen: 0 };
  await addFolder(walk, '', []);
  return { files: walk.files.toSorted((one, other) => (one.path < other.path ? -1 : 1)), named: walk.named.sort() };
}

interface Walk {
  readonly root: string;
  readonly wanted: FileSelection;
  readonly files: PolicySourceFile[];
  readonly named: string[];
  /** Number of files and folders visited so far. */
  seen: number;
}

const maxSeen = 10_000;

/** Visits a folder. `above` contains the real paths of its parent folders, which are used to detect cycles. */
async function addFolder(walk: Walk, folder: string, above: readonly string[]): Promise<void> {
  const place = join(walk.root, folder);
  try {
    const real = await realpath(place);
    if (above.includes(real))
      throw new NotChecked(`${place} is a link to a folder that contains the link: remove the link.`);
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
