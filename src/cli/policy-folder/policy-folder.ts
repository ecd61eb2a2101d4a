// A folder with policies: a list of them, their code, libraries and tests.
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import type { Modules } from '../../effects/policy-engine/policy-engine.ts';
import { NotChecked } from '../command.ts';
import { policiesInHcl } from './hcl-list.ts';
import type { PolicyEntry } from './listed-policy.ts';
import { policiesInYaml } from './yaml-list.ts';

/** A policy with its code. */
export interface FolderPolicy extends PolicyEntry {
  /** By paths that begin at the folder. */
  readonly modules: Modules;
}

export interface PolicyFolder {
  readonly path: string;
  readonly policies: readonly FolderPolicy[];
}

const isTest = (file: string): boolean => file.endsWith('_test.rego');

/** Reads the policies that a folder lists; throws `NotChecked`, with file and line where there is one. */
export async function readPolicyFolder(path: string): Promise<PolicyFolder> {
  const [sources, entries] = await Promise.all([readSources(path), readList(path)]);
  if (entries.length === 0) throw new NotChecked(`${join(path, 'policies.yaml')} lists no policy.`);
  const named = new Set(entries.flatMap(({ file }) => file ?? []));
  return {
    path,
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
  const modules = Object.entries(sources).filter(([each]) => !isTest(each) && (each === file || !named.has(each)));
  if (modules.length === 0) throw new NotChecked(`${path} has no .rego file, so its policies have no code.`);
  return Object.fromEntries(modules);
}

async function readList(path: string): Promise<readonly PolicyEntry[]> {
  const [yaml, hcl] = await Promise.all(['policies.yaml', 'policies.hcl'].map((name) => textIn(join(path, name))));
  if (yaml !== undefined && hcl !== undefined) {
    throw new NotChecked(`${path} has both policies.yaml and policies.hcl: remove one of them.`);
  }
  if (yaml !== undefined) return policiesInYaml(join(path, 'policies.yaml'), yaml);
  if (hcl !== undefined) return policiesInHcl(join(path, 'policies.hcl'), hcl);
  throw new NotChecked(`${path} has no policies.yaml, which lists its policies.`);
}

async function textIn(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'ENOENT') return undefined;
    throw new NotChecked(`${path} cannot be read.`);
  }
}

const maxFiles = 10_000;
/** Of one file, as large as the service takes code, and of all together. */
const maxFileSize = 10 * 1024 ** 2;
const maxSize = 64 * 1024 ** 2;

/** The `.rego` files of a folder and of the folders in it, by their paths with slashes. */
export async function readSources(path: string): Promise<Modules> {
  const files = (await filesIn(path, '')).filter((file) => file.endsWith('.rego')).sort();
  const sources: Record<string, string> = {};
  let size = 0;
  for (const file of files) {
    const { size: fileSize } = await lstat(join(path, file));
    size += fileSize;
    if (fileSize > maxFileSize) throw new NotChecked(`${join(path, file)} is larger than 10 MiB.`);
    if (size > maxSize) throw new NotChecked(`The .rego files in ${path} are larger than 64 MiB together.`);
    sources[file] = await readFile(join(path, file), 'utf8');
  }
  return sources;
}

/** The files below a folder, hidden ones and what links lead to excepted. */
async function filesIn(root: string, folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => {
    throw new NotChecked(`${join(root, folder)} is no folder that can be read.`);
  });
  const files: string[] = [];
  for (const entry of entries.filter(({ name }) => !name.startsWith('.'))) {
    const path = posix.join(folder, entry.name);
    if (entry.isFile()) files.push(path);
    if (entry.isDirectory()) files.push(...(await filesIn(root, path)));
    if (files.length > maxFiles) throw new NotChecked(`${root} has more than ${maxFiles} files.`);
  }
  return files;
}
