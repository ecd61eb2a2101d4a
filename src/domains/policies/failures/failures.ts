// Lists the recent evaluations in which a policy did not pass. Deleted evaluations and evaluations with the source
// `state` are not listed.
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { query } from '../../../db/query.ts';
import type { ListQuery } from '../../../jsonapi/query.ts';
import { timestamp } from '../../../kernel/clock.ts';
import type { Introduction } from '../../../kernel/introduction.ts';
import { type Page, pageIn } from '../../../kernel/page.ts';
import { parseTimestamp } from '../../../kernel/parse-timestamp.ts';
import { memberFlag } from '../evaluations/outcome-members.ts';
import { isBlocking, type OutcomeStatus, type Weighed } from '../evaluations/outcomes.ts';
import { outcomesOfPolicy, type PolicySince } from '../introductions/outcomes.ts';
import { ownedColumn } from '../owned-column.ts';
import type { PolicyRow } from '../policies/store.ts';

/** Maximum age of listed evaluations in ms. Older evaluations are not stored. */
const maxAge = 91 * 86_400_000;

/** Maximum number of outcomes that are listed, starting with the newest. */
const maxOutcomes = 1_000;

/**
 * An evaluation in which a policy did not pass. If several sets contain the policy, the row has the outcome with the
 * strongest effect on the run.
 */
export interface FailureRow {
  readonly policy_id: string;
  readonly evaluation_id: string;
  readonly created_at: string;
  readonly workspace_id: string | null;
  readonly workspace_name: string | null;
  readonly policy_set_name: string;
  readonly status: Exclude<OutcomeStatus, 'passed'>;
  readonly enforcement_level: string;
  readonly introduction: Introduction;
  readonly exempt: boolean;
  readonly old: boolean;
  readonly output_count: number;
}

/** A page of failures, and the total number of evaluations in which the policy had an outcome. */
export interface FailurePage extends Page<FailureRow> {
  readonly evaluated: number;
}

type StoredFailure = Omit<FailureRow, 'policy_id' | 'exempt' | 'old'> & {
  readonly exempt: boolean | number;
  readonly old: boolean | number;
};

/** A failure or, if the policy has no failures, a single row that has only the number of evaluations. */
type StoredRow = Pick<FailurePage, 'evaluated'> & (StoredFailure | { readonly evaluation_id: null });

const failureRows = query<PolicySince>()((db, values, engine) => {
  const { organization } = values;
  const rows = sql<StoredRow>`
      with outcome as materialized (
        select newest.id as evaluation_id, newest.created_at, newest.workspace_id,
          policy_set_outcomes.policy_set_name, member.value ->> 'status' as status,
          member.value ->> 'enforcement_level' as enforcement_level, member.value ->> 'introduction' as introduction,
          ${memberFlag('exempt')} as exempt, ${memberFlag('old')} as old, cast(member.value ->> 'output_count' as integer) as output_count
        ${outcomesOfPolicy(engine, values)}
      ), failure as (
        select evaluation_id, outcome.created_at, policy_set_name, status, enforcement_level, introduction, exempt, old,
          output_count,
          ${ownedColumn('workspaces', 'id', organization)} as workspace_id, ${ownedColumn('workspaces', 'name', organization)} as workspace_name
        from outcome left join workspaces on workspaces.id = outcome.workspace_id
        where status <> 'passed'
        order by outcome.created_at desc, evaluation_id desc, policy_set_name
        limit ${sql.lit(maxOutcomes)}
      )
      select counted.evaluated, failure.*
      from (select count(distinct evaluation_id) as evaluated from outcome) as counted left join failure on true
      order by failure.created_at desc, failure.evaluation_id desc, failure.policy_set_name`;
  return { compile: () => rows.compile(db) };
});

/** Whether the policy would have blocked the run if it were not in shadow mode. */
export const wouldBlock = ({ introduction, ...rest }: Weighed): boolean =>
  introduction === 'shadow' && isBlocking({ ...rest, introduction: 'enforce' });

const weightOf = (row: FailureRow): number => (isBlocking(row) ? 2 : wouldBlock(row) ? 1 : 0);

const heaviest = (rows: readonly FailureRow[]): readonly FailureRow[] =>
  rows.toSorted((one, other) => weightOf(other) - weightOf(one)).slice(0, 1);

const isFailure = (row: StoredRow): row is StoredRow & StoredFailure => row.evaluation_id !== null;

/**
 * Returns a page of the evaluations in which a policy did not pass, from newest to oldest. Only the organization's
 * newest 20,000 evaluations of the last 91 days are searched. The query does not run on the thread that serves
 * requests.
 */
export async function listFailures(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { id, organization_id: organization }: PolicyRow,
  { page, value }: ListQuery,
): Promise<FailurePage> {
  const oldest = timestamp(clock.now() - maxAge);
  const since = [oldest, parseTimestamp(value('filter[since]') ?? '') ?? ''].sort().at(-1) ?? oldest;
  const stored = await database.scan(failureRows, { organization, policy: id, since });
  const rows = stored.filter(isFailure).map(({ evaluated: _, exempt, old, ...row }) => ({
    ...row,
    policy_id: id,
    exempt: Boolean(exempt),
    old: Boolean(old),
  }));
  const failures = [...Map.groupBy(rows, ({ evaluation_id }) => evaluation_id).values()].flatMap(heaviest);
  const wanted = value('filter[would-block]');
  const listed = failures.filter((row) => wanted === undefined || String(wouldBlock(row)) === wanted);
  return { ...pageIn(listed, page), evaluated: stored[0]?.evaluated ?? 0 };
}
