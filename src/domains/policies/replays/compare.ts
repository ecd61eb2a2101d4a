// Compares a policy's outcomes before and after a change. All functions are pure and do not depend on the source of the
// outcomes.
import { isMandatory } from '../../../kernel/enforcement-levels.ts';
import type { ReplayResult } from './entity.ts';

/** Outcome of a policy for one recorded input, as API responses show it. */
export interface ReplayOutcome {
  /** Status of the verdict, or `not-replayable` if the verdict depends on a masked value. */
  readonly status: string;
  readonly 'enforcement-level': string;
  readonly shadow: boolean;
  /** Whether all findings are old, so that the policy does not block the run. */
  readonly old: boolean;
  readonly revision: number | null;
  /**
   * `output-count` is the number of findings, without old findings. `output` has the first of these findings, or is
   * null if the output was not stored.
   */
  readonly 'output-count': number;
  readonly output: readonly unknown[] | null;
  readonly problems: readonly string[];
}

export const notReplayable = 'not-replayable';

/**
 * A policy whose outcomes before and after the change differ. `before` is null if the policy was not evaluated before
 * the change.
 */
export interface PolicyDifference {
  readonly 'policy-id': string;
  readonly 'policy-name': string;
  readonly result: ReplayResult;
  readonly before: ReplayOutcome | null;
  readonly after: ReplayOutcome;
}

/**
 * Returns the severity of an outcome: 0 if the policy passed or has no outcome, 1 if the policy only warns, 2 if it
 * blocks the run.
 */
function weightOf(outcome: ReplayOutcome | null): number {
  if (outcome === null || outcome.status === 'passed') return 0;
  return isMandatory(outcome['enforcement-level']) && !outcome.shadow && !outcome.old ? 2 : 1;
}

/** Returns the worst outcome for the run; null if there is none. */
export const worstOf = (outcomes: readonly ReplayOutcome[]): ReplayOutcome | null =>
  outcomes.toSorted((one, other) => weightOf(other) - weightOf(one))[0] ?? null;

/**
 * Compares the outcomes of one policy. `newly-failing` includes a policy that only warned before the change and now
 * blocks the run.
 */
export function compared(before: ReplayOutcome | null, after: ReplayOutcome): ReplayResult {
  if (after.status === 'errored' || (after.status === 'unreachable' && before?.status !== 'unreachable'))
    return 'errored';
  if (after.status === notReplayable || before?.status === notReplayable) return notReplayable;
  const change = weightOf(after) - weightOf(before);
  if (change !== 0) return change > 0 ? 'newly-failing' : 'newly-passing';
  return before === null || isSameOutput(before, after) ? 'unchanged' : 'changed';
}

function isSameOutput(before: ReplayOutcome, after: ReplayOutcome): boolean {
  if (before['output-count'] !== after['output-count']) return false;
  return before.output === null || JSON.stringify(before.output) === JSON.stringify(after.output);
}

const byWeight: readonly ReplayResult[] = ['newly-failing', 'errored', notReplayable, 'newly-passing', 'changed'];

/** Returns the result of a recorded input, which is the worst result of its policies. */
export const resultOf = (differences: readonly PolicyDifference[]): ReplayResult =>
  byWeight.find((one) => differences.some(({ result }) => result === one)) ?? 'unchanged';

/** Maximum total length of the shown outputs for one input, in characters of JSON. */
const maxShown = 32_768;

/** Removes outputs beyond `maxShown` characters in total. This limits the size of lists of differences. */
export function withinBounds(differences: readonly PolicyDifference[]): readonly PolicyDifference[] {
  let left = maxShown;
  const bounded = <Outcome extends ReplayOutcome | null>(outcome: Outcome): Outcome => {
    if (outcome === null) return outcome;
    left -= JSON.stringify([outcome.output, outcome.problems]).length;
    return left >= 0
      ? outcome
      : { ...outcome, output: null, problems: ['The output was left out, because it is too long.'] };
  };
  return differences.map((each) => ({ ...each, before: bounded(each.before), after: bounded(each.after) }));
}
