// Policy sets: which policies apply where.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { client, type Resource } from './client.ts';
import { policySetList } from './list-specs.ts';
import { type Kind, policies } from './policies.ts';
import { deleting, identifiers, list, record, tagged, type totalOf, updating } from './query.ts';
import { keyOf, refresh } from './query-key.ts';
import { projects, workspaces } from './workspaces.ts';

export type PolicySet = Resource<'policy-sets'>;

const sets = '/api/v2/organizations/{organization_name}/policy-sets';
const set = '/api/v2/policy-sets/{policy_set_id}';

export const policySetsQuery = list('policy-sets', sets, { spec: policySetList });

export const readPolicySet = tagged(set);

export const policySetQuery = record('policy-set', set);

export const refreshPolicySets = (queryClient: QueryClient) => refresh(queryClient, keyOf('policy-sets'));

/** Reads a set again, with its parts and the lists that it is in. */
export const refreshPolicySet = (queryClient: QueryClient, id: string) =>
  refresh(queryClient, keyOf('policy-set', id), keyOf('policy-sets'));

/** Drops what is known of a set that is no more. */
export const forgetPolicySet = (queryClient: QueryClient, id: string) => {
  queryClient.removeQueries({ queryKey: keyOf('policy-set', id) });
  return refreshPolicySets(queryClient);
};

interface PolicySetChanges {
  readonly description: string;
  readonly global: boolean;
  readonly overridable: boolean;
  readonly shadow: boolean;
  /** Null is the usual form. */
  readonly input: string | null;
  readonly 'tag-selector-matching-logic'?: 'any' | 'all';
}

/** Members of a new set, by their identifiers. */
interface NewMembers {
  readonly policies: readonly string[];
  readonly projects: readonly string[];
}

interface NewPolicySet extends PolicySetChanges {
  readonly name: string;
  readonly kind: Kind;
  readonly 'tag-selectors'?: PolicySet['attributes']['tag-selectors'];
}

export const createPolicySet = (organization: string, attributes: NewPolicySet, members?: NewMembers) =>
  client.post(sets, {
    params: { organization_name: organization },
    body: {
      data: {
        type: 'policy-sets',
        attributes,
        ...(members && {
          relationships: {
            policies: identifiers('policies', members.policies),
            projects: identifiers('projects', members.projects),
          },
        }),
      },
    },
  });

export const updatePolicySet = updating(set, 'policy-sets');

export const deletePolicySet = deleting(set);

/** Kinds of members of a set: its policies, and the workspaces and projects of its scope. */
export type Members = 'policies' | 'workspaces' | 'projects' | 'workspace-exclusions' | 'project-exclusions';

/** A member by its name. */
export interface Member {
  readonly id: string;
  readonly name: string;
}

interface NamedRecords {
  readonly data: readonly { readonly id: string; readonly attributes: { readonly name: string } }[];
}

const membersOf = (listed: NamedRecords): readonly Member[] =>
  listed.data.map(({ id, attributes: { name } }) => ({ id, name }));

const firstHundred = {
  query: { 'page[size]': 100 },
  shown: (listed: NamedRecords & { readonly meta: Parameters<typeof totalOf>[0]['meta'] }) => ({
    members: membersOf(listed),
    total: listed.meta.pagination?.['total-count'] ?? listed.data.length,
  }),
} as const;

const readers = {
  policies: record('policy-set', `${set}/policies`, { part: 'policies', ...firstHundred }),
  workspaces: record('policy-set', `${set}/workspaces`, { part: 'workspaces', ...firstHundred }),
  projects: record('policy-set', `${set}/projects`, { part: 'projects', ...firstHundred }),
  'workspace-exclusions': record('policy-set', `${set}/workspace-exclusions`, {
    part: 'workspace-exclusions',
    ...firstHundred,
  }),
  'project-exclusions': record('policy-set', `${set}/project-exclusions`, {
    part: 'project-exclusions',
    ...firstHundred,
  }),
} as const;

/** The first hundred members, and how many there are. */
export const membersQuery = (id: string, members: Members) => readers[members](id);

/** Reads a set again after a change of its members, and the sets of each policy. */
export const refreshSetMembers = (queryClient: QueryClient, id: string) =>
  Promise.all([refreshPolicySet(queryClient, id), refresh(queryClient, keyOf('policy'))]);

export type VersionPolicy = Resource<'policy-set-version-policies'>;

/** The first hundred policies of a version of a set. */
export const versionPoliciesQuery = record(
  'policy-set-version',
  '/api/v2/policy-set-versions/{policy_set_version_id}/policies',
  { query: { 'page[size]': 100 } },
);

/** The types of members, and where records of an organization that could be added are searched. */
const searched = {
  policies: 'policies',
  workspaces: 'workspaces',
  projects: 'projects',
  'workspace-exclusions': 'workspaces',
  'project-exclusions': 'projects',
} as const;

const naming = (id: string, members: Members, member: string) => ({
  path: `${set}/relationships/${members}`,
  params: { policy_set_id: id },
  body: identifiers(searched[members], [member]),
});

export const addMember = (id: string, members: Members, member: string) =>
  client.untyped.answer({ method: 'post', ...naming(id, members, member) });

export const removeMember = (id: string, members: Members, member: string) =>
  client.untyped.answer({ method: 'delete', ...naming(id, members, member) });

const places = { policies, workspaces, projects } as const;

/** Records of an organization that could be added to a set, by a part of the name. */
export const candidatesQuery = (organization: string, members: Members, text: string) =>
  queryOptions({
    queryKey: keyOf('candidates', organization, searched[members], text),
    queryFn: async ({ signal }) =>
      membersOf(
        await client.get(places[searched[members]], {
          params: { organization_name: organization },
          query: text === '' ? {} : { 'search[name]': text },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
