// File layout of an exported folder, with one file for the site and a folder for each organization.
import type { KindName } from './model.ts';

export const organizationsFolder = 'organizations';

/** A file with declared records. */
export interface DeclarationFile {
  readonly name: string;
  /** Type of the record whose attributes are top-level keys of the file. */
  readonly root?: KindName;
  /** Types of the records in the file's lists, in the order of the lists. */
  readonly lists: readonly KindName[];
}

/** File with the site's records. The site settings are its top-level keys. */
export const siteFile: DeclarationFile = {
  name: 'site.yaml',
  root: 'retention',
  lists: ['administrator', 'plan', 'oidc-provider'],
};

export const organizationFile: DeclarationFile = {
  name: 'organization.yaml',
  root: 'organization',
  lists: ['membership', 'team', 'project', 'workspace', 'delegation'],
};

/** Files in the folder of each organization. */
export const organizationFiles: readonly DeclarationFile[] = [
  organizationFile,
  { name: 'policies.yaml', lists: ['policy'] },
  { name: 'policy-sets.yaml', lists: ['policy-set'] },
  { name: 'modules.yaml', lists: ['deprecation'] },
];

/** Types of the record lists that are nested in a record of the given type. */
export const listsWithin = (kind: KindName): readonly KindName[] => nested[kind] ?? [];

const nested: Readonly<Partial<Record<KindName, readonly KindName[]>>> = {
  team: ['project-access', 'workspace-access'],
  'policy-set': ['parameter'],
  parameter: ['parameter-override'],
};
