// The tables `policy_evaluations`, `policy_evaluation_chunks`, `policy_set_outcomes`, `policy_evaluation_digests` and
// `policy_outcome_bytes`.
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Transaction } from '../../../db/database.ts';
import type { Engine } from '../../../db/engine.ts';
import { isInJsonArray, jsonRecords, jsonText, withoutIndex } from '../../../db/expressions.ts';
import { equal, type Filter, oneOfWords } from '../../../db/filters.ts';
import { list } from '../../../db/list.ts';
import { type Builder, query } from '../../../db/query.ts';
import type { StoredRow } from '../../../db/tables.ts';
import { deleter, inserter, locker, updater } from '../../../db/writes.ts';
import { allBut } from '../../../kernel/columns.ts';
import type { SecretPlace } from '../../../kernel/secrets.ts';
import { idInTenant } from '../../organizations/index.ts';
import { policyEvaluationDigests, policyEvaluations, policySetOutcomes } from './entity.ts';
import { outcomeStatuses, wantedOutcomes } from './outcome-filters.ts';
import { type EvaluationReader, readingFilters } from './readable.ts';

/** An evaluation with the name of its organization. */
export interface EvaluationRow extends StoredRow<'policy_evaluations'> {
  readonly organization_name: string;
  /**
   * Identifiers of the workspace and project that the creator specified. They remain after the workspace or project is
   * deleted.
   */
  readonly named_workspace_id: string | null;
  readonly named_project_id: string | null;
  /** Whether the organization lets the author whom a run names read the evaluation. */
  readonly lets_authors_read: number;
}

export type OutcomeRow = StoredRow<'policy_set_outcomes'>;

/** The outcomes of a set without the secret keys of the findings. */
export type ShowableOutcomeRow = Omit<OutcomeRow, 'finding_keys'>;

const showable = allBut(policySetOutcomes, 'finding_keys');

export const insertEvaluation = inserter('policy_evaluations');
export const updateEvaluation = updater('policy_evaluations');

/** Records that evaluations are included in the daily counts. */
export async function markCounted(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.run((db, engine) =>
    db
      .updateTable('policy_evaluations')
      .set({ is_counted: 1 })
      .where(({ ref }) => isInJsonArray(engine, ref('id'), JSON.stringify(ids))),
  );
}

export const insertChunk = inserter('policy_evaluation_chunks');
export const deleteChunks = deleter('policy_evaluation_chunks', 'evaluation_id');
export const insertOutcome = inserter('policy_set_outcomes');
export const updateOutcome = updater('policy_set_outcomes');
export const insertDigests = inserter('policy_evaluation_digests');

export const chunkPlace = (id: string): SecretPlace => ({ table: 'policy_evaluation_chunks', column: 'sealed', id });

const tenant = sql.ref<string>('policy_evaluations.organization_id');
const [workspaceId, projectId] = [
  sql.ref<string | null>('policy_evaluations.workspace_id'),
  sql.ref<string | null>('policy_evaluations.project_id'),
];

/**
 * Columns that determine who may read an evaluation, in addition to the columns of its row. A workspace or project that
 * has been deleted no longer belongs to the organization, even while its row still exists.
 */
export const readerColumns = [
  'organizations.lets_authors_read',
  workspaceId.as('named_workspace_id'),
  projectId.as('named_project_id'),
  idInTenant('workspaces', tenant, workspaceId).as('workspace_id'),
  idInTenant('projects', tenant, projectId).as('project_id'),
] as const;

const evaluationRows = (db: Builder) =>
  db
    .selectFrom('policy_evaluations')
    .innerJoin('organizations', 'organizations.id', 'policy_evaluations.organization_id')
    .select(allBut(policyEvaluations, 'policy_set_id', 'workspace_id', 'project_id'))
    .select('organizations.name as organization_name')
    .select(readerColumns)
    // The policy set may have been deleted. A deleted record no longer belongs to the organization, even while its row
    // still exists.
    .select(({ selectFrom }) =>
      selectFrom('policy_sets')
        .select('policy_sets.id')
        .whereRef('policy_sets.id', '=', 'policy_evaluations.policy_set_id')
        .whereRef('policy_sets.organization_id', '=', 'policy_evaluations.organization_id')
        .as('policy_set_id'),
    );

export const evaluationById = query<{ id: string }>()((db, { id }) =>
  evaluationRows(db).where('policy_evaluations.id', '=', id),
);

/**
 * Selects the last evaluation of a workspace that passed, counts for the workspace, and was created before a time. The
 * conditions are literals instead of parameters, so that the query planner uses the partial index with these
 * conditions.
 */
export const lastPassed = query<{ organization: string; workspace: string; before: string }>()(
  (db, { organization, workspace, before }) =>
    evaluationRows(db)
      .where('policy_evaluations.organization_id', '=', organization)
      .where('policy_evaluations.workspace_id', '=', workspace)
      .where('policy_evaluations.created_at', '<', before)
      .where(
        sql<SqlBool>`policy_evaluations.scope = 'organization' and policy_evaluations.counts_for_workspace = 1
          and policy_evaluations.status = 'passed'`,
      )
      .orderBy('policy_evaluations.created_at', 'desc')
      .orderBy('policy_evaluations.id', 'desc')
      .limit(1),
);

/**
 * Selects an evaluation of a workspace that was created after a time and determined the modules of the workspace. The
 * conditions are literals, as in `lastPassed`.
 */
export const newerWithModules = query<{ organization: string; workspace: string; at: string }>()(
  (db, { organization, workspace, at }) =>
    db
      .selectFrom('policy_evaluations')
      .select('id')
      .where('organization_id', '=', organization)
      .where('workspace_id', '=', workspace)
      .where('created_at', '>', at)
      .where(
        sql<SqlBool>`scope = 'organization' and counts_for_workspace = 1 and has_modules = 1
          and status in ('passed', 'failed', 'errored', 'unreachable', 'overridden')`,
      )
      .limit(1),
);

/** Selects the digests of an evaluation. */
export const digestsOf = query<{ evaluation: string }>()((db, { evaluation }) =>
  db
    .selectFrom('policy_evaluation_digests')
    .select(policyEvaluationDigests.all)
    .where('evaluation_id', '=', evaluation),
);

/** Locks an evaluation, so that its status is changed by only one transaction at a time. */
export const lockedEvaluation = locker('policy_evaluations', evaluationById);

/**
 * SQL expression for the current status of an evaluation. If the evaluation's override has expired, this is the status
 * before the override. See `asOf`.
 */
export const statusNow = (now: string) => sql<string>`case
    when policy_evaluations.status = 'overridden' and policy_evaluations.override_expires_at <= ${now}
    then policy_evaluations.overridden_status
    else policy_evaluations.status
  end`;

/** Condition that the current status of an evaluation is one of `statuses`. */
const hasStatusNow = (statuses: readonly string[], now: string) => sql<SqlBool>`
  policy_evaluations.status in (${sql.join(statuses)}, 'overridden') and ${statusNow(now)} in (${sql.join(statuses)})`;

/** Statuses that block a run unless the evaluation is overridden. */
const blocked = ['failed', 'errored', 'unreachable'];

/** The statuses in `blocked`, and the status of an overridden evaluation. */
const overridden: ReadonlySet<string> = new Set([...blocked, 'overridden']);

const byStatus = oneOfWords('policy_evaluations.status', policyEvaluations.columns.status);

const isCreatedBy: Filter<'policy_evaluations'>['where'] = ({ eb, ref }, creator, { engine }) =>
  eb(jsonText(engine, ref('policy_evaluations.created_by'), 'id'), '=', creator);

interface ListArguments extends EvaluationReader {
  readonly organization: string;
  /**
   * Set if the list is restricted to the evaluations that the caller may read: `few` if these are few, otherwise
   * `many`. The value is the identifier of the caller.
   */
  readonly few: string | undefined;
  readonly many: string | undefined;
  readonly now: string;
}

/** Whether evaluations are sorted by the number of mandatory policies that failed. */
export const isByFailed = (sort = ''): boolean => sort.endsWith('mandatory-failed');

const organizationColumn = 'policy_evaluations.organization_id';

/** Lists an organization's evaluations, by default from newest to oldest. */
export const evaluationList = list<ListArguments>()(
  (db, { organization }, { engine, uses }) =>
    evaluationRows(db).where(
      ({ ref }) => (uses('few') ? withoutIndex(engine, ref(organizationColumn)) : ref(organizationColumn)),
      '=',
      organization,
    ),
  (rows, sort) => {
    const direction = sort.startsWith('-') ? 'desc' : 'asc';
    return rows
      .$if(isByFailed(sort), (all) => all.orderBy('policy_evaluations.mandatory_failed', direction))
      .orderBy('policy_evaluations.created_at', direction)
      .orderBy('policy_evaluations.id', direction);
  },
  {
    sorts: ['-created-at', 'created-at', '-mandatory-failed', 'mandatory-failed'],
    filters: {
      ...readingFilters,
      // The filter's value has already been converted to an identifier, see `withCreator`.
      'filter[created-by]': { where: isCreatedBy },
      'filter[status]': {
        ...byStatus,
        where: (eb, wanted, { values: { now } }) =>
          overridden.has(wanted) ? hasStatusNow([wanted], now) : byStatus.where(eb, wanted),
        isScan: (wanted) => overridden.has(wanted),
      },
      'filter[blocked]': {
        choices: ['true'],
        where: (eb, _wanted, { values: { now } }) =>
          eb.and([eb('policy_evaluations.source', '=', 'plan'), hasStatusNow(blocked, now)]),
        isScan: true,
      },
      'filter[source]': {
        ...oneOfWords('policy_evaluations.source', policyEvaluations.columns.source),
        isScan: true,
      },
      'filter[workspace]': equal('policy_evaluations.workspace_id'),
      'filter[level]': {
        choices: ['mandatory', 'advisory'],
        // The query contains literals instead of parameters, so that the query planner uses the partial indexes.
        where: (_eb, level) =>
          level === 'mandatory'
            ? sql<SqlBool>`policy_evaluations.mandatory_failed > 0`
            : sql<SqlBool>`policy_evaluations.advisory_failed > 0`,
        isScan: true,
      },
      'filter[since]': { isTime: true, where: (eb, since) => eb('policy_evaluations.created_at', '>=', since) },
      'filter[until]': { isTime: true, where: (eb, until) => eb('policy_evaluations.created_at', '<', until) },
    },
  },
);

export const chunkAt = query<{ evaluation: string; position: number }>()((db, { evaluation, position }) =>
  db
    .selectFrom('policy_evaluation_chunks')
    .select(['id', 'sealed'])
    .where('evaluation_id', '=', evaluation)
    .where('position', '=', position),
);

/** Selects an outcome with the columns that determine who may read it. */
export const outcomeById = query<{ id: string }>()((db, { id }) =>
  db
    .selectFrom('policy_set_outcomes')
    .innerJoin('policy_evaluations', 'policy_evaluations.id', 'policy_set_outcomes.evaluation_id')
    .innerJoin('organizations', 'organizations.id', 'policy_evaluations.organization_id')
    .select(showable)
    .select(['policy_evaluations.organization_id', 'policy_evaluations.created_by'])
    .select(['policy_evaluations.author_id', 'policy_evaluations.author_team_id'])
    .select(readerColumns)
    .where('policy_set_outcomes.id', '=', id),
);

/** Selects up to `limit` outcomes of an evaluation, sorted by the name of the policy set. */
export const firstOutcomes = query<{ evaluation: string; limit: number }>()((db, { evaluation, limit }) =>
  db
    .selectFrom('policy_set_outcomes')
    .select(['policy_set_name', 'outcomes'])
    .where('evaluation_id', '=', evaluation)
    .orderBy('policy_set_name')
    .orderBy('id')
    .limit(limit),
);

/** Selects the outcomes of an evaluation as JSON, sorted by the name of the policy set. */
export const outcomeTexts = query<{ evaluation: string }>()((db, { evaluation }) =>
  db
    .selectFrom('policy_set_outcomes')
    .select(['id', 'policy_set_id', 'policy_set_name', 'kind', 'is_overridable', 'outcomes'])
    .where('evaluation_id', '=', evaluation)
    .orderBy('policy_set_name')
    .orderBy('id'),
);

/** Selects the policy sets that block the run of an evaluation. */
export const blockingSets = query<{ evaluation: string }>()((db, { evaluation }) =>
  db
    .selectFrom('policy_set_outcomes')
    .select('policy_set_id')
    .where('evaluation_id', '=', evaluation)
    .where('is_blocking', '=', 1),
);

/** Selects all outcomes of an evaluation, one row for each policy set that applied. */
export const outcomesOf = query<{ evaluation: string }>()((db, { evaluation }) =>
  db
    .selectFrom('policy_set_outcomes')
    .select(policySetOutcomes.all)
    .where('evaluation_id', '=', evaluation)
    .orderBy('policy_set_name')
    .orderBy('id'),
);

/**
 * Lists the outcomes of an evaluation, one row for each policy set. The filter is a JSON array of pairs of status and
 * enforcement level, in which null matches any value. It selects the sets with a policy that matches at least one of
 * the pairs.
 */
export const outcomeList = list<{ readonly evaluation: string }>()(
  (db, { evaluation }) => db.selectFrom('policy_set_outcomes').select(showable).where('evaluation_id', '=', evaluation),
  (rows) => rows.orderBy('policy_set_outcomes.policy_set_name').orderBy('policy_set_outcomes.id'),
  {
    filters: {
      'filter[0][status]': {
        parameters: ['filter[0][status]', 'filter[0][enforcement_level]'],
        choices: outcomeStatuses,
        readAll: wantedOutcomes,
        where: ({ ref }, wanted, { engine }) => hasPolicyLike(engine, ref('policy_set_outcomes.outcomes'), wanted),
      },
    },
  },
);

/**
 * SQL condition that at least one policy matches one of the pairs in `wanted`. The condition uses `json` instead of
 * `jsonb`, because outputs may contain numbers that `jsonb` cannot represent.
 */
function hasPolicyLike(engine: Engine, outcomes: Expression<string>, wanted: string): Expression<SqlBool> {
  const records = jsonRecords(engine, wanted, { status: 'text', level: 'text' });
  const members = engine === 'sqlite' ? sql`json_each(${outcomes})` : sql`json_array_elements(${outcomes}::json)`;
  return sql<SqlBool>`exists (select 1 from ${members} as policies, ${records}
    where (records.status is null or records.status = policies.value ->> 'status')
    and (records.level is null or records.level = policies.value ->> 'enforcement_level'))`;
}

/** Selects the requirements that an organization sets for its evaluations. */
export const requirements = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('organizations')
    .select(['requires_policies', 'requires_complete_plans', 'requires_workspace', 'unknown_values'])
    .where('id', '=', organization),
);

/** Selects the total size in bytes of an organization's outcomes, as counted for its limit. */
export const outcomeBytes = query<{ organization: string }>()((db, { organization }) =>
  db
    .selectFrom('policy_outcome_bytes')
    .select(sql<number>`cast(coalesce(sum(bytes), 0) as bigint)`.as('bytes'))
    .where('organization_id', '=', organization),
);

/** Adds bytes to the size counted for the day on which the outcomes expire. */
export async function addOutcomeBytes(tx: Transaction, row: StoredRow<'policy_outcome_bytes'>): Promise<void> {
  await tx.run((db) =>
    db
      .insertInto('policy_outcome_bytes')
      .values(row)
      .onConflict((known) =>
        known.column('id').doUpdateSet((now) => ({ bytes: now('policy_outcome_bytes.bytes', '+', row.bytes) })),
      ),
  );
}
