import { isObject } from '../../lib/json/json-tree.ts';
// The modules that a configuration uses: from a list, a plan in JSON, or what `init` has installed.

/** Maximum number of modules of an organization in one check; each pair of source and version counts once. */
export const maxModules = 2_000;

/** Shape of what was read: a plain list, a plan in JSON, or `.terraform/modules/modules.json`. */
export type Shape = 'list' | 'plan' | 'installed';

/** A place that uses a module. */
export interface Mention {
  /** As configurations write it. */
  readonly source: string;
  /** A version or a constraint; empty where any version will do. */
  readonly version: string;
  /** The calls that lead to it, such as `network.vpc`; empty in a list. */
  readonly name: string;
  /** Place of its version, as a JSON Pointer. */
  readonly pointer: string;
}

export interface ModuleList {
  readonly shape: Shape;
  readonly mentions: readonly Mention[];
}

/** Reads any of the three shapes; undefined for a JSON value that is none of them. */
export function readModuleList(value: unknown): ModuleList | undefined {
  const entries = at(value, 'data', 'attributes', 'modules');
  if (Array.isArray(entries)) return { shape: 'list', mentions: inList(entries, '/data/attributes/modules') };
  if (Array.isArray(value)) return { shape: 'list', mentions: inList(value, '') };
  const installed = own(value, 'Modules');
  if (Array.isArray(installed)) return { shape: 'installed', mentions: inInstalled(installed) };
  const root = at(value, 'configuration', 'root_module');
  return typeof root === 'object' && root !== null ? { shape: 'plan', mentions: inPlan(root) } : undefined;
}

const inList = (modules: readonly unknown[], pointer: string): readonly Mention[] =>
  modules.map((each, index) => ({
    source: textOf(own(each, 'source')),
    version: textOf(own(each, 'version')),
    name: '',
    pointer: `${pointer}/${index}/version`,
  }));

/** Modules that `init` has installed; the configuration itself is listed too, without a source. */
const inInstalled = (modules: readonly unknown[]): readonly Mention[] =>
  modules
    .map((each, index) => ({
      source: textOf(own(each, 'Source')),
      version: textOf(own(each, 'Version')),
      name: textOf(own(each, 'Key')),
      pointer: `/Modules/${index}/Version`,
    }))
    .filter(({ source, name }) => source !== '' || name !== '');

interface Called {
  readonly module: unknown;
  readonly path: readonly string[];
  readonly pointer: string;
}

/** The calls in a plan's configuration, those of called modules included; level by level, so that depth costs no stack. */
function inPlan(root: unknown): readonly Mention[] {
  const mentions: Mention[] = [];
  let level: readonly Called[] = [{ module: root, path: [], pointer: '/configuration/root_module' }];
  while (level.length > 0) {
    const calls = level.flatMap(callsIn);
    for (const { call, path, pointer } of calls) {
      const version = textOf(own(call, 'version_constraint'));
      const place = { name: path.join('.'), pointer: `${pointer}/version_constraint` };
      mentions.push({ source: textOf(own(call, 'source')), version, ...place });
    }
    level = calls.map(({ module, path, pointer }) => ({ module, path, pointer: `${pointer}/module` }));
  }
  return mentions;
}

const callsIn = ({ module, path, pointer }: Called): readonly (Called & { readonly call: unknown })[] =>
  entriesOf(own(module, 'module_calls')).map(([name, call]) => ({
    call,
    module: own(call, 'module'),
    path: [...path, name],
    pointer: `${pointer}/module_calls/${escapedPointer(name)}`,
  }));

const escapedPointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const at = (value: unknown, ...names: readonly string[]): unknown =>
  names.reduce((inner, name) => own(inner, name), value);

function own(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isObject(value) ? Object.entries(value) : [];
