// Counts an organization's evaluations by day and status. Only evaluations that the caller may read are counted.
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { isAnyOf } from '../../../db/expressions.ts';
import { query } from '../../../db/query.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { sumOf } from '../../../lib/functions/records.ts';
import { daysSince } from '../counts/store.ts';
import { type DayCounts, dayColumns, dayTally, noCounts } from '../counts/tallies.ts';
import { dayBefore, dayOf } from '../day.ts';
import { type EvaluationReader, readableIds } from '../evaluations/readable.ts';
import { statusNow } from '../evaluations/store.ts';
import { hasResult } from './outcome-queries.ts';

/** Evaluations to count: all evaluations of an organization, or only those that one caller may read. */
export interface Counted {
  readonly organization: string;
  readonly reader: EvaluationReader | undefined;
}

export interface Day extends DayCounts {
  readonly day: string;
}

interface Since {
  readonly organization: string;
  readonly since: string;
  readonly now: string;
}

const day = sql<string>`substr(created_at, 1, 10)`.as('day');

/**
 * Selects evaluations whose overrides have expired. Their current status is the status before the override, but the
 * stored counts still count them as overridden.
 */
const endedOverrides = query<Since>()((db, { organization, since, now }) =>
  db
    .selectFrom('policy_evaluations')
    .select(day)
    .select('overridden_status as status')
    .select(({ fn }) => fn.countAll<number>().as('evaluations'))
    .where('organization_id', '=', organization)
    .where('override_expires_at', 'is not', null)
    .where('override_expires_at', '<=', now)
    .where('status', '=', 'overridden')
    .where('created_at', '>=', since)
    .groupBy(sql`1`)
    .groupBy('overridden_status'),
);

/** Counts the evaluations that one caller may read. The database has no stored counts by caller. */
const readableDays = query<Since & EvaluationReader>()((db, values, engine) =>
  db
    .selectFrom('policy_evaluations')
    .select(day)
    .select(statusNow(values.now).as('status'))
    .select(sql<number>`case when shadow_failed > 0 then 1 else 0 end`.as('shadow_failed'))
    .select(sql<number>`case when exempted > 0 then 1 else 0 end`.as('exempted'))
    .select(sql<number>`case when old > 0 then 1 else 0 end`.as('old'))
    .select('is_empty')
    .select(({ fn }) => fn.countAll<number>().as('evaluations'))
    .where(({ ref }) => isAnyOf(engine, ref('policy_evaluations.id'), readableIds(engine, values, values.since)))
    .where(hasResult)
    .groupBy(sql`1`)
    .groupBy(sql`2`)
    .groupBy(sql`3`)
    .groupBy(sql`4`)
    .groupBy(sql`5`)
    .groupBy('is_empty'),
);

/** Returns the counts of the last days from oldest to newest, including days without evaluations. */
export async function lastDays(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { organization, reader }: Counted,
  days: number,
): Promise<readonly Day[]> {
  const now = clock.now();
  const names = Array.from({ length: days }, (_, index) => dayBefore(now, days - 1 - index));
  const since = { organization, since: names[0] ?? dayOf(now), now: timestamp(now) };
  const counts = new Map<string, DayCounts>();
  const add = (name: string, by: DayCounts, factor = 1) =>
    counts.set(name, sumOf(dayColumns, counts.get(name) ?? noCounts, by, factor));
  if (reader !== undefined) {
    for (const row of await database.scan(readableDays, { ...since, ...reader }))
      add(row.day, dayTally(row), row.evaluations);
  } else {
    const [all, ended] = await Promise.all([database.rows(daysSince, since), database.scan(endedOverrides, since)]);
    for (const each of all) add(each.day, each);
    for (const { day: name, status, evaluations } of ended) {
      const changed = { shadow_failed: 0, exempted: 0, old: 0, is_empty: 0 };
      add(name, dayTally({ ...changed, status: status ?? '' }), evaluations);
      add(name, dayTally({ ...changed, status: 'overridden' }), -evaluations);
    }
  }
  return names.map((name) => ({ day: name, ...(counts.get(name) ?? noCounts) }));
}
