// Reads an archive to its end and keeps only the files that describe the module.
import { isConfigurationFile } from '../configuration/files.ts';
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
  /** Terraform files of the root folder, sorted by name. */
  readonly sources: readonly SourceFile[];
  /** Terraform files of each folder in `modules`, by folder name. */
  readonly submodules: ReadonlyMap<string, readonly SourceFile[]>;
}

/** Throws `RefusedArchive` if the extracted archive is invalid, too large or not a module. */
export async function readModuleFiles(unpacked: AsyncIterable<Buffer>, limits: ArchiveLimits): Promise<ModuleFiles> {
  const [root, submodules, readmes] = [
    newSources('at the root'),
    newSources('of submodules'),
    new Map<string, string>(),
  ];
  const takeAtRoot = async (name: string, entry: TarEntry): Promise<void> => {
    if (isConfigurationFile(name)) await root.add('', name, checkedFile(name, entry));
    else if (isReadme(name, entry)) readmes.set(name.toLowerCase(), beginning(await entry.read(maxReadmeBytes)));
  };
  const read = await readEntries(unpacked, limits, async (parts, entry) => {
    const [name = '', folder = '', file = ''] = parts;
    if (parts.length === 1) await takeAtRoot(name, entry);
    // Terraform extracts a link inside of a submodule as an empty file, so links are ignored here.
    const isOfSubmodule = parts.length === 3 && name === 'modules' && entry.kind === 'file';
    if (isOfSubmodule && isConfigurationFile(file)) await submodules.add(folder, file, entry);
  });
  const sources = root.folders.get('') ?? [];
  if (sources.length === 0) throw noSources();
  if (sources.some(({ text }) => text.startsWith(noticeHead))) throw hasNotice();
  return {
    ...read,
    readme: readmeNames.map((name) => readmes.get(name)).find((text) => text !== undefined) ?? null,
    sources: sources.sort(byName),
    submodules: new Map([...submodules.folders].map(([name, files]) => [name, files.sort(byName)])),
  };
}

/** First line of the file that the registry adds to the archive of a deprecated version. */
export const noticeHead = '# The registry added this file to the archive: the version is deprecated.';

/** Collects Terraform files by folder, with a total size of at most 2 MiB. */
function newSources(where: string) {
  const folders = new Map<string, SourceFile[]>();
  let bytes = 0;
  return {
    folders,
    add: async (folder: string, name: string, entry: TarEntry): Promise<void> => {
      bytes += entry.size;
      if (bytes > maxSourceBytes) {
        throw new RefusedArchive(`The Terraform files ${where} are larger than 2 MiB together. Split the module.`);
      }
      const files = folders.get(folder) ?? [];
      folders.set(folder, files);
      files.push({ name, text: decoded(name, await entry.read(maxSourceBytes)) });
    },
  };
}

const isReadme = (name: string, { kind }: TarEntry): boolean =>
  kind === 'file' && readmeNames.includes(name.toLowerCase());

function checkedFile(name: string, entry: TarEntry): TarEntry {
  if (entry.kind === 'file') return entry;
  throw new RefusedArchive(
    `${quoted(name)} in the root folder is not a regular file. Terraform extracts a link as an empty file: replace the link with the file.`,
  );
}

/** Maximum size in bytes of all Terraform files together. */
const maxSourceBytes = 2 * 1024 * 1024;

/**
 * Decodes a file as UTF-8. Throws `RefusedArchive` if it is not UTF-8. Removes a byte order mark unless `keepsMark` is
 * set.
 */
export function decoded(name: string, data: Buffer, { keepsMark = false } = {}): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: keepsMark }).decode(data);
  } catch {
    throw new RefusedArchive(`The file ${quoted(name)} is not UTF-8. Save it as UTF-8 and pack it again.`);
  }
}

const readmeNames: readonly string[] = ['readme.md', 'readme'];

/** Decodes the beginning of a text. A character that is cut at the end is omitted. */
const beginning = (data: Buffer): string => new TextDecoder().decode(data, { stream: true });

const maxReadmeBytes = 512 * 1024;

const noSources = (): RefusedArchive =>
  new RefusedArchive(
    "The archive has no .tf or .tofu file at its root. Pack the contents of the module's folder, not the folder itself.",
  );

const hasNotice = (): RefusedArchive =>
  new RefusedArchive(
    'The archive contains the notice file that the registry adds to deprecated versions. Remove that file, or download the archive with ?original.',
  );

const byName = (one: SourceFile, other: SourceFile): number => (one.name < other.name ? -1 : 1);
