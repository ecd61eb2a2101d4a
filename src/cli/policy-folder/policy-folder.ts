// A folder with policies: a list of them, their code, libraries, tests and data.
import { join } from 'node:path';
import type { Modules, PolicyCode } from '../../effects/policy-engine/policy-code.ts';
import { listNames } from '../../protocols/archives/policy-file-names.ts';
import { modulesFor, sharedCode } from '../../protocols/archives/policy-modules.ts';
import { NotChecked } from '../command.ts';
import { type FolderFiles, type ListFile, readFolderFiles } from './folder-files.ts';
import { entriesIn, type PolicyEntry } from './listed-policy.ts';
import { suggestedList } from './suggested-list.ts';

/** A policy with its code. */
export interface FolderPolicy extends PolicyEntry {
  /** By paths that begin at the folder. */
  readonly modules: Modules;
}

export interface PolicyFolder extends Omit<FolderFiles, 'lists'> {
  /** The file that lists the policies. */
  readonly list: ListFile;
  /** Code and data that the policies are evaluated with. */
  readonly code: PolicyCode;
  readonly policies: readonly FolderPolicy[];
}

/** Reads the policies that a folder lists, with data from elsewhere; throws `NotChecked`, with file and line where there is one. */
export async function readPolicyFolder(path: string, dataPaths?: readonly string[]): Promise<PolicyFolder> {
  const { lists, ...files } = await readFolderFiles(path, dataPaths);
  const list = oneList(path, lists, files.sources);
  const place = join(path, list.name);
  const entries = await entriesIn({ name: place, text: list.text });
  if (entries.length === 0) throw new NotChecked(`${place} lists no policy.`);
  const named = new Set(entries.flatMap(({ file }) => file ?? []));
  const policies = entries.map((entry) => ({ ...entry, modules: modulesOf({ path, entry, named }, files.sources) }));
  return { ...files, list, code: sharedCode({ modules: files.sources, data: files.data }, named), policies };
}

function oneList(path: string, lists: readonly ListFile[], sources: Modules): ListFile {
  const [first, ...others] = lists;
  if (first === undefined) {
    const [one, other, last] = listNames;
    throw new NotChecked(
      `${path} has no ${one}, ${other} or ${last}, which lists its policies.`,
      `Write ${join(path, one ?? '')}, such as:`,
      ...suggestedList(sources),
      `"tipstaff policy init ${path}" writes one; "tipstaff check" with --namespace, --all-namespaces or --query needs none.`,
    );
  }
  if (others.length > 0) {
    const names = lists.map(({ name }) => name).join(' and ');
    throw new NotChecked(`${path} has ${names}, which list policies: keep one of them.`);
  }
  return first;
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
