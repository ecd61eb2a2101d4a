// Pass rates by workspace, and the results of each workspace's latest evaluation by policy set.
import type { Context } from '../../../context.ts';
import type { RowsOf } from '../../../db/query.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import { timestamp } from '../../../kernel/clock.ts';
import type { Page } from '../../../kernel/page.ts';
import { sumOf } from '../../../lib/functions/records.ts';
import { type DayCounts, dayColumns, dayTally, noCounts } from '../counts/tallies.ts';
import type { Rate } from './rate.ts';
import type { PostureScope } from './scope.ts';
import { type LatestRow, readLatest, setResults, workspaceCounts } from './workspaces.ts';

/** Returns a page of pass rates by workspace, sorted by workspace name. */
export async function listWorkspaceRates(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  scope: PostureScope,
  query: ListQuery,
  since: string,
): Promise<Page<Rate>> {
  const { organization } = scope;
  const now = timestamp(clock.now());
  const page = await readLatest(database, query, { ...scope, now });
  const ids = JSON.stringify(page.rows.map(({ id }) => id));
  const counts = await database.scan(workspaceCounts, { organization, now, ids, since });
  const byWorkspace = Map.groupBy(counts, ({ workspace_id }) => workspace_id);
  const rows = page.rows.map((row) => ({
    ...row,
    ...countsOf(byWorkspace.get(row.id) ?? []),
    workspace_id: row.id,
    group: 'workspace' as const,
  }));
  return { ...page, rows };
}

/** Adds up the counts of one workspace. Each row has the counts of one status. */
const countsOf = (rows: readonly RowsOf<typeof workspaceCounts>[]): DayCounts =>
  rows.reduce<DayCounts>((sums, { status, evaluations, is_empty, shadow_failed, exempted, old }) => {
    const tally = dayTally({ status, is_empty, shadow_failed: 0, exempted: 0, old: 0 });
    const ofStatus = sumOf(dayColumns, noCounts, tally, evaluations);
    return sumOf(dayColumns, sums, { ...ofStatus, shadow_failed, exempted, old });
  }, noCounts);

/** Maximum number of policy sets in one response. */
const maxSets = 50;

/**
 * A workspace with the results of its latest evaluation. Only the policy sets on the requested page of sets are
 * included.
 */
export interface WorkspaceResult extends LatestRow {
  readonly sets: readonly RowsOf<typeof setResults>[];
}

interface SetColumn {
  readonly id: string;
  readonly name: string;
}

export interface ResultPage extends Page<WorkspaceResult> {
  /**
   * `sets` are the policy sets on the requested page of sets, sorted by name. `setCount` is the number of all sets that
   * have results in the listed workspaces.
   */
  readonly sets: readonly SetColumn[];
  readonly setCount: number;
}

/**
 * Returns a page of workspaces, sorted by name. Each workspace has its latest results for the policy sets on page
 * `setPage` of the sets; the first page has the number 1.
 */
export async function listWorkspaceResults(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  scope: PostureScope,
  query: ListQuery,
  setPage: number,
): Promise<ResultPage> {
  const page = await readLatest(database, query, { ...scope, now: timestamp(clock.now()) });
  const evaluations = JSON.stringify(page.rows.flatMap(({ evaluation_id }) => evaluation_id ?? []));
  const results = await database.scan(setResults, { evaluations });
  const all = [...new Map(results.map((each) => [each.policy_set_id, each.policy_set_name]))];
  const sets = all.slice((setPage - 1) * maxSets, setPage * maxSets).map(([id, name]) => ({ id, name }));
  const shown = new Set(sets.map(({ id }) => id));
  const byEvaluation = Map.groupBy(
    results.filter(({ policy_set_id }) => shown.has(policy_set_id)),
    ({ evaluation_id }) => evaluation_id,
  );
  const rows = page.rows.map((row) => ({ ...row, sets: byEvaluation.get(row.evaluation_id ?? '') ?? [] }));
  return { ...page, rows, sets, setCount: all.length };
}
