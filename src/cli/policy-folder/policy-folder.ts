// A folder with policies: a list of them, their code, libraries and tests.
import { join } from 'node:path';
import type { Modules } from '../../effects/policy-engine/policy-engine.ts';
import { errorCode } from '../../lib/error-code.ts';
import { modulesFor } from '../../protocols/archives/policy-modules.ts';
import { NotChecked } from '../command.ts';
import { bytesIn, unreadable } from '../file.ts';
import { maxFileSize, plainFileText } from '../plain-file.ts';
import { entriesInHcl, entriesInYaml, type ListFile, type PolicyEntry } from './listed-policy.ts';
import { sourceFilesIn } from './source-files.ts';

/** A policy with its code. */
export interface FolderPolicy extends PolicyEntry {
  /** By paths that begin at the folder. */
  readonly modules: Modules;
}

export interface PolicyFolder {
  readonly path: string;
  /** The file that lists the policies, by its name in the folder. */
  readonly list: ListFile;
  /** Every `.rego` file, those with tests too. */
  readonly sources: Modules;
  readonly policies: readonly FolderPolicy[];
}

/** Reads the policies that a folder lists; throws `NotChecked`, with file and line where there is one. */
export async function readPolicyFolder(path: string): Promise<PolicyFolder> {
  // One after the other: of two errors at once, such as where the folder is not there, chance would say which is reported.
  const sources = await readSources(path);
  const list = await readList(path);
  const { entries } = list;
  if (entries.length === 0) throw new NotChecked(`${join(path, 'policies.yaml')} lists no policy.`);
  const named = new Set(entries.flatMap(({ file }) => file ?? []));
  return {
    path,
    list: { name: list.name, text: list.text },
    sources,
    policies: entries.map((entry) => ({ ...entry, modules: modulesOf({ path, entry, named }, sources) })),
  };
}

interface Named {
  readonly path: string;
  readonly entry: PolicyEntry;
  /** The files that some entry names; all others are libraries of every entry. */
  readonly named: ReadonlySet<string>;
}

function modulesOf({ path, entry: { name, kind, file }, named }: Named, sources: Modules): Modules {
  if (kind === 'native') return {};
  if (file !== null && sources[file] === undefined) {
    throw new NotChecked(`${join(path, file)}, the file of the policy ${name}, is not there.`);
  }
  const modules = modulesFor(file, named, sources);
  if (Object.keys(modules).length === 0)
    throw new NotChecked(`${path} has no .rego file, so its policies have no code.`);
  return modules;
}

async function readList(path: string): Promise<ListFile & { readonly entries: readonly PolicyEntry[] }> {
  const [yaml, hcl] = await Promise.all(['policies.yaml', 'policies.hcl'].map((name) => textIn(join(path, name))));
  if (yaml !== undefined && hcl !== undefined) {
    throw new NotChecked(`${path} has both policies.yaml and policies.hcl: remove one of them.`);
  }
  const [name, text] = yaml === undefined ? ['policies.hcl', hcl] : ['policies.yaml', yaml];
  if (text === undefined) throw new NotChecked(`${path} has no policies.yaml, which lists its policies.`);
  const read = yaml === undefined ? entriesInHcl : entriesInYaml;
  return { name, text, entries: await read({ name: join(path, name), text }) };
}

async function textIn(path: string): Promise<string | undefined> {
  try {
    return await plainFileText(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error instanceof NotChecked ? error : unreadable(path, error);
  }
}

/** Of all together. */
const maxSize = 64 * 1024 ** 2;

/** The `.rego` files of a folder and of the folders in it, by their paths with slashes. */
export async function readSources(path: string): Promise<Modules> {
  const files = (await sourceFilesIn(path)).toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const sources: Record<string, string> = {};
  let size = 0;
  for (const file of files) {
    size += file.size;
    if (file.size > maxFileSize) throw new NotChecked(`${join(path, file.path)} is larger than 10 MiB.`);
    if (size > maxSize) throw new NotChecked(`The .rego files in ${path} are larger than 64 MiB together.`);
    sources[file.path] = (await bytesIn(join(path, file.path))).toString('utf8');
  }
  return sources;
}
