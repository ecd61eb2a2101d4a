// Queries that count evaluations and outcomes without using stored counts. They are used for recounts and for the
// evaluations that a single caller may read.
import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../../db/engine.ts';
import { isAnyOf } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';
import type { OrganizationDay } from '../counts/store.ts';
import { countedStatuses, outcomeColumns, type PolicyTally } from '../counts/tallies.ts';
import { memberFlag, outcomeMembers } from '../evaluations/outcome-members.ts';
import { type EvaluationReader, readableIds } from '../evaluations/readable.ts';

/**
 * Condition that an evaluation has a result and that its source is not `state`, so that the evaluation is counted. The
 * condition contains literals instead of parameters, so that the query planner uses the partial indexes.
 */
export const hasResult = sql<boolean>`policy_evaluations.source = 'plan'
  and policy_evaluations.status in (${sql.join(countedStatuses.map((one) => sql.lit(one)))})`;

/**
 * Selects the next evaluation whose result is not counted yet. Evaluations are ordered by organization and time,
 * starting after the given position. The query reads a single index entry.
 */
export const nextUncounted = query<{ organization: string; time: string; since: string }>()(
  (db, { organization, time, since }) =>
    db
      .selectFrom('policy_evaluations')
      .select(['organization_id', 'created_at'])
      .where(sql<boolean>`is_counted = 0`)
      .where(hasResult)
      .where('created_at', '>=', since)
      .where(sql<boolean>`(organization_id, created_at) > (${organization}, ${time})`)
      .orderBy('organization_id')
      .orderBy('created_at')
      .limit(1),
);

interface DayPage extends OrganizationDay {
  readonly time: string;
  readonly id: string;
  readonly end: string;
  readonly limit: number;
}

/** Selects a page of those evaluations of a day that have a result, starting after `time` and `id`. */
export const evaluationsOfDay = query<DayPage>()((db, { organization_id, time, id, end, limit }) =>
  db
    .selectFrom('policy_evaluations')
    .select(['id', 'organization_id', 'created_at', 'source', 'status', 'shadow_failed', 'exempted', 'old'])
    .select(['is_counted', 'is_empty'])
    .where('organization_id', '=', organization_id)
    .where(sql<boolean>`(created_at, id) > (${time}, ${id})`)
    .where('created_at', '<', end)
    .where(hasResult)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit),
);

const count = (column: string, is: RawBuilder<unknown>): RawBuilder<number> =>
  sql`count(case when ${is} then 1 end) as ${sql.ref(column)}`;

const withStatus = (...statuses: readonly string[]): RawBuilder<boolean> =>
  sql`status in (${sql.join(statuses.map((one) => sql.lit(one)))})`;

/** Condition under which each counter includes an outcome. The conditions must match the rules of `policyTallies`. */
const columns: Readonly<Record<(typeof outcomeColumns)[number], RawBuilder<boolean>>> = {
  passed: sql`${withStatus('passed')} and not is_shadow and not is_spared`,
  failed: sql`${withStatus('failed')} and not is_shadow and not is_spared`,
  errored: sql`${withStatus('errored', 'unreachable')} and not is_shadow and not is_spared`,
  exempted: sql`is_exempt`,
  old: sql`is_spared and not is_exempt`,
  shadow_passed: sql`${withStatus('passed')} and is_shadow and not is_spared`,
  shadow_failed: sql`${withStatus('failed')} and is_shadow and not is_spared`,
  shadow_errored: sql`${withStatus('errored', 'unreachable')} and is_shadow and not is_spared`,
};

/**
 * Computes the policy tallies of evaluations; `evaluations` is a query that returns the columns `id` and `created_at`.
 */
export const talliesOf = (
  engine: Engine,
  evaluations: RawBuilder<unknown>,
): RawBuilder<PolicyTally> => sql<PolicyTally>`
  select policy_set_id, policy_id, policy_name,
    ${sql.join(outcomeColumns.map((column) => count(column, columns[column])))},
    coalesce(max(case when status = 'failed' and not is_spared then created_at || ' ' || id end), '') as last_failure
  from (
    select policy_set_outcomes.policy_set_id, evaluation.id, evaluation.created_at,
      member.value ->> 'policy_id' as policy_id, member.value ->> 'policy_name' as policy_name,
      member.value ->> 'status' as status, coalesce(member.value ->> 'introduction', '') = 'shadow' as is_shadow,
      ${memberFlag('exempt')} as is_exempt, ${memberFlag('exempt')} or ${memberFlag('old')} as is_spared
    from (${evaluations}) as evaluation
    join policy_set_outcomes on policy_set_outcomes.evaluation_id = evaluation.id
    cross join ${outcomeMembers(engine)}
  ) as outcome
  group by policy_set_id, policy_id, policy_name`;

interface Between {
  readonly organization: string;
  readonly time: string;
  readonly id: string;
  readonly lastTime: string;
  readonly lastId: string;
}

/**
 * Computes the policy tallies of the evaluations after `time` and `id`, up to and including `lastTime` and `lastId`.
 */
export const talliesBetween = query<Between>()((db, { organization, time, id, lastTime, lastId }, engine) => ({
  compile: () =>
    talliesOf(
      engine,
      sql`select id, created_at from policy_evaluations where organization_id = ${organization}
        and (created_at, id) > (${time}, ${id}) and (created_at, id) <= (${lastTime}, ${lastId}) and ${hasResult}`,
    ).compile(db),
}));

/** Maximum number of evaluations that one caller may read whose outcomes are counted, starting with the newest. */
const maxReadable = 1_000;

/** Selects the newest evaluations that one caller may read. */
export const newestReadable = (
  engine: Engine,
  reader: EvaluationReader & { readonly organization: string; readonly since: string },
): RawBuilder<unknown> => sql`
  select id, created_at from policy_evaluations
  where ${isAnyOf(engine, sql.ref('policy_evaluations.id'), readableIds(engine, reader, reader.since))} and ${hasResult}
  order by created_at desc, id desc limit ${sql.lit(maxReadable)}`;
