// Pass rates of the policies of a set, week by week, from the evaluations that are still kept.
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Engine } from '../../../db/engine.ts';
import { query } from '../../../db/query.ts';
import { type Clock, timestamp } from '../../../kernel/clock.ts';

const day = 86_400_000;

/** As long as evaluations are kept. */
const maxWeeks = 13;

/** The policies that failed most often are shown. */
const maxPolicies = 100;

/** So many evaluations of the organization are counted, the newest first. */
const maxEvaluations = 20_000;

/** Number of outcomes of a policy in one week, by status; those that are exempt are counted nowhere else. */
export interface WeekCounts {
  /** The Monday that it begins with, in UTC. */
  readonly week: string;
  readonly passed: number;
  readonly failed: number;
  readonly errored: number;
  readonly exempted: number;
}

export interface PolicyRates {
  readonly name: string;
  readonly weeks: readonly WeekCounts[];
}

export interface PassRates {
  /** The policy set. */
  readonly id: string;
  /** All weeks, the oldest first, also those without an outcome. */
  readonly weeks: readonly string[];
  readonly policies: readonly PolicyRates[];
  /** True if there are more evaluations, or more policies, than are counted. */
  readonly isCut: boolean;
}

interface RateArguments {
  readonly organization: string;
  readonly set: string;
  readonly since: string;
}

interface RateRow extends WeekCounts {
  readonly name: string;
  /** Of all policies, and of the evaluations that were counted. */
  readonly policies: number;
  readonly evaluations: number;
}

const weekIn = (engine: Engine): RawBuilder<string> =>
  engine === 'sqlite'
    ? sql`date(newest.created_at, 'weekday 0', '-6 days')`
    : sql`to_char(date_trunc('week', newest.created_at::timestamptz at time zone 'UTC'), 'YYYY-MM-DD')`;

const membersIn = (engine: Engine): RawBuilder<unknown> =>
  engine === 'sqlite'
    ? sql`json_each(policy_set_outcomes.outcomes) as member`
    : sql`jsonb_array_elements(policy_set_outcomes.outcomes::jsonb) as member(value)`;

const countOf = (...statuses: readonly string[]): RawBuilder<number> =>
  sql`count(case when not is_exempt and status in (${sql.join(statuses.map((one) => sql.lit(one)))}) then 1 end)`;

/** Policies of versions have another identifier in each, so that their names tell which are the same. */
const rateRows = query<RateArguments>()((db, { organization, set, since }, engine) => {
  const rows = sql<RateRow>`
    with newest as (
      select id, created_at from policy_evaluations
      where organization_id = ${organization} and created_at >= ${since}
      order by created_at desc, id desc limit ${sql.lit(maxEvaluations)}
    ), outcome as (
      select ${weekIn(engine)} as week, member.value ->> 'policy_name' as name, member.value ->> 'status' as status,
        coalesce(cast(member.value ->> 'exempt' as text), '0') in ('true', '1') as is_exempt
      from newest
      join policy_set_outcomes on policy_set_outcomes.evaluation_id = newest.id
        and policy_set_outcomes.policy_set_id = ${set}
      cross join ${membersIn(engine)}
    ), counted as (
      select name, week, ${countOf('passed')} as passed, ${countOf('failed')} as failed,
        ${countOf('errored', 'unreachable')} as errored, count(case when is_exempt then 1 end) as exempted
      from outcome group by name, week
    ), policy as (
      select name from counted group by name order by sum(failed) desc, name limit ${sql.lit(maxPolicies)}
    )
    select counted.name, counted.week, counted.passed, counted.failed, counted.errored, counted.exempted,
      (select count(distinct name) from counted) as policies, (select count(*) from newest) as evaluations
    from counted join policy on policy.name = counted.name
    order by counted.name, counted.week`;
  return { compile: () => rows.compile(db) };
});

/** The Mondays of the last weeks, the oldest first. */
const weeksUntil = (clock: Clock): readonly string[] => {
  const now = clock.now();
  const monday = now - ((new Date(now).getUTCDay() + 6) % 7) * day;
  return Array.from({ length: maxWeeks }, (_, index) =>
    new Date(monday - (maxWeeks - 1 - index) * 7 * day).toISOString().slice(0, 10),
  );
};

/** Counts the outcomes of the policies of a set, off the serving thread. */
export async function passRates(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { id, organization_id: organization }: { readonly id: string; readonly organization_id: string },
): Promise<PassRates> {
  const weeks = weeksUntil(clock);
  const since = timestamp(Date.parse(`${weeks[0]}T00:00:00Z`));
  const rows = await database.scan(rateRows, { organization, set: id, since });
  const policies = Map.groupBy(rows, ({ name }) => name);
  const [{ policies: all = 0, evaluations = 0 } = {}] = rows;
  return {
    id,
    weeks,
    policies: [...policies].map(([name, counts]) => ({ name, weeks: counts })),
    isCut: all > maxPolicies || evaluations >= maxEvaluations,
  };
}
