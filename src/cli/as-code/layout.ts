// Places of records in a folder: a file of the site, and a folder for each organization.
import type { KindName } from './model.ts';

export const siteFile = 'site.yaml';
export const homesFolder = 'organizations';

export const organizationFile = 'organization.yaml';
export const policiesFile = 'policies.yaml';
export const policySetsFile = 'policy-sets.yaml';
export const modulesFile = 'modules.yaml';

/** The files in the folder of an organization that are read. */
export const homeFiles: readonly string[] = [organizationFile, policiesFile, policySetsFile, modulesFile];

/** The folders in that of an organization for code, tests of policies, and the files of versions of sets. */
export const codeFolder = 'policies';
export const testsFolder = 'tests';
export const versionsFolder = 'policy-sets';

/** A list of records: its key in a file, and the keys of its elements that name a record; none where they are texts. */
export interface RecordList {
  readonly kind: KindName;
  readonly key: string;
  readonly names: readonly string[];
}

const texts = { names: [] };
const named = { names: ['name'] };

export const siteLists: readonly RecordList[] = [
  { kind: 'administrator', key: 'administrators', ...texts },
  { kind: 'plan', key: 'plans', names: ['identifier'] },
  { kind: 'oidc-provider', key: 'oidc-providers', names: ['key'] },
];

export const organizationLists: readonly RecordList[] = [
  { kind: 'membership', key: 'members', ...texts },
  { kind: 'team', key: 'teams', ...named },
  { kind: 'project', key: 'projects', ...named },
  { kind: 'workspace', key: 'workspaces', ...named },
];

/** Places where a team overrides policies: one of both keys. */
export const delegationKeys = ['team', 'project', 'workspace'] as const;
export const delegationsKey = 'override-delegations';

export const policyList: RecordList = { kind: 'policy', key: 'policies', ...named };
export const policySetList: RecordList = { kind: 'policy-set', key: 'policy-sets', ...named };
export const parameterList: RecordList = { kind: 'parameter', key: 'parameters', names: ['key'] };
export const deprecationList: RecordList = { kind: 'deprecation', key: 'deprecations', names: ['module', 'version'] };
