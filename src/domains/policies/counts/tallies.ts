// Computes the counts that an evaluation and its policy outcomes add to a day. The counters and the recount use these
// functions. All functions are pure.
import { createHash } from 'node:crypto';
import { timestamp } from '../../../kernel/clock.ts';
import type { Introduction } from '../../../kernel/introduction.ts';
import { keysOf, sumOf } from '../../../lib/functions/records.ts';
import { dayLength, dayOf } from '../day.ts';

/** Minimum time in ms for which evaluations are stored after their creation. */
const evaluationTime = 90 * dayLength;

/**
 * Time in ms for which a day's counts are stored, measured from the start of the day. Charts show 13 weeks, and the
 * first of these weeks may have started 90 days ago.
 */
const countTime = 92 * dayLength;

/** Returns the first day whose evaluations are all still stored. Earlier days cannot be recounted. */
export const firstWholeDay = (now: number): string => dayOf(now - evaluationTime + dayLength);

export const expiryOf = (day: string): string => timestamp(Date.parse(day) + countTime);

/** Counts of a day without evaluations, keyed by column. */
export const noCounts = { passed: 0, failed: 0, errored: 0, overridden: 0, shadow_failed: 0, exempted: 0, old: 0 };
export type DayCounts = Readonly<typeof noCounts>;

const outcomeCounts = {
  passed: 0,
  failed: 0,
  errored: 0,
  exempted: 0,
  old: 0,
  shadow_passed: 0,
  shadow_failed: 0,
  shadow_errored: 0,
};
export type OutcomeCounts = Readonly<typeof outcomeCounts>;

export const dayColumns = keysOf(noCounts);
export const outcomeColumns = keysOf(outcomeCounts);

/** Properties of an evaluation that determine its counts. */
export interface CountedEvaluation {
  readonly id: string;
  readonly organization_id: string;
  readonly created_at: string;
  readonly source: 'plan' | 'state';
  readonly status: string;
  readonly shadow_failed: number;
  readonly exempted: number;
  readonly old: number;
  readonly is_counted: number;
  readonly is_empty: number;
}

/** Properties of a policy outcome that determine its counts. */
interface CountedOutcome {
  readonly policy_id: string;
  readonly policy_name: string;
  readonly status: 'passed' | 'failed' | 'errored' | 'unreachable';
  readonly introduction: Introduction;
  readonly exempt: boolean;
  readonly old: boolean;
}

/** Policy outcomes of one set. */
export interface CountedSet {
  readonly policy_set_id: string;
  readonly outcomes: readonly CountedOutcome[];
}

/** Numbers of outcomes that a policy had in one set. */
export interface PolicyTally extends OutcomeCounts {
  readonly policy_set_id: string;
  readonly policy_id: string;
  readonly policy_name: string;
  readonly last_failure: string;
}

/** Maps evaluation statuses to the columns that count them. Evaluations with any other status are not counted. */
const columnOf: Readonly<Record<string, keyof DayCounts>> = {
  passed: 'passed',
  failed: 'failed',
  errored: 'errored',
  unreachable: 'errored',
  overridden: 'overridden',
};

export const countedStatuses = Object.keys(columnOf);

/**
 * Whether an evaluation has a result that is not in the counts, because a release without counters stored the
 * evaluation. The next recount of its day adds the evaluation to the counts.
 */
export const isMissed = ({ is_counted, status }: Pick<CountedEvaluation, 'is_counted' | 'status'>): boolean =>
  is_counted === 0 && Object.hasOwn(columnOf, status);

type Tallied = Pick<CountedEvaluation, 'status' | 'shadow_failed' | 'exempted' | 'old' | 'is_empty'>;

/** Returns the counts that one evaluation adds to its day. A passed evaluation without any verdict adds nothing. */
export function dayTally({ status, is_empty, ...counts }: Tallied): DayCounts {
  const column = columnOf[status];
  if (column === undefined || (status === 'passed' && is_empty === 1)) return noCounts;
  const { shadow_failed, exempted, old } = counts;
  return {
    ...noCounts,
    [column]: 1,
    shadow_failed: Math.min(1, shadow_failed),
    exempted: Math.min(1, exempted),
    old: Math.min(1, old),
  };
}

/**
 * Returns the column that counts an outcome. An exempt outcome is counted only in `exempted`, and an outcome whose
 * findings are all old only in `old`.
 */
function columnOfOutcome({ status, introduction, exempt, old }: CountedOutcome): keyof OutcomeCounts {
  if (exempt) return 'exempted';
  if (old) return 'old';
  const result = status === 'unreachable' ? 'errored' : status;
  return introduction === 'shadow' ? `shadow_${result}` : result;
}

/** Returns one tally for each policy outcome of an evaluation. */
export const policyTallies = (
  { id, created_at }: Pick<CountedEvaluation, 'id' | 'created_at'>,
  sets: readonly CountedSet[],
): readonly PolicyTally[] =>
  sets.flatMap(({ policy_set_id, outcomes }) =>
    outcomes.map((outcome) => ({
      policy_set_id,
      policy_id: outcome.policy_id,
      policy_name: outcome.policy_name,
      ...outcomeCounts,
      [columnOfOutcome(outcome)]: 1,
      last_failure: outcome.status === 'failed' && !outcome.exempt && !outcome.old ? `${created_at} ${id}` : '',
    })),
  );

/**
 * Negates the numbers in tallies, so that adding the tallies subtracts them. `last_failure` cannot be subtracted and
 * stays unchanged until the next recount.
 */
export const negated = (tallies: readonly PolicyTally[]): readonly PolicyTally[] =>
  tallies.map((each) => ({ ...each, ...sumOf(outcomeColumns, outcomeCounts, each, -1), last_failure: '' }));

/**
 * Adds up tallies by policy and set. Each key of the result is a digest that identifies a policy in a set. Sums in
 * which all counts are zero are left out.
 */
export function summed(tallies: Iterable<PolicyTally>): ReadonlyMap<string, PolicyTally> {
  const sums = new Map<string, PolicyTally>();
  for (const tally of tallies) {
    const key = keyOf(tally);
    const known = sums.get(key);
    sums.set(key, known === undefined ? tally : added(known, tally));
  }
  return new Map([...sums].filter(([, tally]) => outcomeColumns.some((column) => tally[column] !== 0)));
}

const added = (one: PolicyTally, other: PolicyTally): PolicyTally => ({
  ...one,
  ...sumOf(outcomeColumns, one, other),
  last_failure: one.last_failure > other.last_failure ? one.last_failure : other.last_failure,
});

/**
 * Returns a digest that identifies a policy in a set. A digest is used because names may be too long for an identifier
 * column.
 */
const keyOf = ({ policy_set_id, policy_id, policy_name }: PolicyTally): string =>
  createHash('sha256')
    .update(JSON.stringify([policy_set_id, policy_id, policy_name]))
    .digest('base64url')
    .slice(0, 24);

/** Returns the difference in a day's counts if an evaluation changes from `before` to `after`. */
export const dayChange = (before: CountedEvaluation, after: CountedEvaluation): DayCounts =>
  sumOf(dayColumns, dayTally(after), dayTally(before), -1);
