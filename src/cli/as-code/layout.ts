// Places of records in a folder: a file of the site, and a folder for each organization.
import type { KindName } from './model.ts';

export const organizationsFolder = 'organizations';

/** A file of records. */
export interface RecordFile {
  readonly name: string;
  /** The kind of the record whose attributes are those of the file. */
  readonly root?: KindName;
  /** The kinds of the records in its lists, in their order there. */
  readonly lists: readonly KindName[];
}

/** The file of the site has the settings, too. */
export const siteFile: RecordFile = {
  name: 'site.yaml',
  root: 'retention',
  lists: ['administrator', 'plan', 'oidc-provider'],
};

export const organizationFile: RecordFile = {
  name: 'organization.yaml',
  root: 'organization',
  lists: ['membership', 'team', 'project', 'workspace', 'delegation'],
};

/** The files in the folder of an organization. */
export const organizationFiles: readonly RecordFile[] = [
  organizationFile,
  { name: 'policies.yaml', lists: ['policy'] },
  { name: 'policy-sets.yaml', lists: ['policy-set'] },
  { name: 'modules.yaml', lists: ['deprecation'] },
];

/** The lists that each record of a kind has. */
export const listsWithin = (kind: KindName): readonly KindName[] => (kind === 'policy-set' ? ['parameter'] : []);
