// Terraform declarations found in a module archive, in the form in which they are stored with the version.
import type { ModuleContents } from '../../../protocols/archives/module-contents.ts';

/** Properties of a module's contents that are stored and shown. */
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

/** Parses the stored contents of a version. If the version has no archive, the contents are empty. */
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
