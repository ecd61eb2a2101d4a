// Policy sets, which define the workspaces that policies apply to.
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

/**
 * To-many relationships of a policy set: its policies, and the workspaces and projects that it includes or excludes.
 */
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

/** The first 100 resources of a policy set's relationship, and the total number of resources. */
export const membersQuery = (id: string, members: Members) =>
  record('policy-set', `${set}/${members}`, {
    part: members,
    query: { 'page[size]': 100 },
    shown: (listed) => ({ members: membersOf(listed), total: totalOf(listed) }),
  })(id);

/** Query of the first 100 policies of a policy set. */
export const policiesOfSetQuery = record('policy-set', `${set}/policies`, {
  part: 'policies in full',
  query: { 'page[size]': 100 },
});

export type VersionPolicy = Resource<'policy-set-version-policies'>;

/** The first 100 policies of a policy set version. */
export const versionPoliciesQuery = record(
  'policy-set-version',
  '/api/v2/policy-set-versions/{policy_set_version_id}/policies',
  { query: { 'page[size]': 100 } },
);

/** JSON:API type of the resources in each relationship. */
const types = {
  policies: 'policies',
  workspaces: 'workspaces',
  projects: 'projects',
  'workspace-exclusions': 'workspaces',
  'project-exclusions': 'projects',
} as const;

/** Defines requests that add resources to a policy set's relationship and remove them. */
export const membersOfSet = (members: Members) => relationship(`${set}/relationships/${members}`, types[members]);

/** Adds teams to the approvers of a policy set, and removes teams from them. */
export const approversOfSet = relationship(`${set}/relationships/approvers`, 'teams');

const places = { policies, workspaces, projects } as const;

/** Policies, workspaces or projects that can be added to a policy set and whose name contains the search text. */
export const candidatesQuery = (organization: string, members: Members, text: string) =>
  record('candidates', places[types[members]], {
    part: `${types[members]} ${text}`,
    query: text === '' ? {} : { 'search[name]': text },
    shown: membersOf,
    keepsFormer: true,
  })(organization);
