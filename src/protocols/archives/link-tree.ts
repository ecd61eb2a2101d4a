// Tree of an archive's files as they appear after extraction, with links resolved as a file system does it.
import { quoted } from './entry-paths.ts';
import { RefusedArchive } from './refused-archive.ts';
import type { TarEntry } from './tar.ts';

export interface LinkedFile {
  /** Path relative to the folder that was passed to `filesBelow`. It may lead through links. */
  readonly path: string;
  /** Path of the entry that has the contents, relative to the archive's root. */
  readonly entry: string;
  /** Size of the contents in bytes. */
  readonly size: number;
}

export interface LinkTree {
  /** Adds an entry whose name has these parts. `EntryTree` has checked that links point into the archive. */
  readonly add: (parts: readonly string[], entry: Pick<TarEntry, 'kind' | 'target' | 'size'>) => void;
  /**
   * Returns the files below a folder. Empty if the folder does not exist. Throws `RefusedArchive` if a link below the
   * folder is broken or points to one of its own parent folders, or if the links lead to too many files.
   */
  readonly filesBelow: (folder: readonly string[]) => readonly LinkedFile[];
}

/**
 * Creates a tree in which `filesBelow` visits at most `max` files and folders. A file that is reached by several links
 * counts each time.
 */
export function newLinkTree(max: number): LinkTree {
  const root: Folder = { kind: 'folder', path: '', children: new Map() };
  return {
    add: (parts, { kind, target, size }) => {
      const [name, ...above] = parts.toReversed();
      const parent = folderAt(root, above.toReversed());
      if (name === undefined) return;
      if (kind === 'directory') folderAt(root, parts);
      else if (kind === 'file') parent.children.set(name, { kind, path: parts.join('/'), size });
      else parent.children.set(name, { kind: 'link', steps: stepsIn(target), isFromRoot: kind === 'hardlink' });
    },
    filesBelow: (folder) => {
      const walk: Walk = { root, max, files: [], seen: 0 };
      const start = located(root, { node: root, above: [] }, folder);
      if (start !== undefined) addFolder(walk, start, '', []);
      return walk.files;
    },
  };
}

interface Folder {
  readonly kind: 'folder';
  readonly path: string;
  readonly children: Map<string, Node>;
}

interface File {
  readonly kind: 'file';
  readonly path: string;
  readonly size: number;
}

interface Link {
  readonly kind: 'link';
  readonly steps: readonly string[];
  /** Whether the target is relative to the archive's root, as it is for hard links. */
  readonly isFromRoot: boolean;
}

type Node = Folder | File | Link;

const stepsIn = (target: Buffer): readonly string[] =>
  target
    .toString('utf8')
    .split('/')
    .filter((step) => step !== '' && step !== '.');

/** Returns the folder with these path parts, and creates it if necessary. */
function folderAt(root: Folder, parts: readonly string[]): Folder {
  return parts.reduce<Folder>((folder, name, index) => {
    const child = folder.children.get(name);
    if (child?.kind === 'folder') return child;
    const path = parts.slice(0, index + 1).join('/');
    const made: Folder = { kind: 'folder', path, children: new Map() };
    folder.children.set(name, made);
    return made;
  }, root);
}

/** File or folder with its parent folders, none of which is a link. */
interface TreeEntry {
  readonly node: Folder | File;
  readonly above: readonly Folder[];
}

/** Number of links that may still be followed while a path is resolved. */
interface Budget {
  left: number;
}

/** Creates the budget for one path. Operating systems follow at most 40 links in a path. */
const newBudget = (): Budget => ({ left: 40 });

/** Returns the file or folder at a path. Undefined if the path does not exist or has too many links. */
const located = (root: Folder, start: TreeEntry, path: readonly string[], links = newBudget()): TreeEntry | undefined =>
  path.reduce<TreeEntry | undefined>((place, step) => place && stepped(root, place, step, links), start);

function stepped(root: Folder, { node, above }: TreeEntry, step: string, links: Budget): TreeEntry | undefined {
  if (node.kind === 'file') return undefined;
  if (step === '..') return { node: above.at(-1) ?? root, above: above.slice(0, -1) };
  const child = node.children.get(step);
  if (child?.kind === 'link') return followed(root, { node, above }, child, links);
  return child && { node: child, above: [...above, node] };
}

function followed(root: Folder, place: TreeEntry, { steps, isFromRoot }: Link, links: Budget): TreeEntry | undefined {
  links.left -= 1;
  if (links.left < 0) return undefined;
  return located(root, isFromRoot ? { node: root, above: [] } : place, steps, links);
}

interface Walk {
  readonly root: Folder;
  readonly max: number;
  readonly files: LinkedFile[];
  seen: number;
}

/** Adds the files of a folder. `entered` contains the real paths of the folders that were entered so far. */
function addFolder(walk: Walk, place: TreeEntry, prefix: string, entered: readonly string[]): void {
  if (place.node.kind !== 'folder') return;
  const here = [...entered, place.node.path];
  for (const name of place.node.children.keys()) {
    walk.seen += 1;
    if (walk.seen > walk.max) throw tooMany(walk.max);
    const path = `${prefix}${name}`;
    const reached = stepped(walk.root, place, name, newBudget());
    if (reached === undefined)
      throw refused(path, 'the archive does not contain the target. Add the target, or remove the link');
    const { node } = reached;
    if (node.kind === 'file') walk.files.push({ path, entry: node.path, size: node.size });
    else if (here.includes(node.path))
      throw refused(path, 'the target is a folder that contains the link. Remove the link');
    else addFolder(walk, reached, `${path}/`, here);
  }
}

const refused = (path: string, reason: string): RefusedArchive =>
  new RefusedArchive(`The link ${quoted(path)} cannot be followed: ${reason}.`);

const tooMany = (max: number): RefusedArchive =>
  new RefusedArchive(
    `The archive has links that lead to more than ${max} files and folders. Remove some of the links.`,
  );
