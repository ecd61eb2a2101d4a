import { checkLink, entryParts, quoted } from './entry-paths.ts';
import { RefusedArchive } from './refused-archive.ts';
import type { TarEntry } from './tar.ts';

/** The files and folders of an archive, each at one place. */
export interface EntryTree {
  /**
   * Adds an entry with the folders that lead to it, and returns the parts of its name. Throws `RefusedArchive` for an
   * entry that conflicts with another, and for too many entries.
   */
  add(entry: TarEntry): readonly string[];
  /** The names at the root, in the order of the archive. */
  rootNames(): readonly string[];
}

export function newEntryTree(maxNodes: number): EntryTree {
  const root = new Map<string, Node>();
  let nodes = 0;

  const made = (name: string, isFolder: boolean): Node => {
    nodes += 1;
    if (nodes > maxNodes) {
      throw new RefusedArchive(
        `The archive has more than ${maxNodes} files and folders. Remove files that nobody needs.`,
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
  /** By normalized name; undefined for what is no folder. */
  readonly children: Map<string, Node> | undefined;
}

/** Some disks ignore case, and some store accents in another form. */
const keyOf = (name: string): string => name.normalize('NFC').toLowerCase();

function checkSame(before: Node, name: string, isFolder: boolean): void {
  if (before.name !== name) {
    throw new RefusedArchive(
      `The names ${quoted(before.name)} and ${quoted(name)} are the same on some disks. Rename one of them.`,
    );
  }
  if (before.children === undefined || !isFolder) {
    throw new RefusedArchive(`The archive has ${quoted(name)} twice. Pack it again.`);
  }
}
