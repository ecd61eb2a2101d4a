// Reads an archive to its end and keeps the few files that describe the module.
import type { ArchiveLimits } from './archive-limits.ts';
import { quoted } from './entry-paths.ts';
import { RefusedArchive } from './refused-archive.ts';
import type { TarEntry } from './tar.ts';
import { readEntries, type Unpacked } from './unpack.ts';

export interface SourceFile {
  readonly name: string;
  readonly text: string;
}

export interface ModuleFiles extends Unpacked {
  readonly readme: string | null;
  /** The Terraform files at the root, in the order of their names. */
  readonly sources: readonly SourceFile[];
}

/** Throws `RefusedArchive` for an unpacked archive that is invalid, too large, or no module. */
export async function readModuleFiles(unpacked: AsyncIterable<Buffer>, limits: ArchiveLimits): Promise<ModuleFiles> {
  const collected: CollectedFiles = { readmes: new Map(), sources: [], sourceBytes: 0 };
  const read = await readEntries(unpacked, limits, (parts, entry) => collect(collected, parts, entry));
  if (collected.sources.length === 0) throw noSources();
  return {
    ...read,
    readme: readmeNames.map((name) => collected.readmes.get(name)).find((text) => text !== undefined) ?? null,
    sources: collected.sources.sort(byName),
  };
}

interface CollectedFiles {
  readonly readmes: Map<string, string>;
  readonly sources: SourceFile[];
  sourceBytes: number;
}

async function collect(collected: CollectedFiles, parts: readonly string[], entry: TarEntry): Promise<void> {
  const [name, ...deeper] = parts;
  if (name === undefined || deeper.length > 0) return;
  if (isSource(name)) await collectSource(collected, name, entry);
  else if (readmeNames.includes(name.toLowerCase()) && entry.kind === 'file') {
    collected.readmes.set(name.toLowerCase(), beginning(await entry.read(maxReadmeBytes)));
  }
}

/** The files that Terraform reads: no hidden files and no backups of editors. */
const isSource = (name: string): boolean => /\.tf(\.json)?$/.test(name) && !/^[.#]/.test(name);

async function collectSource(collected: CollectedFiles, name: string, entry: TarEntry): Promise<void> {
  checkIsFile(name, entry);
  collected.sourceBytes += entry.size;
  if (collected.sourceBytes > maxSourceBytes) {
    throw new RefusedArchive('The Terraform files at the root are larger than 2 MiB together. Split the module.');
  }
  collected.sources.push({ name, text: decoded(name, await entry.read(maxSourceBytes)) });
}

function checkIsFile(name: string, { kind }: TarEntry): void {
  if (kind === 'file') return;
  throw new RefusedArchive(
    `${quoted(name)} at the root is no file. Terraform unpacks a link as an empty file: put the file itself there.`,
  );
}

/** Of all Terraform files together, in bytes. */
const maxSourceBytes = 2 * 1024 * 1024;

/**
 * The text of a file; throws `RefusedArchive` where it is none. The mark that some editors begin a file with is left out,
 * unless `keepsMark`.
 */
export function decoded(name: string, data: Buffer, { keepsMark = false } = {}): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: keepsMark }).decode(data);
  } catch {
    throw new RefusedArchive(`The file ${quoted(name)} is not UTF-8. Save it as UTF-8 and pack it again.`);
  }
}

const readmeNames: readonly string[] = ['readme.md', 'readme'];

/** The text of the bytes, without a character that is cut at their end. */
const beginning = (data: Buffer): string => new TextDecoder().decode(data, { stream: true });

const maxReadmeBytes = 512 * 1024;

const noSources = (): RefusedArchive =>
  new RefusedArchive(
    "The archive has no .tf file at its root. Pack the contents of the module's folder, not the folder itself.",
  );

const byName = (one: SourceFile, other: SourceFile): number => (one.name < other.name ? -1 : 1);
