// Reads a policy folder with its policy list, code, libraries, tests and data.
import { join } from 'node:path';
import type { Modules, PolicyCode } from '../../effects/policy-engine/policy-code.ts';
import { isTestFile, listNames, scalrListName, yamlListNames } from '../../protocols/archives/policy-file-names.ts';
import { modulesFor, sharedCode } from '../../protocols/archives/policy-modules.ts';
import { NotChecked } from '../terminal/command.ts';
import { type FolderFiles, type ListFile, readFolderFiles } from './folder-files.ts';
import { entriesIn, isScalrList, type PolicyEntry } from './listed-policy.ts';
import { yamlOf } from './yaml-list.ts';

export interface FolderPolicy extends PolicyEntry {
  /** Contents of the code files by path relative to the folder. */
  readonly modules: Modules;
}

export interface PolicyFolder extends Omit<FolderFiles, 'lists'> {
  /** File with the policy list. */
  readonly list: ListFile;
  /** Code and data that the policies are evaluated with. */
  readonly code: PolicyCode;
  readonly policies: readonly FolderPolicy[];
  /** Notices, as sentences, about code that is not evaluated. */
  readonly notices: readonly string[];
}

/**
 * Reads the policies in a folder's list, and additional data. Throws `NotChecked` with the file and line of the error,
 * if they are known.
 */
export async function readPolicyFolder(path: string, dataPaths?: readonly string[]): Promise<PolicyFolder> {
  const { lists, ...all } = await readFolderFiles(path, dataPaths);
  const listed = oneList(path, lists);
  const place = join(path, listed.name);
  const entries = await entriesIn({ name: place, text: listed.text });
  if (entries.length === 0) throw new NotChecked(`${place} lists no policy.`);
  const { list, notices, ...files } = isScalrList(listed)
    ? ofScalr(all, entries)
    : { ...all, list: listed, notices: [] };
  const named = new Set(entries.flatMap(({ file }) => file ?? []));
  const policies = entries.map((entry) => ({ ...entry, modules: modulesOf({ path, entry, named }, files.sources) }));
  const code = sharedCode({ modules: files.sources, data: files.data }, named);
  return { ...files, list, code, policies, notices };
}

/**
 * Converts a folder with a list in Scalr's format. Leaves out code that the list does not enable, and adds a YAML list
 * that services can read.
 */
function ofScalr(files: Omit<FolderFiles, 'lists'>, entries: readonly PolicyEntry[]) {
  const isKept = (file: string) => isTestFile(file) || entries.some((entry) => entry.file === file);
  const leftOut = Object.keys(files.sources).filter((file) => !isKept(file));
  const names = [...leftOut.slice(0, maxNames), ...(leftOut.length > maxNames ? ['…'] : [])].join(', ');
  return {
    ...files,
    sources: Object.fromEntries(Object.entries(files.sources).filter(([file]) => isKept(file))),
    list: { name: yamlListNames[0] ?? '', text: yamlOf(entries) },
    notices:
      leftOut.length === 0
        ? []
        : [`${join(files.path, scalrListName)} does not enable these files, which are left out: ${names}.`],
  };
}

const maxNames = 10;

function oneList(path: string, lists: readonly ListFile[]): ListFile {
  const [first, ...others] = lists;
  if (first === undefined) {
    const [one, other, last] = listNames;
    throw new NotChecked(
      `${path} has no list of policies, which must be in ${one}, ${other} or ${last}.`,
      `Run "tipstaff policy init ${path}" to write a list from the rules in the folder, or "tipstaff check" with --namespace, --all-namespaces or --query to check without a list.`,
    );
  }
  if (others.length > 0) {
    const names = lists.map(({ name }) => name).join(' and ');
    throw new NotChecked(`${path} has several lists of policies, ${names}: keep one of them.`);
  }
  return first;
}

interface Named {
  readonly path: string;
  readonly entry: PolicyEntry;
  /**
   * Paths of the files that belong to a policy in the list. All other code files are libraries that all policies share.
   */
  readonly named: ReadonlySet<string>;
}

function modulesOf({ path, entry: { name, kind, file }, named }: Named, sources: Modules): Modules {
  if (kind === 'native') return {};
  if (file !== null && sources[file] === undefined) {
    throw new NotChecked(`${join(path, file)}, the file of the policy ${name}, does not exist.`);
  }
  const modules = modulesFor(file, named, sources);
  if (Object.keys(modules).length === 0)
    throw new NotChecked(`${path} has no .rego file, so its policies have no code.`);
  return modules;
}
