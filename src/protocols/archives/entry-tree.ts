import { checkLink, entryParts, quoted } from './entry-paths.ts';
import { RefusedArchive } from './refused-archive.ts';
import type { TarEntry } from './tar.ts';

/** Tree of an archive's files and folders, each with a unique path. */
export interface EntryTree {
  /**
   * Adds an entry and its parent folders. Returns the parts of its name. Throws `RefusedArchive` if the entry conflicts
   * with another one, or if there are too many entries.
   */
  add(entry: TarEntry): readonly string[];
  /** Returns the names of files and folders at the root, in archive order. */
  rootNames(): readonly string[];
}

export function newEntryTree(maxNodes: number): EntryTree {
  const root = new Map<string, Node>();
  let nodes = 0;

  const made = (name: string, isFolder: boolean): Node => {
    nodes += 1;
    if (nodes > maxNodes) {
      throw new RefusedArchive(
        `The archive has more than ${maxNodes} files and folders. Remove files that are not needed.`,
      );
    }
    return { name, children: isFolder ? new Map() : undefined };
  };
  const childOf = (folder: Map<string, Node>, name: string, isFolder: boolean): Node => {
    const key = keyOf(name);
    const before = folder.get(key);
    if (before !== undefined) checkSame(before, name, isFolder);
    const child = before ?? made(name, isFolder);
    folder.set(key, child);
    return child;
  };

  return {
    add: (entry) => {
      const parts = entryParts(entry.name);
      if (parts.length === 0 && entry.kind !== 'directory') {
        throw new RefusedArchive('The archive has a file without a name. Pack it again.');
      }
      parts.reduce<Map<string, Node>>((folder, name, index) => {
        const isFolder = index < parts.length - 1 || entry.kind === 'directory';
        return childOf(folder, name, isFolder).children ?? new Map();
      }, root);
      if (entry.kind === 'symlink' || entry.kind === 'hardlink') checkLink(parts, entry);
      return parts;
    },
    rootNames: () => [...root.values()].map(({ name }) => name),
  };
}

interface Node {
  readonly name: string;
  /** Child nodes by normalized name. Undefined if the node is not a folder. */
  readonly children: Map<string, Node> | undefined;
}

/**
 * Returns the key by which names are compared, because some file systems ignore case, and some store accented letters
 * in another form.
 */
const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();

function checkSame(before: Node, name: string, isFolder: boolean): void {
  if (before.name !== name) {
    throw new RefusedArchive(
      `The names ${quoted(before.name)} and ${quoted(name)} are the same on some file systems. Rename one of them.`,
    );
  }
  if (before.children === undefined || !isFolder) {
    throw new RefusedArchive(`The archive has ${quoted(name)} twice. Pack it again.`);
  }
}
