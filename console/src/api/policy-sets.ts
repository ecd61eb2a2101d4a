// Policy sets, which define where policies apply.
import type { Resource } from './client.ts';
import { policySetList } from './list-specs.ts';
import { policies } from './policies.ts';
import { creatingRelated, deleting, list, record, relationship, tagged, totalOf, updating } from './query.ts';
import { projects, workspaces } from './workspaces.ts';

export type PolicySet = Resource<'policy-sets'>;

const sets = '/api/v2/organizations/{organization_name}/policy-sets';
const set = '/api/v2/policy-sets/{policy_set_id}';

export const policySetsQuery = list('policy-sets', sets, { spec: policySetList });

export const readPolicySet = tagged(set);

export const policySetQuery = record('policy-set', set);

export const createPolicySet = creatingRelated(sets, 'policy-sets');

export const updatePolicySet = updating(set, 'policy-sets');

export const deletePolicySet = deleting(set);

/** Relationships of a set: its policies, and the workspaces and projects of its scope. */
export type Members = 'policies' | 'workspaces' | 'projects' | 'workspace-exclusions' | 'project-exclusions';

export interface Member {
  readonly id: string;
  readonly name: string;
}

interface NamedRecords {
  readonly data: readonly { readonly id: string; readonly attributes: { readonly name: string } }[];
}

const membersOf = ({ data }: NamedRecords): readonly Member[] =>
  data.map(({ id, attributes: { name } }) => ({ id, name }));

/** The first 100 members of a relationship, and their total number. */
export const membersQuery = (id: string, members: Members) =>
  record('policy-set', `${set}/${members}`, {
    part: members,
    query: { 'page[size]': 100 },
    shown: (listed) => ({ members: membersOf(listed), total: totalOf(listed) }),
  })(id);

export type VersionPolicy = Resource<'policy-set-version-policies'>;

/** The first 100 policies of a policy set version. */
export const versionPoliciesQuery = record(
  'policy-set-version',
  '/api/v2/policy-set-versions/{policy_set_version_id}/policies',
  { query: { 'page[size]': 100 } },
);

/** JSON:API type of the members of each relationship. */
const types = {
  policies: 'policies',
  workspaces: 'workspaces',
  projects: 'projects',
  'workspace-exclusions': 'workspaces',
  'project-exclusions': 'projects',
} as const;

/** Adds members to a set and removes them. */
export const membersOfSet = (members: Members) => relationship(`${set}/relationships/${members}`, types[members]);

const places = { policies, workspaces, projects } as const;

/** Records of an organization whose name contains a text and that can be added to a set. */
export const candidatesQuery = (organization: string, members: Members, text: string) =>
  record('candidates', places[types[members]], {
    part: `${types[members]} ${text}`,
    query: text === '' ? {} : { 'search[name]': text },
    shown: membersOf,
    keepsFormer: true,
  })(organization);
