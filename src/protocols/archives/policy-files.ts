// Reads the required files of a policy archive, and resolves links.
import { Readable } from 'node:stream';
import type { ArchiveLimits } from './archive-limits.ts';
import { quoted } from './entry-paths.ts';
import { type LinkedFile, newLinkTree } from './link-tree.ts';
import { decoded } from './module-files.ts';
import { dataFault } from './policy-file-names.ts';
import { RefusedArchive } from './refused-archive.ts';
import { type Digest, readEntries, type Unpacked, unpack } from './unpack.ts';

type FileUse = 'list' | 'code' | 'data';

export interface PolicyFilesForm {
  /** Path parts of the folder that contains the policies. */
  readonly folder: readonly string[];
  /** Returns how a file is used, by its path relative to the policies' folder. Undefined if the file is not needed. */
  readonly useOf: (path: string) => FileUse | undefined;
  /** File uses for which the contents are read. For all other files, only the names are read. */
  readonly reads: readonly FileUse[];
  /** Whether links are followed. Otherwise they are ignored. */
  readonly followsLinks: boolean;
}

export interface PolicyFile extends LinkedFile {
  readonly use: FileUse | undefined;
}

export interface PolicyFiles extends Digest, Unpacked {
  /** All files in the policies' folder and its subfolders, sorted by path. */
  readonly files: readonly PolicyFile[];
  /** Texts that were read, by path relative to the policies' folder. */
  readonly texts: Readonly<Record<string, string>>;
}

/**
 * Reads the files of an archive. The first pass reads the names and the second pass reads the texts, because a link may
 * precede its target. Throws `RefusedArchive` for broken links, files that are too large, and files that are not text.
 */
export async function readPolicyFiles(
  packed: AsyncIterable<Uint8Array>,
  limits: ArchiveLimits,
  { folder, useOf, reads, followsLinks }: PolicyFilesForm,
): Promise<PolicyFiles> {
  const pieces: Uint8Array[] = [];
  const tree = newLinkTree(limits.entries);
  const read = await unpack(keeping(packed, pieces), limits, (unpacked) =>
    readEntries(unpacked, limits, (parts, entry) => {
      if (followsLinks || entry.kind === 'file' || entry.kind === 'directory') tree.add(parts, entry);
    }),
  );
  const below = tree.filesBelow(folder).toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const files = below.map((file) => ({ ...file, use: useOf(file.path) }));
  const wanted = files.filter(({ use }) => use !== undefined && reads.includes(use));
  requireWithin(wanted);
  const byEntry = await textsIn(pieces, limits, new Map(wanted.map((file) => [file.entry, file])));
  return {
    ...read,
    files,
    texts: Object.fromEntries(wanted.map(({ path, entry }) => [path, byEntry.get(entry) ?? ''])),
  };
}

/** Maximum size in bytes of each list, and of all code together. */
const [maxListBytes, maxCodeBytes] = [2 * 1024 ** 2, 10 * 1024 ** 2];

function requireWithin(files: readonly PolicyFile[]): void {
  const of = (wanted: FileUse) => files.filter(({ use }) => use === wanted);
  const list = of('list').find(({ size }) => size > maxListBytes);
  if (list !== undefined) throw new RefusedArchive(`${quoted(list.entry)} is larger than 2 MiB. Split the policy set.`);
  if (of('code').reduce((sum, { size }) => sum + size, 0) > maxCodeBytes)
    throw new RefusedArchive('The code in the archive is larger than 10 MiB.');
  const fault = dataFault(of('data'));
  if (fault !== undefined) throw new RefusedArchive(fault);
}

async function* keeping(packed: AsyncIterable<Uint8Array>, pieces: Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  for await (const piece of packed) {
    pieces.push(piece);
    yield piece;
  }
}

/** Returns the texts of entries by their path in the archive. Code and data keep their byte order mark. */
async function textsIn(
  pieces: readonly Uint8Array[],
  limits: ArchiveLimits,
  wanted: ReadonlyMap<string, PolicyFile>,
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  if (wanted.size === 0) return texts;
  await unpack(Readable.from(pieces), limits, (unpacked) =>
    readEntries(unpacked, limits, async (parts, entry) => {
      const path = parts.join('/');
      const file = entry.kind === 'file' ? wanted.get(path) : undefined;
      if (file === undefined) return;
      texts.set(path, decoded(path, await entry.read(file.size), { keepsMark: file.use !== 'list' }));
    }),
  );
  return texts;
}
