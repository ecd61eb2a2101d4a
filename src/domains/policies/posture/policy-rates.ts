// Pass rates by policy. The policies that failed most often come first.
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Engine } from '../../../db/engine.ts';
import { isInJsonArray } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import { listedIn } from '../../../kernel/matching.ts';
import { type Page, pageAtPositions, positionsOf } from '../../../kernel/page.ts';
import { outcomeColumns, type PolicyTally } from '../counts/tallies.ts';
import { type EvaluationReader, everybody } from '../evaluations/readable.ts';
import { ownedColumn } from '../owned-column.ts';
import type { Counted } from './days.ts';
import { newestReadable, talliesOf } from './outcome-queries.ts';
import type { Rate } from './rate.ts';

interface Values extends EvaluationReader {
  readonly organization: string;
  readonly since: string;
  readonly size: number;
  readonly start: number;
  /** JSON array of the identifiers of the requested policies. */
  readonly ids: string;
}

interface PolicyRow extends Pick<PolicyTally, (typeof outcomeColumns)[number] | 'last_failure'> {
  readonly policy_id: string | null;
  readonly policy_set_id: string | null;
  /**
   * Identifier of the policy set that contained the policy; the set may have been deleted. Empty for an individual
   * policy that still exists, because its rate covers all its sets.
   */
  readonly counted_set_id: string;
  readonly name: string;
  readonly total: number;
}

const counted = ({ organization, since }: Values): RawBuilder<unknown> => sql`
  select policy_set_id, policy_id, policy_name, ${sql.join(outcomeColumns.map((each) => sql.ref(each)))}, last_failure
  from policy_outcome_days where organization_id = ${organization} and day >= ${since}`;

const columns = sql.join(
  ['policy_id', 'name', 'counted_set_id', ...outcomeColumns, 'last_failure'].map((each) => sql.ref(`rate.${each}`)),
);

/**
 * Computes pass rates by policy. An individual policy has one rate for all its sets, even if the policy was renamed.
 * Policies of policy set versions and deleted policies are identified by their set and name.
 */
const ratesQuery = (source: (engine: Engine, values: Values) => RawBuilder<unknown>, isNarrowed: boolean) =>
  query<Values>()((db, values, engine) => ({
    compile: () =>
      sql<PolicyRow>`
        with rate as (
          select ${ownedColumn('own', 'id', values.organization)} as policy_id,
            coalesce(${ownedColumn('own', 'name', values.organization)}, counted.policy_name) as name,
            case when own.organization_id = ${values.organization} then '' else counted.policy_set_id end as counted_set_id,
            ${sql.join(outcomeColumns.map((each) => sql`cast(sum(counted.${sql.ref(each)}) as bigint) as ${sql.ref(each)}`))},
            max(counted.last_failure) as last_failure
          from (${source(engine, values)}) as counted
          left join policies as own on own.id = counted.policy_id
          ${isNarrowed ? sql`where own.organization_id = ${values.organization} and ${isInJsonArray(engine, sql.ref('own.id'), values.ids)}` : sql``}
          group by 1, 2, 3
        )
        select ${columns}, ${ownedColumn('policy_sets', 'id', values.organization)} as policy_set_id, count(*) over () as total
        from rate
        left join policy_sets on policy_sets.id = rate.counted_set_id
        order by rate.failed + rate.errored desc, rate.shadow_failed desc, rate.name, rate.counted_set_id
        limit ${values.size} offset ${values.start}`.compile(db),
  }));

const ratesFrom = (source: (engine: Engine, values: Values) => RawBuilder<unknown>) => ({
  all: ratesQuery(source, false),
  some: ratesQuery(source, true),
});

const ofAll = ratesFrom((_engine, values) => counted(values));
const ofReader = ratesFrom((engine, values) => talliesOf(engine, newestReadable(engine, values)));

/**
 * Returns a page of pass rates by policy. For a caller who may read only some evaluations, the rates are computed from
 * the newest of these.
 */
export async function listPolicyRates(
  { database }: Pick<Context, 'database'>,
  { organization, reader }: Counted,
  { page, value }: ListQuery,
  since: string,
): Promise<Page<Rate>> {
  const ids = listedIn(value('filter[policy]'));
  const { start, end } = positionsOf(page);
  const { all, some } = reader === undefined ? ofAll : ofReader;
  const rows = await database.scan(ids === undefined ? all : some, {
    organization,
    since,
    ...(reader ?? everybody),
    ids: JSON.stringify(ids ?? []),
    size: end - start,
    start,
  });
  const rates = rows.map((row) => ({
    ...row,
    id: row.policy_id ?? `${row.counted_set_id}.${row.name}`,
    group: 'policy' as const,
  }));
  return pageAtPositions(rates, rows[0]?.total ?? 0, page);
}
