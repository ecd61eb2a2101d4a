// Weekly pass rates of the policies in a set, and weekly results of one policy in all its sets.
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Engine } from '../../../db/engine.ts';
import { query } from '../../../db/query.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { dayBefore } from '../day.ts';

/** Number of weeks for which evaluations are stored. */
const maxWeeks = 13;

/** Maximum number of policies in a response. If there are more, those that failed most often are included. */
const maxPolicies = 100;

/**
 * Numbers of a policy's outcomes in one week, by status. An exempt outcome is counted only as exempt, and an outcome
 * whose findings are all old only as old.
 */
export interface WeekCounts {
  /** Date of the Monday on which the week starts, in UTC. */
  readonly week: string;
  readonly passed: number;
  readonly failed: number;
  readonly errored: number;
  readonly exempted: number;
  readonly old: number;
}

export interface PolicyRates {
  readonly name: string;
  readonly weeks: readonly WeekCounts[];
}

export interface PassRates {
  /** Identifier of the policy set. */
  readonly id: string;
  /** All weeks of the period from oldest to newest, including weeks without outcomes. */
  readonly weeks: readonly string[];
  readonly policies: readonly PolicyRates[];
  /** Whether the set has more policies than the response includes. */
  readonly isCut: boolean;
}

interface RateArguments {
  readonly organization: string;
  readonly set: string;
  readonly since: string;
}

interface RateRow extends WeekCounts {
  readonly name: string;
  /** Number of policies in the set that have outcomes. */
  readonly policies: number;
}

/** SQL expression for the Monday of the week that contains a day; `day` is a date in UTC. */
export const weekIn = (engine: Engine, day: RawBuilder<string> = sql`day`): RawBuilder<string> =>
  engine === 'sqlite'
    ? sql`date(${day}, 'weekday 0', '-6 days')`
    : sql`to_char(date_trunc('week', ${day}::timestamp), 'YYYY-MM-DD')`;

const sums = sql`sum(passed + shadow_passed) as passed, sum(failed + shadow_failed) as failed,
  sum(errored + shadow_errored) as errored, sum(exempted) as exempted, sum(old) as old`;

/** Rows are grouped by policy name, because a policy has a different identifier in each policy set version. */
const rateRows = query<RateArguments>()((db, { organization, set, since }, engine) => {
  const rows = sql<RateRow>`
    with counted as (
      select policy_name as name, ${weekIn(engine)} as week, ${sums}
      from policy_outcome_days
      where policy_set_id = ${set} and organization_id = ${organization} and day >= ${since}
      group by policy_name, 2
    ), policy as (
      select name from counted group by name order by sum(failed) desc, name limit ${sql.lit(maxPolicies)}
    )
    select counted.name, counted.week, counted.passed, counted.failed, counted.errored, counted.exempted, counted.old,
      (select count(distinct name) from counted) as policies
    from counted join policy on policy.name = counted.name
    order by counted.name, counted.week`;
  return { compile: () => rows.compile(db) };
});

const weeksOfPolicy = query<{ organization: string; policy: string; since: string }>()(
  (db, { organization, policy, since }, engine) => {
    const rows = sql<WeekCounts>`
      select ${weekIn(engine)} as week, ${sums} from policy_outcome_days
      where policy_id = ${policy} and organization_id = ${organization} and day >= ${since}
      group by 1`;
    return { compile: () => rows.compile(db) };
  },
);

/** Returns the Mondays of the last weeks, from oldest to newest. */
export const weeksUntil = (clock: Clock): readonly string[] => {
  const now = clock.now();
  const sinceMonday = (new Date(now).getUTCDay() + 6) % 7;
  return Array.from({ length: maxWeeks }, (_, index) => dayBefore(now, sinceMonday + (maxWeeks - 1 - index) * 7));
};

/** Returns the weekly pass rates of a set's policies. The query does not run on the thread that serves requests. */
export async function passRates(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { id, organization_id: organization }: { readonly id: string; readonly organization_id: string },
): Promise<PassRates> {
  const weeks = weeksUntil(clock);
  const rows = await database.scan(rateRows, { organization, set: id, since: weeks[0] ?? '' });
  const policies = Map.groupBy(rows, ({ name }) => name);
  const [{ policies: all = 0 } = {}] = rows;
  return {
    id,
    weeks,
    policies: [...policies].map(([name, counts]) => ({ name, weeks: counts })),
    isCut: all > maxPolicies,
  };
}

/** Weekly results of one policy in all sets that contain or once contained the policy. */
export interface PolicyWeeks {
  /** Identifier of the policy. */
  readonly id: string;
  /** All weeks of the period from oldest to newest, including weeks without outcomes. */
  readonly weeks: readonly WeekCounts[];
}

const noResults = { passed: 0, failed: 0, errored: 0, exempted: 0, old: 0 };

/** Returns the weekly results of a policy. The query does not run on the thread that serves requests. */
export async function weeksOf(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { id, organization_id: organization }: { readonly id: string; readonly organization_id: string },
): Promise<PolicyWeeks> {
  const weeks = weeksUntil(clock);
  const rows = await database.scan(weeksOfPolicy, { organization, policy: id, since: weeks[0] ?? '' });
  const counted = new Map(rows.map((row) => [row.week, row]));
  return { id, weeks: weeks.map((week) => counted.get(week) ?? { week, ...noResults }) };
}
