// Reads a module archive: from compressed bytes to the declarations of its Terraform files.
import type { ArchiveLimits } from './archive-limits.ts';
import { newSourceParser } from './hcl.ts';
import type { ModuleContents, ModuleInterface, Submodule } from './module-contents.ts';
import { type ModuleFiles, readModuleFiles, type SourceFile } from './module-files.ts';
import { interfaceOf, type ParsedFile } from './module-interface.ts';
import { RefusedArchive } from './refused-archive.ts';
import { unpack } from './unpack.ts';

/** Reads a gzip-compressed tar file to its end. Throws `RefusedArchive` if it is not a valid module. */
export async function readArchive(packed: AsyncIterable<Uint8Array>, limits: ArchiveLimits): Promise<ModuleContents> {
  const { sources, submodules, ...files } = await unpack(packed, limits, (unpacked) =>
    readModuleFiles(unpacked, limits),
  );
  return { ...files, ...(await declaredIn(sources)), submodules: await declaredInEach(submodules) };
}

async function declaredInEach(folders: ModuleFiles['submodules']): Promise<readonly Submodule[]> {
  const submodules: Submodule[] = [];
  for (const [name, sources] of [...folders].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const named = sources.map((source) => ({ ...source, name: `modules/${name}/${source.name}` }));
    submodules.push({ name, ...(await declaredIn(named)) });
  }
  return submodules;
}

async function declaredIn(sources: readonly SourceFile[]): Promise<ModuleInterface> {
  const parse = newSourceParser();
  const files: ParsedFile[] = [];
  try {
    for (const source of sources) files.push({ name: source.name, content: await parse(source) });
    return interfaceOf(files);
  } catch (error) {
    throw error instanceof RangeError ? tooDeep() : error;
  }
}

const tooDeep = (): RefusedArchive =>
  new RefusedArchive('The Terraform files are nested too deeply. Make them simpler.');
