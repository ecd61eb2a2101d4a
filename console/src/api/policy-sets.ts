// Policy sets: which policies apply where.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, ifMatch, type Resource, read, readTagged, send } from './client.ts';
import { type ListSearch, listQuery } from './list.ts';
import { policySetList } from './list-specs.ts';
import type { Kind } from './policies.ts';
import { keyOf, refresh } from './query-key.ts';

export type PolicySet = Resource<'policy-sets'>;

export const policySetsQuery = (organization: string, search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('policy-sets', organization, search),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/organizations/{organization_name}/policy-sets', {
          signal,
          params: { path: { organization_name: organization }, query: listQuery(policySetList, search) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

export const readPolicySet = (id: string, signal: AbortSignal | null = null) =>
  readTagged(api.GET('/api/v2/policy-sets/{policy_set_id}', { signal, params: { path: { policy_set_id: id } } }));

export const policySetQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf('policy-set', id),
    queryFn: async ({ signal }) => (await readPolicySet(id, signal)).data,
  });

export const refreshPolicySets = (queryClient: QueryClient) => refresh(queryClient, keyOf('policy-sets'));

/** Reads a set again, with its parts and the lists that it is in. */
export const refreshPolicySet = (queryClient: QueryClient, id: string) =>
  refresh(queryClient, keyOf('policy-set', id), keyOf('policy-sets'));

/** Drops what is known of a set that is no more. */
export const forgetPolicySet = (queryClient: QueryClient, id: string) => {
  queryClient.removeQueries({ queryKey: keyOf('policy-set', id) });
  return refreshPolicySets(queryClient);
};

export interface PolicySetChanges {
  readonly description: string;
  readonly global: boolean;
  readonly overridable: boolean;
  readonly shadow: boolean;
  /** Null is the usual form. */
  readonly input: string | null;
  readonly 'tag-selector-matching-logic'?: 'any' | 'all';
}

const policies = (ids: readonly string[]) => ({ data: ids.map((id) => ({ id, type: 'policies' as const })) });
const projects = (ids: readonly string[]) => ({ data: ids.map((id) => ({ id, type: 'projects' as const })) });

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
  read(
    api.POST('/api/v2/organizations/{organization_name}/policy-sets', {
      params: { path: { organization_name: organization } },
      body: {
        data: {
          type: 'policy-sets',
          attributes,
          ...(members && {
            relationships: { policies: policies(members.policies), projects: projects(members.projects) },
          }),
        },
      },
    }),
  );

export const updatePolicySet = (id: string, attributes: Partial<PolicySetChanges>, etag?: string) =>
  read(
    api.PATCH('/api/v2/policy-sets/{policy_set_id}', {
      params: { path: { policy_set_id: id }, header: ifMatch(etag) },
      body: { data: { type: 'policy-sets', attributes } },
    }),
  );

export const deletePolicySet = (id: string) =>
  send(api.DELETE('/api/v2/policy-sets/{policy_set_id}', { params: { path: { policy_set_id: id } } }));

/** Kinds of members of a set: its policies, and the workspaces and projects of its scope. */
export type Members = 'policies' | 'workspaces' | 'projects' | 'workspace-exclusions' | 'project-exclusions';

const inSet = (id: string) => ({ path: { policy_set_id: id } });
const pageOf = (id: string, search: ListSearch) => ({ params: { ...inSet(id), query: listQuery({}, search) } });

const readers = {
  policies: (id: string, search: ListSearch) =>
    read(api.GET('/api/v2/policy-sets/{policy_set_id}/policies', pageOf(id, search))),
  workspaces: (id: string, search: ListSearch) =>
    read(api.GET('/api/v2/policy-sets/{policy_set_id}/workspaces', pageOf(id, search))),
  projects: (id: string, search: ListSearch) =>
    read(api.GET('/api/v2/policy-sets/{policy_set_id}/projects', pageOf(id, search))),
  'workspace-exclusions': (id: string, search: ListSearch) =>
    read(api.GET('/api/v2/policy-sets/{policy_set_id}/workspace-exclusions', pageOf(id, search))),
  'project-exclusions': (id: string, search: ListSearch) =>
    read(api.GET('/api/v2/policy-sets/{policy_set_id}/project-exclusions', pageOf(id, search))),
} as const;

/** A member by its name. */
export interface Member {
  readonly id: string;
  readonly name: string;
}

const membersOf = (listed: {
  readonly data: readonly { readonly id: string; readonly attributes: { readonly name: string } }[];
}): readonly Member[] => listed.data.map(({ id, attributes: { name } }) => ({ id, name }));

/** The first hundred members, and how many there are. */
export const membersQuery = (id: string, members: Members) =>
  queryOptions({
    queryKey: keyOf('policy-set', id, members),
    queryFn: async () => {
      const listed = await readers[members](id, { size: 100 });
      return { members: membersOf(listed), total: listed.meta.pagination?.['total-count'] ?? listed.data.length };
    },
  });

/** Reads a set again after a change of its members, and the sets of each policy. */
export const refreshSetMembers = (queryClient: QueryClient, id: string) =>
  Promise.all([refreshPolicySet(queryClient, id), refresh(queryClient, keyOf('policy'))]);

export type VersionPolicy = Resource<'policy-set-version-policies'>;

/** The first hundred policies of a version of a set. */
export const versionPoliciesQuery = (set: string, version: string) =>
  queryOptions({
    queryKey: keyOf('policy-set', set, 'version', version),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/policy-set-versions/{policy_set_version_id}/policies', {
          signal,
          params: { path: { policy_set_version_id: version }, query: listQuery({}, { size: 100 }) },
        }),
      ),
  });

const workspaces = (ids: readonly string[]) => ({ data: ids.map((id) => ({ id, type: 'workspaces' as const })) });

const additions = {
  policies: (set: string, id: string) =>
    api.POST('/api/v2/policy-sets/{policy_set_id}/relationships/policies', {
      params: inSet(set),
      body: policies([id]),
    }),
  workspaces: (set: string, id: string) =>
    api.POST('/api/v2/policy-sets/{policy_set_id}/relationships/workspaces', {
      params: inSet(set),
      body: workspaces([id]),
    }),
  projects: (set: string, id: string) =>
    api.POST('/api/v2/policy-sets/{policy_set_id}/relationships/projects', {
      params: inSet(set),
      body: projects([id]),
    }),
  'workspace-exclusions': (set: string, id: string) =>
    api.POST('/api/v2/policy-sets/{policy_set_id}/relationships/workspace-exclusions', {
      params: inSet(set),
      body: workspaces([id]),
    }),
  'project-exclusions': (set: string, id: string) =>
    api.POST('/api/v2/policy-sets/{policy_set_id}/relationships/project-exclusions', {
      params: inSet(set),
      body: projects([id]),
    }),
} as const;

const removals = {
  policies: (set: string, id: string) =>
    api.DELETE('/api/v2/policy-sets/{policy_set_id}/relationships/policies', {
      params: inSet(set),
      body: policies([id]),
    }),
  workspaces: (set: string, id: string) =>
    api.DELETE('/api/v2/policy-sets/{policy_set_id}/relationships/workspaces', {
      params: inSet(set),
      body: workspaces([id]),
    }),
  projects: (set: string, id: string) =>
    api.DELETE('/api/v2/policy-sets/{policy_set_id}/relationships/projects', {
      params: inSet(set),
      body: projects([id]),
    }),
  'workspace-exclusions': (set: string, id: string) =>
    api.DELETE('/api/v2/policy-sets/{policy_set_id}/relationships/workspace-exclusions', {
      params: inSet(set),
      body: workspaces([id]),
    }),
  'project-exclusions': (set: string, id: string) =>
    api.DELETE('/api/v2/policy-sets/{policy_set_id}/relationships/project-exclusions', {
      params: inSet(set),
      body: projects([id]),
    }),
} as const;

export const addMember = (set: string, members: Members, id: string) => send(additions[members](set, id));

export const removeMember = (set: string, members: Members, id: string) => send(removals[members](set, id));

const search = (organization: string, text: string) => ({
  params: {
    path: { organization_name: organization },
    query: listQuery({ search: 'search[name]' }, text === '' ? {} : { q: text }),
  },
});

const searches = {
  policies: (organization: string, text: string) =>
    read(api.GET('/api/v2/organizations/{organization_name}/policies', search(organization, text))),
  workspaces: (organization: string, text: string) =>
    read(api.GET('/api/v2/organizations/{organization_name}/workspaces', search(organization, text))),
  projects: (organization: string, text: string) =>
    read(api.GET('/api/v2/organizations/{organization_name}/projects', search(organization, text))),
} as const;

const searched = {
  policies: 'policies',
  workspaces: 'workspaces',
  projects: 'projects',
  'workspace-exclusions': 'workspaces',
  'project-exclusions': 'projects',
} as const;

/** Records of an organization that could be added to a set, by a part of the name. */
export const candidatesQuery = (organization: string, members: Members, text: string) =>
  queryOptions({
    queryKey: keyOf('candidates', organization, searched[members], text),
    queryFn: async () => membersOf(await searches[searched[members]](organization, text)),
    placeholderData: keepPreviousData,
  });
