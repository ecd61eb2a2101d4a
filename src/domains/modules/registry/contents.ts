// Declarations of an archive, as they are stored beside its version.
import type { ModuleContents } from '../../../protocols/archives/module-contents.ts';

/** Parts of the contents that are stored, and shown. */
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

/** Reads what is stored; a version without an archive declares nothing. */
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
