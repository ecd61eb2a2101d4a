// Workspaces with their latest evaluations. Three kinds of evaluations do not count: those that are limited to one
// policy set, those with the source `state`, and those whose creators were not permitted to see workspaces.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { isInJsonArray, withoutIndex } from '../../../db/expressions.ts';
import { containing, equal, lower } from '../../../db/filters.ts';
import { list, type RowOfList } from '../../../db/list.ts';
import { query, total } from '../../../db/query.ts';
import type { ListRequest, Page } from '../../../kernel/page.ts';
import { sharedModules } from '../../organizations/index.ts';
import { countedStatuses } from '../counts/tallies.ts';
import { statusNow } from '../evaluations/store.ts';
import { byScope, isInScope, type PostureScope, type ScopeArguments } from './scope.ts';

const isWhole = (evaluation: string): RawBuilder<SqlBool> => sql`${sql.ref(`${evaluation}.scope`)} = 'organization'
  and ${sql.ref(`${evaluation}.counts_for_workspace`)} = 1
  and ${sql.ref(`${evaluation}.status`)} in (${sql.join(countedStatuses.map((one) => sql.lit(one)))})`;

/**
 * SQL subquery for the identifier of the latest evaluation in the outer query's workspace. The subquery reads a single
 * index entry.
 */
const latestId = sql<string>`(
  select newest.id from policy_evaluations as newest
  where newest.organization_id = workspaces.organization_id and newest.workspace_id = workspaces.id and ${isWhole('newest')}
  order by newest.created_at desc, newest.id desc limit 1)`;

const unevaluated = 'not-evaluated';

/** Statuses that a workspace's latest evaluation can have. */
export const latestStatuses = ['passed', 'failed', 'errored', 'unreachable', 'overridden', unevaluated] as const;
export type LatestStatus = (typeof latestStatuses)[number];

/**
 * SQL expression for the current status of the latest evaluation. A passed evaluation without any verdict has the
 * status `not-evaluated`.
 */
const latestStatus = (now: string) => sql<LatestStatus>`case
    when policy_evaluations.is_empty = 1 and policy_evaluations.status = 'passed' then ${sql.lit(unevaluated)}
    else coalesce(${statusNow(now)}, ${sql.lit(unevaluated)})
  end`;

/**
 * SQL condition that the workspace uses a deprecated version of a module that its organization may use. While a job
 * removes the rows of a deleted version, the organization of the module can differ from the organization of the
 * deprecation.
 */
const usesDeprecated = sql<SqlBool>`exists (select 1 from workspace_modules
  inner join module_deprecations on module_deprecations.version_id = workspace_modules.version_id
  inner join module_versions on module_versions.id = workspace_modules.version_id
  inner join modules on modules.id = module_versions.module_id
    and modules.organization_id = module_deprecations.organization_id
  where workspace_modules.workspace_id = workspaces.id
    and ${sharedModules.mayUse(sql.ref('modules.organization_id'), sql.ref('workspaces.organization_id'))})`;

/** Statuses in the order of the list. Statuses that need attention come first. */
const byUrgency: readonly LatestStatus[] = ['failed', 'errored', 'unreachable', 'overridden', unevaluated, 'passed'];

/** SQL expression for the position of the latest evaluation's current status in `byUrgency`. */
const urgency = (now: string) =>
  sql<number>`case ${latestStatus(now)} ${sql.join(
    byUrgency.map((status, index) => sql`when ${sql.lit(status)} then ${sql.lit(index)}`),
    sql` `,
  )} end`;

interface WorkspaceArguments extends PostureScope {
  readonly now: string;
}

/** Lists an organization's workspaces with their latest evaluations, sorted by name or by status. */
export const latestList = list<WorkspaceArguments>()(
  (db, { organization, now }, { engine, uses }) =>
    db
      .selectFrom('workspaces')
      .leftJoin('policy_evaluations', (join) => join.on('policy_evaluations.id', '=', latestId))
      .select(['workspaces.id', 'workspaces.name'])
      .select(['policy_evaluations.id as evaluation_id', 'policy_evaluations.created_at as evaluated_at'])
      .select(latestStatus(now).as('latest_status'))
      .where(
        ({ ref }) => {
          const column = ref('workspaces.organization_id');
          return uses('filter[project]') ? withoutIndex(engine, column) : column;
        },
        '=',
        organization,
      ),
  (rows, sort, { now }) => {
    const direction = sort.startsWith('-') ? 'desc' : 'asc';
    const sorted = sort.endsWith('status') ? rows.orderBy(urgency(now), direction) : rows;
    return sorted.orderBy('workspaces.name', direction);
  },
  {
    sorts: ['name', '-name', 'status', '-status'],
    filters: {
      teams: {
        parameters: [],
        where: ({ ref }, teams, { engine, values: { organization } }) =>
          isInScope(engine, ref('workspaces.id'), { organization, teams }),
        isScan: true,
      },
      'search[name]': containing(lower('workspaces.name')),
      'filter[project]': equal('workspaces.project_id'),
      'filter[status]': {
        choices: latestStatuses,
        where: (_eb, wanted, { values: { now } }) => sql<SqlBool>`${latestStatus(now)} = ${wanted}`,
        isScan: true,
      },
      'filter[deprecated-modules]': {
        choices: ['true', 'false'],
        where: ({ not }, wanted) => (wanted === 'true' ? usesDeprecated : not(usesDeprecated)),
        isScan: true,
      },
    },
  },
);

export type LatestRow = RowOfList<typeof latestList>;

const workspaceTotal = query<{ organization: string }>()((db, { organization }) =>
  db.selectFrom('workspaces').select(total).where('organization_id', '=', organization),
);

const totalOf = async (database: Database, values: WorkspaceArguments): Promise<number> =>
  (await database.scan(workspaceTotal, values))[0]?.total ?? 0;

/**
 * Reads a page of `latestList`. If there are no filters, the total number is counted without a join with the
 * evaluations. The order by status reads the latest evaluation of every workspace.
 */
export const readLatest = (
  database: Database,
  request: ListRequest,
  values: WorkspaceArguments,
): Promise<Page<LatestRow>> =>
  latestList.read(database, request, values, {
    total: (inUse) => (Object.keys(inUse).length > 0 ? undefined : totalOf(database, values)),
    isScan: request.sort?.endsWith('status') === true,
  });

/** Counts workspaces by the current status of their latest evaluations. */
export const latestCounts = byScope((isInScope) =>
  query<ScopeArguments & { now: string }>()((db, values, engine) =>
    db
      .selectFrom('workspaces')
      .leftJoin('policy_evaluations', (join) => join.on('policy_evaluations.id', '=', latestId))
      .select(latestStatus(values.now).as('latest_status'))
      .select(({ fn }) => fn.countAll<number>().as('workspaces'))
      .where('workspaces.organization_id', '=', values.organization)
      .where(({ ref }) => isInScope(engine, ref('workspaces.id'), values))
      .groupBy(sql`1`),
  ),
);

/**
 * Counts the evaluations since the time `since` that have a result but do not count for their workspace. `total` counts
 * those with the source `plan`, and `of_states` those with the source `state`.
 */
export const notCounted = byScope((isInScope) =>
  query<ScopeArguments & { since: string }>()((db, values, engine) =>
    db
      .selectFrom('policy_evaluations')
      .select(({ fn }) => [
        fn.countAll<number>().filterWhere('source', '=', 'plan').as('total'),
        fn.countAll<number>().filterWhere('source', '=', 'state').as('of_states'),
      ])
      .where('organization_id', '=', values.organization)
      .where('created_at', '>=', values.since)
      .where(sql<boolean>`scope = 'organization' and counts_for_workspace = 0 and workspace_id is not null`)
      // The condition lists the statuses to exclude instead of those to include, so that the query planner does not use
      // the index on the status.
      .where('status', 'not in', ['pending', 'running', 'canceled'])
      .where(({ ref }) => isInScope(engine, withoutIndex(engine, ref('workspace_id')), values)),
  ),
);

interface CountArguments extends Omit<WorkspaceArguments, 'teams'> {
  /** JSON array of workspace identifiers. */
  readonly ids: string;
  readonly since: string;
}

/** Counts the evaluations since the time `since`, by workspace and status. */
export const workspaceCounts = query<CountArguments>()((db, { organization, now, ids, since }, engine) =>
  db
    .selectFrom('policy_evaluations')
    .select('workspace_id')
    .select(statusNow(now).as('status'))
    .select(({ fn }) => fn.countAll<number>().as('evaluations'))
    .select(sql<number>`count(case when shadow_failed > 0 then 1 end)`.as('shadow_failed'))
    .select(sql<number>`count(case when exempted > 0 then 1 end)`.as('exempted'))
    .select(sql<number>`count(case when old > 0 then 1 end)`.as('old'))
    .select('is_empty')
    .where('organization_id', '=', organization)
    .where(({ ref }) => isInJsonArray(engine, sql<string>`${ref('workspace_id')}`, ids))
    .where('created_at', '>=', since)
    .where(isWhole('policy_evaluations'))
    .groupBy('workspace_id')
    .groupBy(sql`2`)
    .groupBy('is_empty'),
);

/**
 * Selects the numbers of policies by result for each set in the given evaluations; `evaluations` is a JSON array of
 * identifiers.
 */
export const setResults = query<{ evaluations: string }>()((db, { evaluations }, engine) =>
  db
    .selectFrom('policy_set_outcomes')
    .select(['evaluation_id', 'policy_set_id', 'policy_set_name'])
    .select(['advisory_failed', 'mandatory_failed', 'passed', 'errored', 'shadow_failed', 'exempted', 'old'])
    .where(({ ref }) => isInJsonArray(engine, ref('evaluation_id'), evaluations))
    .orderBy('policy_set_name')
    .orderBy('policy_set_id'),
);
