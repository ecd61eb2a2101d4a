// Policies: attributes, code, checks, revisions.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, ifMatch, type Resource, read, readTagged, send } from './client.ts';
import { enforcementLevels } from './enforcement-levels.generated.ts';
import { readText, sentAsText } from './files.ts';
import { includedOf } from './included.ts';
import { type Listed, type ListSearch, listQuery } from './list.ts';
import { policyList, revisionList } from './list-specs.ts';
import { keyOf, refresh } from './query-key.ts';

export type Policy = Resource<'policies'>;
export type Kind = Policy['attributes']['kind'];
export type Level = Policy['attributes']['enforcement-level'];
export type Revision = Resource<'policy-revisions'>;

interface EnforcementLevel {
  readonly name: Level;
  readonly kinds: readonly Kind[];
  readonly blocks: boolean;
}

const strictestFirst: readonly EnforcementLevel[] = enforcementLevels.toSorted(
  (one, other) => Number(other.blocks) - Number(one.blocks),
);

/** The levels of a kind, the strictest first. */
export const levelsOf = (kind: Kind): readonly Level[] =>
  strictestFirst.filter(({ kinds }) => kinds.includes(kind)).map(({ name }) => name);

export const allLevels: readonly Level[] = strictestFirst.map(({ name }) => name);

/** Whether a policy of this level blocks the plans that fail it. */
export const isMandatory = (level: string): boolean =>
  !strictestFirst.some(({ name, blocks }) => name === level && !blocks);

/** The policies of an organization, a page at a time. */
export const policiesQuery = (organization: string, search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('policies', organization, search),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/organizations/{organization_name}/policies', {
          signal,
          params: { path: { organization_name: organization }, query: listQuery(policyList, search) },
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** A policy with the first hundred of the sets that contain it. */
export interface ListedPolicy extends Policy {
  readonly sets: readonly Resource<'policy-sets'>[];
}

/** The policies of an organization with their sets, a page at a time. */
export const policiesWithSetsQuery = (organization: string, search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('policies', organization, 'with-sets', search),
    queryFn: async ({ signal }): Promise<Listed<ListedPolicy>> => {
      const { data, included, meta } = await read(
        api.GET('/api/v2/organizations/{organization_name}/policies', {
          signal,
          params: {
            path: { organization_name: organization },
            query: { ...listQuery(policyList, search), include: ['policy-sets'] },
          },
        }),
      );
      const sets = includedOf(included, 'policy-sets');
      const setsOf = ({ relationships }: Policy) =>
        relationships['policy-sets'].data.flatMap(({ id }) => sets.get(id) ?? []);
      return { data: data.map((policy) => ({ ...policy, sets: setsOf(policy) })), meta };
    },
    placeholderData: keepPreviousData,
  });

export const readPolicy = (id: string, signal: AbortSignal | null = null) =>
  readTagged(api.GET('/api/v2/policies/{policy_id}', { signal, params: { path: { policy_id: id } } }));

export const policyQuery = (id: string) =>
  queryOptions({ queryKey: keyOf('policy', id), queryFn: async ({ signal }) => (await readPolicy(id, signal)).data });

export const refreshPolicies = (queryClient: QueryClient) => refresh(queryClient, keyOf('policies'));

/** Reads a policy again, with its parts and the lists that it is in. */
export const refreshPolicy = (queryClient: QueryClient, id: string) =>
  refresh(queryClient, keyOf('policy', id), keyOf('policies'));

/** Drops what is known of a policy that is no more. */
export const forgetPolicy = (queryClient: QueryClient, id: string) => {
  queryClient.removeQueries({ queryKey: keyOf('policy', id) });
  return refreshPolicies(queryClient);
};

/** The first sets that contain a policy, with their number. */
export const setsOfPolicyQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf('policy', id, 'sets'),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/policies/{policy_id}/policy-sets', {
          signal,
          params: { path: { policy_id: id }, query: listQuery({}, { size: 100 }) },
        }),
      ),
  });

export interface PolicyInput {
  readonly name: string;
  readonly description: string;
  readonly kind: Kind;
  /** Left out for kinds that have none. */
  readonly query?: string;
  readonly 'enforcement-level': Level;
  readonly shadow: boolean;
  /** Null leaves it to the sets of the policy. */
  readonly input: string | null;
}

/** Creates a policy, and puts it into sets by their identifiers. */
export const createPolicy = (organization: string, attributes: PolicyInput, sets: readonly string[] = []) =>
  read(
    api.POST('/api/v2/organizations/{organization_name}/policies', {
      params: { path: { organization_name: organization } },
      body: {
        data: {
          type: 'policies',
          attributes,
          relationships: { 'policy-sets': { data: sets.map((id) => ({ id, type: 'policy-sets' as const })) } },
        },
      },
    }),
  );

export type PolicyChanges = Partial<Omit<PolicyInput, 'name' | 'kind'>>;

export const updatePolicy = (id: string, attributes: PolicyChanges, etag: string | undefined) =>
  read(
    api.PATCH('/api/v2/policies/{policy_id}', {
      params: { path: { policy_id: id }, header: ifMatch(etag) },
      body: { data: { type: 'policies', attributes } },
    }),
  );

export const deletePolicy = (id: string) =>
  send(api.DELETE('/api/v2/policies/{policy_id}', { params: { path: { policy_id: id } } }));

/** The greatest length of the message of a revision, in characters. */
export const maxMessageLength = 500;

/** Puts code in force: it becomes the newest revision, with a message where that is not empty. */
export const uploadCode = (id: string, code: string, message = '') =>
  read(
    api.PUT('/api/v2/policies/{policy_id}/upload', {
      params: { path: { policy_id: id }, query: { message } },
      body: code,
      ...sentAsText,
    }),
  );

/** Code that is checked and not stored. */
export interface Draft {
  readonly kind: Kind;
  readonly query: string | null;
  readonly code: string;
  readonly tests?: string;
}

/** As much code as the service checks, in characters. */
export const maxCheckedLength = 1_000_000;

export const checkDraft = (organization: string, draft: Draft) =>
  read(
    api.POST('/api/v2/organizations/{organization_name}/policy-code-checks', {
      params: { path: { organization_name: organization } },
      body: { data: { type: 'policy-code-checks', attributes: draft } },
    }),
  );

const readRevisions = (id: string, search: ListSearch, signal: AbortSignal | null = null) =>
  read(
    api.GET('/api/v2/policies/{policy_id}/revisions', {
      signal,
      params: { path: { policy_id: id }, query: listQuery(revisionList, search) },
    }),
  );

const revisionsKey = (id: string, ...rest: readonly unknown[]) => keyOf('policy', id, 'revisions', ...rest);

export const revisionsQuery = (id: string, search: ListSearch) =>
  queryOptions({
    queryKey: revisionsKey(id, search),
    queryFn: ({ signal }) => readRevisions(id, search, signal),
    placeholderData: keepPreviousData,
  });

/** Reads the revisions of a policy again after an upload, and the lists of policies. */
export const refreshRevisions = (queryClient: QueryClient, id: string) =>
  refresh(queryClient, revisionsKey(id), keyOf('policies'));

/** The number of the newest revision; 0 while there is none. */
export const newestRevision = async (id: string): Promise<number> =>
  (await readRevisions(id, {})).data[0]?.attributes.number ?? 0;

/** The code of a revision, which never changes; null where it is not there any more. */
export const revisionCodeQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: keyOf('revision-code', id, number),
    queryFn: ({ signal }) =>
      readText(
        api.GET('/api/v2/policies/{policy_id}/revisions/{revision_number}/download', {
          signal,
          params: { path: { policy_id: id, revision_number: String(number) } },
          parseAs: 'text',
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The code in force, and the number of its revision: null and 0 while there is none. */
export interface CodeInForce {
  readonly code: string | null;
  readonly revision: number;
}

/** Options of a query that is read once with each opening of a page. */
export const readWhenOpened = { staleTime: Number.POSITIVE_INFINITY, refetchOnMount: 'always' } as const;

/** The number is read first: code that comes between is taken for newer, never for older. */
export async function readCodeInForce(id: string): Promise<CodeInForce> {
  const revision = await newestRevision(id);
  const request = api.GET('/api/v2/policies/{policy_id}/download', {
    params: { path: { policy_id: id } },
    parseAs: 'text',
  });
  return { revision, code: await readText(request) };
}

/** The code as it is when a page opens: what others save later must not replace what a person writes. */
export const openedCodeQuery = (id: string) =>
  queryOptions({ queryKey: keyOf('policy', id, 'code'), queryFn: () => readCodeInForce(id), ...readWhenOpened });

/** Puts the code of a revision in force again, as a new revision with a message. */
export const restoreRevision = (id: string, number: number, message: string) =>
  read(
    api.POST('/api/v2/policies/{policy_id}/revisions/{revision_number}/actions/restore', {
      params: { path: { policy_id: id, revision_number: String(number) }, query: { message } },
    }),
  );
