// Evaluations of plans.
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { api, exactQuery, type Resource, read, readExactly, send } from './client.ts';
import { sentAsBytes } from './files.ts';
import { includedOf } from './included.ts';
import { type Listed, type ListSearch, listQuery } from './list.ts';
import { evaluationList } from './list-specs.ts';
import { patiently } from './patiently.ts';
import { keyOf, refresh } from './query-key.ts';

export type Evaluation = Resource<'policy-evaluations'>;
export type SetOutcome = Resource<'policy-set-outcomes'>;
export type PolicyOutcome = SetOutcome['attributes']['outcomes'][number];

export const evaluationStatuses = [
  'pending',
  'running',
  'passed',
  'failed',
  'errored',
  'unreachable',
  'overridden',
  'canceled',
] as const;

/** True if the evaluation has ended. */
export const isOver = ({ attributes: { status } }: Evaluation): boolean => status !== 'pending' && status !== 'running';

const include: ('policy-set' | 'workspace')[] = ['policy-set', 'workspace'];

type Included = Resource<'policy-sets'> | Resource<'workspaces'>;

/** Members of the description of a run that people know it by; each only where the client named it. */
export interface RunFacts {
  readonly message: string | undefined;
  readonly commit: string | undefined;
}

const textAt = (document: unknown, name: string): string | undefined => {
  const value: unknown = Reflect.get(Object(document), name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Facts of a run, as run platforms and pipelines name them. */
export function runFacts({ attributes: { run } }: Evaluation): RunFacts {
  const commit: unknown = Reflect.get(Object(run), 'vcs');
  return {
    message: textAt(run, 'message'),
    commit: textAt(commit, 'commit_url') ?? textAt(run, 'commit_sha') ?? textAt(run, 'commit'),
  };
}

/** Identifier of the workspace whose plan was evaluated; null for none. */
export const workspaceOf = ({ relationships }: Evaluation): string | null => relationships.workspace.data?.id ?? null;

/** The names of what was evaluated: of the workspace whose plan it was, and of the one set; null for none, and for all sets. */
export const evaluatedNames = ({ relationships }: Evaluation, included: readonly Included[] | undefined) => {
  const [workspace, set] = [relationships.workspace.data?.id, relationships['policy-set'].data?.id];
  return {
    workspace:
      workspace === undefined
        ? null
        : (includedOf(included, 'workspaces').get(workspace)?.attributes.name ?? workspace),
    set: set === undefined ? null : (includedOf(included, 'policy-sets').get(set)?.attributes.name ?? set),
  };
};

export type NamedEvaluation = Evaluation & ReturnType<typeof evaluatedNames>;

export const evaluationsQuery = (organization: string, search: ListSearch) =>
  queryOptions({
    queryKey: keyOf('evaluations', 'list', organization, search),
    queryFn: async ({ signal }): Promise<Listed<NamedEvaluation>> => {
      const { data, included, meta } = await read(
        api.GET('/api/v2/organizations/{organization_name}/evaluations', {
          signal,
          params: {
            path: { organization_name: organization },
            query: { ...listQuery(evaluationList, search), include },
          },
        }),
      );
      return { data: data.map((each) => ({ ...each, ...evaluatedNames(each, included) })), meta };
    },
    placeholderData: keepPreviousData,
  });

/** The evaluations of one workspace, the newest first. */
export const workspaceEvaluationsQuery = (organization: string, workspace: string, search: ListSearch) =>
  evaluationsQuery(organization, { ...search, filter: { ...search.filter, workspace } });

/** Reads an evaluation, what it found, and the lists again. */
export const refreshEvaluation = (queryClient: QueryClient, id: string) =>
  refresh(queryClient, keyOf('evaluation', id), keyOf('evaluations'));

/** One evaluation; read again each second until it is over. */
export const evaluationQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf('evaluation', id),
    queryFn: ({ signal }) =>
      read(
        api.GET('/api/v2/policy-evaluations/{policy_evaluation_id}', {
          signal,
          params: { path: { policy_evaluation_id: id }, query: { include } },
        }),
      ),
    refetchInterval: ({ state }) => (state.data === undefined || isOver(state.data.data) ? false : 1_000),
  });

/** Number of policy sets of a page. */
const setsOfPage = 100;

const readOutcomes = (id: string, page: number, signal?: AbortSignal) =>
  readExactly<Listed<SetOutcome>>(
    api.GET('/api/v2/policy-evaluations/{policy_evaluation_id}/policy-set-outcomes', {
      ...(signal && { signal }),
      parseAs: 'text',
      params: { path: { policy_evaluation_id: id }, query: listQuery({}, { page, size: setsOfPage }) },
    }),
  );

/** Results of each policy, grouped by policy set: a page of the sets. */
export const outcomesQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: keyOf('evaluation', id, 'outcomes', page),
    queryFn: ({ signal }) => readOutcomes(id, page, signal),
    placeholderData: keepPreviousData,
    ...exactQuery,
  });

/** The outcomes of all policy sets as JSON, for a file. */
export async function outcomesText(id: string): Promise<string> {
  const data: SetOutcome[] = [];
  for (let page: number | null = 1; page !== null; ) {
    const number: number = page;
    const listed = await patiently(() => readOutcomes(id, number));
    data.push(...listed.data);
    page = listed.meta.pagination?.['next-page'] ?? null;
  }
  return JSON.stringify({ data });
}

/** A member of the output of a policy: a text as it is, anything else as JSON. */
export const outputText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Has a plan evaluated by one set, and answers the identifier of the evaluation. */
export async function evaluatePlan(set: string, plan: Blob | string): Promise<string> {
  const { data } = await read(
    api.POST('/api/v2/policy-sets/{policy_set_id}/evaluations', {
      params: { path: { policy_set_id: set } },
      body: { data: { type: 'policy-evaluations', attributes: {} } },
    }),
  );
  const params = { path: { policy_evaluation_id: data.id } };
  await send(api.PUT('/api/v2/policy-evaluations/{policy_evaluation_id}/upload', { params, ...sentAsBytes(plan) }));
  return data.id;
}

export interface OverrideInput {
  readonly comment: string;
  /** Null for good. */
  readonly 'expires-at': string | null;
}

export const overrideEvaluation = (id: string, attributes: OverrideInput) =>
  read(
    api.POST('/api/v2/policy-evaluations/{policy_evaluation_id}/actions/override', {
      params: { path: { policy_evaluation_id: id } },
      body: { data: { type: 'policy-evaluations', attributes } },
    }),
  );

export const cancelEvaluation = (id: string) =>
  read(
    api.POST('/api/v2/policy-evaluations/{policy_evaluation_id}/actions/cancel', {
      params: { path: { policy_evaluation_id: id } },
    }),
  );
