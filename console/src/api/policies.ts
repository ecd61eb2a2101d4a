// Policies with their attributes, code, code checks and revisions.
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

/** Enforcement levels that a kind of policy can have, strictest first. */
export const levelsOf = (kind: Kind): readonly Level[] =>
  strictestFirst.filter(({ kinds }) => kinds.includes(kind)).map(({ name }) => name);

export const allLevels: readonly Level[] = strictestFirst.map(({ name }) => name);

/** Whether a failed policy with this level blocks the plan. */
export const isMandatory = (level: string): boolean =>
  !strictestFirst.some(({ name, blocks }) => name === level && !blocks);

export const policies = '/api/v2/organizations/{organization_name}/policies';
const policy = '/api/v2/policies/{policy_id}';
const revisions = `${policy}/revisions` as const;
const revision = `${revisions}/{revision_number}` as const;

/** A page of an organization's policies. */
export const policiesQuery = list('policies', policies, { spec: policyList });

/** A page of an organization's policies, each with up to 100 policy sets that contain it. */
export const policiesWithSetsQuery = list('policies', policies, {
  part: 'with-sets',
  spec: policyList,
  query: { include: ['policy-sets'] },
  row: (each, included) => ({ ...each, sets: allRelatedIn(included, each.relationships['policy-sets']) }),
});

export type ListedPolicy = RowOf<typeof policiesWithSetsQuery>;

export const readPolicy = tagged(policy);

export const policyQuery = record('policy', policy);

/** The first policy sets that contain a policy, and the total number of such sets. */
export const setsOfPolicyQuery = record('policy', `${policy}/policy-sets`, {
  part: 'sets',
  query: { 'page[size]': 100 },
});

export const createPolicy = creatingRelated(policies, 'policies');

export const updatePolicy = updating(policy, 'policies');

export const deletePolicy = deleting(policy);

/** Maximum length of a revision message in characters. */
export const maxMessageLength = 500;

/** Uploads code as the newest revision. An empty message is not sent. */
export const uploadCode = calling('put', `${policy}/upload`);

/** Maximum number of characters of code that the service checks. */
export const maxCheckedLength = 1_000_000;

export const checkDraft = creating(
  '/api/v2/organizations/{organization_name}/policy-code-checks',
  'policy-code-checks',
);

export const revisionsQuery = list('policy', revisions, { part: 'revisions' });

const readRevisions = calling('get', revisions);

/** Returns the number of the newest revision. 0 if there is none. */
export const newestRevision = async (id: string): Promise<number> =>
  (await readRevisions(id)).data[0]?.attributes.number ?? 0;

/** Code of a revision. It never changes. Null if the revision was deleted. */
export const revisionCodeQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: keyOf('revision-code', id, number),
    queryFn: ({ signal }) =>
      textOf(client.download(`${revision}/download`, { params: { policy_id: id, revision_number: number }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Returns the text of a download. Null if the service returns 404. */
export const textOf = async (download: Promise<Response>): Promise<string | null> =>
  (await orAbsent(download))?.text() ?? null;

/** Current code of a policy and its revision number. Without code, they are null and 0. */
export interface CodeInForce {
  readonly code: string | null;
  readonly revision: number;
}

/** Query options for data that is read whenever a page is opened and is not refreshed while the page is open. */
export const readWhenOpened = { staleTime: Number.POSITIVE_INFINITY, refetchOnMount: 'always' } as const;

/**
 * Reads the revision number before the code. If another user uploads code between the two requests, the number is too
 * old, so the user is warned before saving. With the opposite order, saving would overwrite the upload without a
 * warning.
 */
export const readCodeInForce = async (id: string): Promise<CodeInForce> => {
  const revision = await newestRevision(id);
  const code =
    revision === 0 ? null : await textOf(client.download(`${policy}/download`, { params: { policy_id: id } }));
  return { code, revision };
};

/**
 * Code at the time when the page was opened. It is not refreshed, because another user's upload would replace the text
 * in the editor.
 */
export const openedCodeQuery = (id: string) =>
  queryOptions({ queryKey: keyOf('policy', id, 'code'), queryFn: () => readCodeInForce(id), ...readWhenOpened });

/** Restores the code of an earlier revision. This creates a new revision with a message. */
export const restoreRevision = calling('post', `${revision}/actions/restore`);
