// Policies: attributes, code, checks, revisions.
import { queryOptions } from '@tanstack/react-query';
import { orAbsent } from '../../../client/failure.ts';
import { client, type Resource } from './client.ts';
import { enforcementLevels } from './enforcement-levels.generated.ts';
import { allRelatedIn } from './included.ts';
import { policyList } from './list-specs.ts';
import { calling, creating, creatingRelated, deleting, list, type RowOf, record, tagged, updating } from './query.ts';
import { keyOf } from './query-key.ts';

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

export const policies = '/api/v2/organizations/{organization_name}/policies';
const policy = '/api/v2/policies/{policy_id}';
const revisions = `${policy}/revisions` as const;
const revision = `${revisions}/{revision_number}` as const;

/** The policies of an organization, a page at a time. */
export const policiesQuery = list('policies', policies, { spec: policyList });

/** The policies of an organization with the first hundred of the sets that contain each of them, a page at a time. */
export const policiesWithSetsQuery = list('policies', policies, {
  part: 'with-sets',
  spec: policyList,
  query: { include: ['policy-sets'] },
  row: (each, included) => ({ ...each, sets: allRelatedIn(included, each.relationships['policy-sets']) }),
});

export type ListedPolicy = RowOf<typeof policiesWithSetsQuery>;

export const readPolicy = tagged(policy);

export const policyQuery = record('policy', policy);

/** The first sets that contain a policy, with their number. */
export const setsOfPolicyQuery = record('policy', `${policy}/policy-sets`, {
  part: 'sets',
  query: { 'page[size]': 100 },
});

export const createPolicy = creatingRelated(policies, 'policies');

export const updatePolicy = updating(policy, 'policies');

export const deletePolicy = deleting(policy);

/** The greatest length of the message of a revision, in characters. */
export const maxMessageLength = 500;

/** Puts code in force: it becomes the newest revision, with a message where that is not empty. */
export const uploadCode = calling('put', `${policy}/upload`);

/** As much code as the service checks, in characters. */
export const maxCheckedLength = 1_000_000;

export const checkDraft = creating(
  '/api/v2/organizations/{organization_name}/policy-code-checks',
  'policy-code-checks',
);

export const revisionsQuery = list('policy', revisions, { part: 'revisions' });

const readRevisions = calling('get', revisions);

/** The number of the newest revision; 0 while there is none. */
export const newestRevision = async (id: string): Promise<number> =>
  (await readRevisions(id)).data[0]?.attributes.number ?? 0;

/** The code of a revision, which never changes; null where it is not there any more. */
export const revisionCodeQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: keyOf('revision-code', id, number),
    queryFn: ({ signal }) =>
      textOf(client.download(`${revision}/download`, { params: { policy_id: id, revision_number: number }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The text of a download; null if there is none. */
export const textOf = async (download: Promise<Response>): Promise<string | null> =>
  (await orAbsent(download))?.text() ?? null;

/** The code in force, and the number of its revision: null and 0 while there is none. */
export interface CodeInForce {
  readonly code: string | null;
  readonly revision: number;
}

/** Options of a query that is read once with each opening of a page. */
export const readWhenOpened = { staleTime: Number.POSITIVE_INFINITY, refetchOnMount: 'always' } as const;

/** The number is read first: code that comes between is taken for newer, never for older. */
export const readCodeInForce = async (id: string): Promise<CodeInForce> => ({
  revision: await newestRevision(id),
  code: await textOf(client.download(`${policy}/download`, { params: { policy_id: id } })),
});

/** The code as it is when a page opens: what others save later must not replace what a person writes. */
export const openedCodeQuery = (id: string) =>
  queryOptions({ queryKey: keyOf('policy', id, 'code'), queryFn: () => readCodeInForce(id), ...readWhenOpened });

/** Puts the code of a revision in force again, as a new revision with a message. */
export const restoreRevision = calling('post', `${revision}/actions/restore`);
