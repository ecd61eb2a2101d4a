// What an archive says about itself, as it is kept beside its version.
import type { ModuleContents } from '../../../protocols/archives/module-contents.ts';

/** What is kept of it, and shown. */
export type KeptContents = Pick<
  ModuleContents,
  'readme' | 'inputs' | 'outputs' | 'providers' | 'resources' | 'requiredVersion' | 'rootNames'
>;

const nothing: KeptContents = {
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
  const kept: KeptContents = { readme, inputs, outputs, providers, resources, requiredVersion, rootNames };
  return JSON.stringify(kept);
};

/** Reads what was kept; of a version without an archive there is nothing. */
export const readContents = (json: string | null): KeptContents =>
  json === null ? nothing : { ...nothing, ...JSON.parse(json) };
