// Counts of an evaluation, and of the outcomes of policies in it. Pure: the counters and their repair share it.
import { createHash } from 'node:crypto';
import { timestamp } from '../../../kernel/clock.ts';
import { keysOf, sumOf } from '../../../lib/functions/records.ts';
import { dayLength, dayOf } from '../day.ts';

/** Time in ms for which evaluations are kept, at least, after their creation. */
const evaluationTime = 90 * dayLength;

/** Time in ms from the beginning of a day for which its counts are kept: 13 weeks begin up to 90 days ago. */
const countTime = 92 * dayLength;

/** The first of the days whose evaluations are all kept, so that they can be counted again. */
export const firstWholeDay = (now: number): string => dayOf(now - evaluationTime + dayLength);

export const expiryOf = (day: string): string => timestamp(Date.parse(day) + countTime);

/** The counts of a day, each beside its columns. */
export const noCounts = { passed: 0, failed: 0, errored: 0, overridden: 0, shadow_failed: 0, exempted: 0 };
export type DayCounts = Readonly<typeof noCounts>;

const outcomeCounts = {
  passed: 0,
  failed: 0,
  errored: 0,
  exempted: 0,
  shadow_passed: 0,
  shadow_failed: 0,
  shadow_errored: 0,
};
export type OutcomeCounts = Readonly<typeof outcomeCounts>;

export const dayColumns = keysOf(noCounts);
export const outcomeColumns = keysOf(outcomeCounts);

/** An evaluation, as far as it is counted. */
export interface CountedEvaluation {
  readonly id: string;
  readonly organization_id: string;
  readonly created_at: string;
  readonly status: string;
  readonly shadow_failed: number;
  readonly exempted: number;
  readonly is_counted: number;
  readonly is_empty: number;
}

/** The outcome of a policy, as far as it is counted. */
interface CountedOutcome {
  readonly policy_id: string;
  readonly policy_name: string;
  readonly status: 'passed' | 'failed' | 'errored' | 'unreachable';
  readonly shadow: boolean;
  readonly exempt: boolean;
}

/** The outcomes of a set, as far as they are counted. */
export interface CountedSet {
  readonly policy_set_id: string;
  readonly outcomes: readonly CountedOutcome[];
}

/** Counts of a policy in one set. */
export interface PolicyTally extends OutcomeCounts {
  readonly policy_set_id: string;
  readonly policy_id: string;
  readonly policy_name: string;
  readonly last_failure: string;
}

/** The column that counts a status; an evaluation of any other one is counted nowhere. */
const columnOf: Readonly<Record<string, keyof DayCounts>> = {
  passed: 'passed',
  failed: 'failed',
  errored: 'errored',
  unreachable: 'errored',
  overridden: 'overridden',
};

export const countedStatuses = Object.keys(columnOf);

/** True for an evaluation with a result that a program without counters stored: a recount of its day is due, and counts it. */
export const isMissed = ({ is_counted, status }: Pick<CountedEvaluation, 'is_counted' | 'status'>): boolean =>
  is_counted === 0 && Object.hasOwn(columnOf, status);

type Tallied = Pick<CountedEvaluation, 'status' | 'shadow_failed' | 'exempted' | 'is_empty'>;

/** What an evaluation adds to the counts of its day. One that passed without the verdict of any policy adds nothing. */
export function dayTally({ status, shadow_failed, exempted, is_empty }: Tallied): DayCounts {
  const column = columnOf[status];
  if (column === undefined || (status === 'passed' && is_empty === 1)) return noCounts;
  return { ...noCounts, [column]: 1, shadow_failed: Math.min(1, shadow_failed), exempted: Math.min(1, exempted) };
}

/** The column that counts an outcome; one that is exempt is counted as such only. */
function columnOfOutcome({ status, shadow, exempt }: CountedOutcome): keyof OutcomeCounts {
  if (exempt) return 'exempted';
  const result = status === 'unreachable' ? 'errored' : status;
  return shadow ? `shadow_${result}` : result;
}

/** The tallies of the policies in the outcomes of an evaluation. */
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
      last_failure: outcome.status === 'failed' && !outcome.exempt ? `${created_at} ${id}` : '',
    })),
  );

/** Tallies that take others away. A failure that is taken away stays the last one until the next recount. */
export const negated = (tallies: readonly PolicyTally[]): readonly PolicyTally[] =>
  tallies.map((each) => ({ ...each, ...sumOf(outcomeColumns, outcomeCounts, each, -1), last_failure: '' }));

/** One tally for each policy in each set, by its key; those that count nothing are left out. */
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

/** Digest, since names may be longer than a key. */
const keyOf = ({ policy_set_id, policy_id, policy_name }: PolicyTally): string =>
  createHash('sha256')
    .update(JSON.stringify([policy_set_id, policy_id, policy_name]))
    .digest('base64url')
    .slice(0, 24);

/** Difference of two evaluations in the counts of their day. */
export const dayChange = (before: CountedEvaluation, after: CountedEvaluation): DayCounts =>
  sumOf(dayColumns, dayTally(after), dayTally(before), -1);
