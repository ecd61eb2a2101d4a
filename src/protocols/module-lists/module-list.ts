// Reads which modules a configuration uses. The input is a plain list, a plan in JSON, or the file that `terraform
// init` has written.
import { isObject, memberAt } from '../../lib/json/json-tree.ts';

/** Maximum number of an organization's modules in one check. Each pair of source and version counts once. */
export const maxModules = 2_000;

/** Detected input format: a plain list, a plan in JSON, or `.terraform/modules/modules.json`. */
export type Shape = 'list' | 'plan' | 'installed';

/** Use of a module in a configuration. */
export interface Mention {
  /** Module source as written in the configuration. */
  readonly source: string;
  /** Version or version constraint. Empty if any version is allowed. */
  readonly version: string;
  /** Path of module calls, such as `network.vpc`. Empty if the list has no calls, only sources and versions. */
  readonly name: string;
  /** JSON Pointer to the version. */
  readonly pointer: string;
}

export interface ModuleList {
  readonly shape: Shape;
  readonly mentions: readonly Mention[];
}

/** Reads a module list in any of the formats in `Shape`. Returns undefined for other JSON values. */
export function readModuleList(value: unknown): ModuleList | undefined {
  const entries = memberAt(value, 'data', 'attributes', 'modules');
  if (Array.isArray(entries)) return { shape: 'list', mentions: inList(entries, '/data/attributes/modules') };
  if (Array.isArray(value)) return { shape: 'list', mentions: inList(value, '') };
  const installed = memberAt(value, 'Modules');
  if (Array.isArray(installed)) return { shape: 'installed', mentions: inInstalled(installed) };
  const root = memberAt(value, 'configuration', 'root_module');
  return typeof root === 'object' && root !== null ? { shape: 'plan', mentions: inPlan(root) } : undefined;
}

const inList = (modules: readonly unknown[], pointer: string): readonly Mention[] =>
  modules.map((each, index) => ({
    source: textOf(memberAt(each, 'source')),
    version: textOf(memberAt(each, 'version')),
    name: '',
    pointer: `${pointer}/${index}/version`,
  }));

/** Reads the file that `terraform init` has written. It also lists the root module, without a source. */
const inInstalled = (modules: readonly unknown[]): readonly Mention[] =>
  modules
    .map((each, index) => ({
      source: textOf(memberAt(each, 'Source')),
      version: textOf(memberAt(each, 'Version')),
      name: textOf(memberAt(each, 'Key')),
      pointer: `/Modules/${index}/Version`,
    }))
    .filter(({ source, name }) => source !== '' || name !== '');

interface Called {
  readonly module: unknown;
  readonly path: readonly string[];
  readonly pointer: string;
}

/**
 * Returns the module calls in a plan's configuration, including those of called modules. The search is level by level,
 * so that deep nesting cannot overflow the stack.
 */
function inPlan(root: unknown): readonly Mention[] {
  const mentions: Mention[] = [];
  let level: readonly Called[] = [{ module: root, path: [], pointer: '/configuration/root_module' }];
  while (level.length > 0) {
    const calls = level.flatMap(callsIn);
    for (const { call, path, pointer } of calls) {
      const version = textOf(memberAt(call, 'version_constraint'));
      const place = { name: path.join('.'), pointer: `${pointer}/version_constraint` };
      mentions.push({ source: textOf(memberAt(call, 'source')), version, ...place });
    }
    level = calls.map(({ module, path, pointer }) => ({ module, path, pointer: `${pointer}/module` }));
  }
  return mentions;
}

const callsIn = ({ module, path, pointer }: Called): readonly (Called & { readonly call: unknown })[] =>
  entriesOf(memberAt(module, 'module_calls')).map(([name, call]) => ({
    call,
    module: memberAt(call, 'module'),
    path: [...path, name],
    pointer: `${pointer}/module_calls/${escapedPointer(name)}`,
  }));

const escapedPointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isObject(value) ? Object.entries(value) : [];
