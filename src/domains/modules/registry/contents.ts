// Declarations found in an archive, as stored with its version.
import type { ModuleContents } from '../../../protocols/archives/module-contents.ts';

/** Parts of a module's contents that are stored and shown. */
export type StoredContents = Pick<
  ModuleContents,
  'readme' | 'inputs' | 'outputs' | 'providers' | 'resources' | 'requiredVersion' | 'rootNames' | 'submodules'
>;

export function writeContents(contents: ModuleContents): string {
  const { readme, inputs, outputs, providers, resources, requiredVersion, rootNames, submodules } = contents;
  const stored: StoredContents = {
    readme,
    inputs,
    outputs,
    providers,
    resources,
    requiredVersion,
    rootNames,
    submodules,
  };
  return JSON.stringify(stored);
}

/** Parses stored contents. A version without an archive has none. */
export const readContents = (json: string | null): StoredContents =>
  json === null ? nothing : { ...nothing, ...JSON.parse(json) };

const nothing: StoredContents = {
  readme: null,
  inputs: [],
  outputs: [],
  providers: [],
  resources: [],
  requiredVersion: null,
  rootNames: [],
  submodules: [],
};
