import { client, type Resource } from './client.ts';
import { nameIn } from './included.ts';
import type { ListSearch } from './list.ts';
import { evaluationList } from './list-specs.ts';
import { acting, calling, creating, list, type RowOf, record } from './query.ts';

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

/** Whether the evaluation has finished. */
export const isOver = ({ attributes: { status } }: Evaluation): boolean => status !== 'pending' && status !== 'running';

type Included = Resource<'policy-sets'> | Resource<'workspaces'>;

/** Facts that help users to recognize a run. Each is undefined if the client did not send it. */
export interface RunFacts {
  readonly message: string | undefined;
  readonly commit: string | undefined;
}

const textAt = (document: unknown, name: string): string | undefined => {
  const value: unknown = Reflect.get(Object(document), name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** Reads the facts of a run from the attributes that run platforms and pipelines send. */
export function runFacts({ attributes: { run } }: Evaluation): RunFacts {
  const commit: unknown = Reflect.get(Object(run), 'vcs');
  return {
    message: textAt(run, 'message'),
    commit: textAt(commit, 'commit_url') ?? textAt(run, 'commit_sha') ?? textAt(run, 'commit'),
  };
}

/** Identifier of the workspace whose plan was evaluated. Null if the plan has no workspace. */
export const workspaceOf = ({ relationships }: Evaluation): string | null => relationships.workspace.data?.id ?? null;

/**
 * Names of the workspace and of the policy set of an evaluation. The workspace is null if the plan has none. The policy
 * set is null if all sets were evaluated.
 */
const evaluatedNames = ({ relationships }: Evaluation, included: readonly Included[] | undefined) => ({
  workspace: nameIn(included, relationships.workspace),
  set: nameIn(included, relationships['policy-set']),
});

const evaluations = '/api/v2/organizations/{organization_name}/evaluations';
const evaluation = '/api/v2/policy-evaluations/{policy_evaluation_id}';
const outcomes = `${evaluation}/policy-set-outcomes` as const;

const names = { include: ['policy-set', 'workspace'] } as const;

export const evaluationsQuery = list('evaluations', evaluations, {
  spec: evaluationList,
  query: names,
  row: (each, included) => ({ ...each, ...evaluatedNames(each, included) }),
});

export type NamedEvaluation = RowOf<typeof evaluationsQuery>;

/** The evaluations of a workspace, newest first. */
export const workspaceEvaluationsQuery = (organization: string, workspace: string, search: ListSearch) =>
  evaluationsQuery(organization, { ...search, filter: { ...search.filter, workspace } });

/** An evaluation. It is refreshed every second until it has finished. */
export const evaluationQuery = record('evaluation', evaluation, {
  query: names,
  refetchInterval: ({ state }) => (state.data === undefined || isOver(state.data.data) ? false : 1_000),
});

/** Comparison of an evaluation with the last one of its workspace that passed. */
export const comparisonQuery = record('evaluation', `${evaluation}/comparison`, { part: 'comparison' });

/** Results of each policy, grouped by policy set. A page contains 100 sets. */
export const outcomesQuery = (id: string, page: number) =>
  record('evaluation', outcomes, {
    part: `outcomes ${page}`,
    query: { 'page[number]': page, 'page[size]': 100 },
    exact: true,
    keepsFormer: true,
  })(id);

/** Reads the outcomes of all policy sets and returns them as JSON text for a download. */
export const outcomesText = async (id: string): Promise<string> =>
  JSON.stringify({ data: await client.all(outcomes, { params: { policy_evaluation_id: id }, exact: true }) });

/** Formats an element of a policy's output. Strings stay as they are, other values are converted to JSON. */
export const outputText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const upload = calling('put', `${evaluation}/upload`);

const create = creating('/api/v2/policy-sets/{policy_set_id}/evaluations', 'policy-evaluations');

/** Evaluates a plan with one policy set. Returns the identifier of the evaluation. */
export async function evaluatePlan(set: string, plan: Blob | string): Promise<string> {
  const { data } = await create(set, {});
  await upload(data.id, { content: plan });
  return data.id;
}

export const overrideEvaluation = creating(`${evaluation}/actions/override`, 'policy-evaluations');

export const cancelEvaluation = acting(`${evaluation}/actions/cancel`);
