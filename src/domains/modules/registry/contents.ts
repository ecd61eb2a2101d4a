// What an archive says about itself, as it is kept beside its version.
import type { ModuleContents } from '../../../protocols/archives/module-contents.ts';

/** What is kept of it, and shown. */
export type StoredContents = Pick<
  ModuleContents,
  'readme' | 'inputs' | 'outputs' | 'providers' | 'resources' | 'requiredVersion' | 'rootNames'
>;

const nothing: StoredContents = {
  readme: null,
  inputs: [],
  outputs: [],
  providers: [],
  resources: [],
  requiredVersion: null,
  rootNames: [],
};

export const writeContents = (contents: ModuleContents): string => {
  const { readme, inputs, outputs, providers, resources, requiredVersion, rootNames } = contents;
  const stored: StoredContents = { readme, inputs, outputs, providers, resources, requiredVersion, rootNames };
  return JSON.stringify(stored);
};

/** Reads what was kept; of a version without an archive there is nothing. */
export const readContents = (json: string | null): StoredContents =>
  json === null ? nothing : { ...nothing, ...JSON.parse(json) };
