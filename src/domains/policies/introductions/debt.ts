// Counts the old findings of a policy by workspace and week. Old findings were present before a plan and do not block
// it, so they remain until somebody corrects them.
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { query } from '../../../db/query.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import { type Page, pageIn } from '../../../kernel/page.ts';
import type { PolicyRow } from '../policies/store.ts';
import { weekIn, weeksUntil } from '../posture/weekly-rates.ts';
import { outcomesOfPolicy, type PolicySince } from './outcomes.ts';

/** Maximum number of weekly counts that are read, starting with the newest weeks. */
const maxCounts = 13_000;

interface WeekDebt {
  /** Date of the Monday on which the week starts, in UTC. */
  readonly week: string;
  /**
   * Number of old findings in the last evaluation up to the end of the week; null if the period contains no
   * evaluation of the policy until then.
   */
  readonly old: number | null;
}

/** Old findings of a policy in one workspace. */
export interface WorkspaceDebt {
  readonly policy: string;
  readonly workspace: string;
  readonly name: string;
  /** Number of old findings in the latest evaluation. */
  readonly old: number;
  /** All weeks of the period, from oldest to newest. */
  readonly weeks: readonly WeekDebt[];
}

export interface DebtPage extends Page<WorkspaceDebt> {
  /** Number of old findings in all workspaces together, by week. */
  readonly weeks: readonly { readonly week: string; readonly old: number }[];
}

interface CountRow {
  readonly workspace: string;
  readonly name: string;
  readonly week: string;
  readonly old: number;
}

/** Selects, for each workspace and week, the number of old findings in the last evaluation of the week. */
const weeklyCounts = query<PolicySince>()((db, values, engine) => {
  const rows = sql<CountRow>`
    with outcome as (
      select newest.id, newest.created_at, newest.workspace_id,
        ${weekIn(engine, sql`substr(newest.created_at, 1, 10)`)} as week,
        max(cast(member.value ->> 'old_output_count' as integer)) as old
      ${outcomesOfPolicy(engine, values)} and newest.workspace_id is not null and newest.counts_for_workspace = 1
      group by newest.id, newest.created_at, newest.workspace_id
    ), ranked as (
      select workspace_id, week, old,
        row_number() over (partition by workspace_id, week order by created_at desc, id desc) as place
      from outcome
    )
    select workspaces.id as workspace, workspaces.name, week, old
    from ranked join workspaces on workspaces.id = ranked.workspace_id
    where place = 1 and workspaces.organization_id = ${values.organization}
    order by week desc, workspaces.name limit ${sql.lit(maxCounts)}`;
  return { compile: () => rows.compile(db) };
});

/**
 * Returns a page of the workspaces in which the policy had old findings in the last 13 weeks. Workspaces with the most
 * old findings come first. The query does not run on the thread that serves requests.
 */
export async function listDebt(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { id, organization_id: organization }: PolicyRow,
  { page }: ListQuery,
): Promise<DebtPage> {
  const weeks = weeksUntil(clock);
  const counts = await database.scan(weeklyCounts, { organization, policy: id, since: weeks[0] ?? '' });
  const debts = [...Map.groupBy(counts, ({ workspace }) => workspace).values()]
    .filter((own) => own.some(({ old }) => old > 0))
    .map((own) => debtOf(id, own, weeks))
    .toSorted((one, other) => other.old - one.old || (one.name < other.name ? -1 : 1));
  const sums = weeks.map((week, index) => ({
    week,
    old: debts.reduce((sum, debt) => sum + (debt.weeks[index]?.old ?? 0), 0),
  }));
  return { ...pageIn(debts, page), weeks: sums };
}

function debtOf(policy: string, counts: readonly CountRow[], weeks: readonly string[]): WorkspaceDebt {
  const byWeek = new Map(counts.map(({ week, old }) => [week, old]));
  const { workspace = '', name = '', old = 0 } = counts[0] ?? {};
  const known: WeekDebt[] = [];
  for (const week of weeks) known.push({ week, old: byWeek.get(week) ?? known.at(-1)?.old ?? null });
  return { policy, workspace, name, old, weeks: known };
}
