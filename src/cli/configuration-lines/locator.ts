// Finds the lines of a configuration that declare the resources of a plan.
import { join } from 'node:path';
import { memberAt } from '../../lib/json/json-tree.ts';
import { withoutInstanceKeys } from '../../protocols/policy-output/resource-address.ts';
import { blockKey, type LocatedBlocks, newFolderReader, type ResolvePath, readBlocks } from './configuration-folder.ts';
import { pathsInRepositoryOf } from './repository-path.ts';

/** Line of a configuration that declares a resource. */
export interface SourceLine {
  /** Path relative to the current folder, with `/` as separator. */
  readonly file: string;
  readonly line: number;
  /** `block`: block of the resource. `call`: call of a module that contains the resource. */
  readonly kind: 'block' | 'call';
}

/** Returns the line that declares the resource with an address. Undefined if the configuration has no such resource. */
export type LocateResource = (address: string) => Promise<SourceLine | undefined>;

/**
 * Returns a function that finds resources in a configuration. `folder` is the folder of the root module. A resource in a
 * module from a registry or from another repository is found at the call of the module. `readPlan` returns the plan. It
 * is called only if the source of a module is an expression, because the plan contains the value of the expression.
 */
export function locatorFor(folder: string, readPlan: () => Promise<unknown>): LocateResource {
  const resolvePath = pathsInRepositoryOf(folder);
  const readFolder = newFolderReader(resolvePath);
  const files: ConfigurationFiles = { resolvePath, readFolder, plannedSource: newSourceReader(readPlan) };
  const resolved = resolvePath(folder);
  let wrapper: ReturnType<typeof terragruntModule> | undefined;
  return async (address) => {
    const root = await resolved;
    if (root === undefined) return undefined;
    const names = namesOnPathTo(address);
    const found = await findBlock(files, root, names);
    if (found !== undefined) return found;
    wrapper ??= terragruntModule(files, root);
    const { call, folder: wrapped } = (await wrapper) ?? {};
    if (wrapped === undefined) return call;
    return (await findBlock(files, wrapped, names)) ?? call;
  };
}

interface ConfigurationFiles {
  readonly resolvePath: ResolvePath;
  readonly readFolder: (folder: string) => Promise<LocatedBlocks>;
  readonly plannedSource: (calls: readonly string[]) => Promise<unknown>;
}

interface BlockName {
  readonly type: string;
  readonly labels: readonly string[];
}

/** Returns the module calls that lead to a resource, and its own block. */
function namesOnPathTo(address: string): readonly BlockName[] {
  const words = withoutInstanceKeys(address).split('.');
  const calls: BlockName[] = [];
  let start = 0;
  for (; words[start] === 'module'; start += 2) calls.push({ type: 'module', labels: [words[start + 1] ?? ''] });
  const [first = '', second = '', third = ''] = words.slice(start);
  const hasMode = first === 'data' || first === 'ephemeral';
  return [...calls, hasMode ? { type: first, labels: [second, third] } : { type: 'resource', labels: [first, second] }];
}

/**
 * Returns a function that reads the source of a module from the plan, which is read once. `calls` are the names of the
 * module calls that lead to the module.
 */
function newSourceReader(readPlan: () => Promise<unknown>): ConfigurationFiles['plannedSource'] {
  let plan: Promise<unknown> | undefined;
  return async (calls) => {
    plan ??= readPlan();
    const path = calls.flatMap((call) => ['module', 'module_calls', call]).slice(1);
    return memberAt(await plan, 'configuration', 'root_module', ...path, 'source');
  };
}

/** Follows a path of blocks as far as the configuration contains them. Returns the line of the last one. */
async function findBlock(
  { resolvePath, readFolder, plannedSource }: ConfigurationFiles,
  root: string,
  names: readonly BlockName[],
): Promise<SourceLine | undefined> {
  let folder: string | undefined = root;
  let found: SourceLine | undefined;
  const calls: string[] = [];
  for (const { type, labels } of names) {
    const block = (await readFolder(folder)).get(blockKey(type, labels));
    if (block === undefined) return found;
    const { file, line, source } = block;
    if (type !== 'module') return { file, line, kind: 'block' };
    found = { file, line, kind: 'call' };
    calls.push(...labels);
    folder = await localFolder(resolvePath, folder, source && (source.value ?? (await plannedSource(calls))));
    if (folder === undefined) return found;
  }
  return found;
}

/** Returns the folder of a module's source. Undefined for sources that `init` downloads. */
async function localFolder(resolvePath: ResolvePath, folder: string, source: unknown): Promise<string | undefined> {
  return typeof source === 'string' && /^\.\.?\//.test(source) ? resolvePath(join(folder, source)) : undefined;
}

/** Returns the root module that Terragrunt copies into a folder, with the line that names its source. */
async function terragruntModule({ resolvePath }: ConfigurationFiles, folder: string) {
  const blocks = await readBlocks(join(folder, 'terragrunt.hcl'), resolvePath);
  const { file = '', source } = blocks.find(({ type }) => type === 'terraform') ?? {};
  if (source === undefined) return undefined;
  const call: SourceLine = { file, line: source.line, kind: 'call' };
  return { call, folder: await localFolder(resolvePath, folder, source.value) };
}
