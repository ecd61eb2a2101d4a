// Counts the recent findings of a policy, so that users know what the policy
// would block with each value of its attribute `introduction`.
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import { query } from '../../../db/query.ts';
import { timestamp } from '../../../kernel/clock.ts';
import { newTurns } from '../../../lib/concurrency/turns.ts';
import { parseKnown } from '../../../lib/json/exact-json.ts';
import { addressOf } from '../../../protocols/policy-output/resource-address.ts';
import { currentCheck } from '../code-checks/stored-check.ts';
import { dayBefore } from '../day.ts';
import type { Outcome } from '../evaluations/outcomes.ts';
import type { PolicyRow } from '../policies/store.ts';
import { outcomesOfPolicy, type PolicySince } from './outcomes.ts';

/** Period of the forecast in days, including the present day. */
const days = 30;

/** Maximum number of the policy's outcomes that are read, and their maximum total length in characters of JSON. */
const [maxOutcomes, maxLength] = [1_000, 4 * 1_048_576];

export interface Forecast {
  /** Identifier of the policy. */
  readonly id: string;
  readonly since: string;
  /** Number of evaluations in which the policy had an outcome, and of those in which it failed. */
  readonly evaluated: number;
  readonly failed: number;
  /** Number of different findings. The same finding in two workspaces is counted twice. */
  readonly findings: number;
  /** Number of findings that are never old, because they do not name exactly one resource. */
  readonly withoutAddress: number;
  /** Number of workspaces with findings. */
  readonly workspaces: number;
  /** Whether all findings of the period were counted. */
  readonly isComplete: boolean;
  /**
   * Members of the plan or the run that the policy reads and that prevent all of its findings from being old. Empty if
   * findings can be old; null if the current code has not been checked.
   */
  readonly neverOld: readonly string[] | null;
}

interface Counts {
  readonly evaluated: number;
  readonly failed: number;
  readonly outcomes: number;
  readonly failures: number;
}

/**
 * A row for each of the newest failed outcomes: the outcome as JSON, and the counts, which are the same in all rows. If
 * no outcome failed, there is one row without an outcome.
 */
type StoredRow = Counts & { readonly workspace_id: string | null; readonly failure: string | null };

const failedOutcomes = query<PolicySince>()((db, values, engine) => {
  const rows = sql<StoredRow>`
    with outcome as materialized (
      select newest.id, newest.created_at, newest.workspace_id, policy_set_outcomes.id as set_outcome,
        case when member.value ->> 'status' = 'failed' then cast(member.value as text) end as failure
      ${outcomesOfPolicy(engine, values)}
      order by newest.created_at desc, newest.id desc limit ${sql.lit(maxOutcomes)}
    ), sized as (
      select workspace_id, failure, sum(length(failure)) over (order by created_at desc, id desc, set_outcome) as total
      from outcome where failure is not null
    )
    select evaluated, failed, outcomes, failures, sized.workspace_id, sized.failure
    from (
      select count(distinct id) as evaluated, count(distinct case when failure is not null then id end) as failed,
        count(*) as outcomes, count(failure) as failures from outcome
    ) as counted left join sized on sized.total <= ${sql.lit(maxLength)}`;
  return { compile: () => rows.compile(db) };
});

type Failure = Pick<Outcome, 'output' | 'output_count' | 'old_output' | 'old_output_count' | 'exempt'>;

/**
 * Counts the findings of a policy in the last 30 days. Exempt findings are not counted. At most 1,000 outcomes of the
 * policy with a total length of 4 MiB are read. The query does not run on the thread that serves requests.
 */
export async function forecastFor(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  row: PolicyRow,
): Promise<Forecast> {
  const since = timestamp(Date.parse(dayBefore(clock.now(), days - 1)));
  const rows = await database.scan(failedOutcomes, { organization: row.organization_id, policy: row.id, since });
  const { evaluated = 0, failed = 0, outcomes = 0, failures = 0 } = rows[0] ?? {};
  const found = rows.flatMap(({ workspace_id: workspace, failure }) =>
    failure === null ? [] : [{ workspace, failure }],
  );
  const counts = await countedIn(found);
  const check = currentCheck(row);
  return {
    id: row.id,
    since,
    evaluated,
    failed,
    ...counts,
    isComplete: counts.isComplete && outcomes < maxOutcomes && found.length === failures,
    neverOld: check?.neverOld ?? null,
  };
}

async function countedIn(failures: readonly { readonly workspace: string | null; readonly failure: string }[]) {
  const takeTurns = newTurns();
  const findings = new Map<string, boolean>();
  const workspaces = new Set<string>();
  let isComplete = true;
  for (const { workspace, failure } of failures) {
    const outcome: Failure = parseKnown(failure);
    const members = membersOf(outcome);
    for (const member of members) findings.set(JSON.stringify([workspace, member]), addressOf(member) !== undefined);
    if (members.length > 0 && workspace !== null) workspaces.add(workspace);
    isComplete &&=
      outcome.output.length + outcome.old_output.length === outcome.output_count + outcome.old_output_count;
    await takeTurns();
  }
  const withoutAddress = [...findings.values()].filter((hasAddress) => !hasAddress).length;
  return { findings: findings.size, withoutAddress, workspaces: workspaces.size, isComplete };
}

/** Returns the findings of a failed policy. A policy that failed without output has one finding without a text. */
const membersOf = ({ output, output_count, old_output, old_output_count, exempt }: Failure): readonly unknown[] =>
  output_count + old_output_count === 0 && !exempt ? [null] : [...output, ...old_output];
