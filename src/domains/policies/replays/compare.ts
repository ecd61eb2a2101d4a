// Compares the outcomes of a policy before and after a change. Pure functions, independent of the source of the
// outcomes.
import { isMandatory } from '../../../kernel/enforcement-levels.ts';
import type { ReplayResult } from './entity.ts';

/** Outcome of a policy with one input, as API responses show it. */
export interface ReplayOutcome {
  readonly status: string;
  readonly 'enforcement-level': string;
  readonly shadow: boolean;
  readonly revision: number | null;
  /** Number of members of the output, and the first members; `output` is null if it was not stored. */
  readonly 'output-count': number;
  readonly output: readonly unknown[] | null;
  readonly problems: readonly string[];
}

/**
 * A policy whose outcomes before and after the change differ; `before` is null if the policy was not evaluated before.
 */
export interface PolicyDifference {
  readonly 'policy-id': string;
  readonly 'policy-name': string;
  readonly result: ReplayResult;
  readonly before: ReplayOutcome | null;
  readonly after: ReplayOutcome;
}

/** Weight of an outcome: 0 if it passed or there is none, 1 if it is only a warning, 2 if it blocks the run. */
function weightOf(outcome: ReplayOutcome | null): number {
  if (outcome === null || outcome.status === 'passed') return 0;
  return isMandatory(outcome['enforcement-level']) && !outcome.shadow ? 2 : 1;
}

/**
 * Compares the outcomes of one policy. A policy that only warned before and now blocks the run is `newly-failing`, too.
 */
export function compared(before: ReplayOutcome | null, after: ReplayOutcome): ReplayResult {
  if (after.status === 'errored' || (after.status === 'unreachable' && before?.status !== 'unreachable'))
    return 'errored';
  const change = weightOf(after) - weightOf(before);
  if (change !== 0) return change > 0 ? 'newly-failing' : 'newly-passing';
  return before === null || isSameOutput(before, after) ? 'unchanged' : 'changed';
}

function isSameOutput(before: ReplayOutcome, after: ReplayOutcome): boolean {
  if (before['output-count'] !== after['output-count']) return false;
  return before.output === null || JSON.stringify(before.output) === JSON.stringify(after.output);
}

const byWeight: readonly ReplayResult[] = ['newly-failing', 'errored', 'newly-passing', 'changed'];

/** Returns the result of an input: the worst result of its policies. */
export const resultOf = (differences: readonly PolicyDifference[]): ReplayResult =>
  byWeight.find((one) => differences.some(({ result }) => result === one)) ?? 'unchanged';

/** Maximum total length of the outputs of one input, in characters of JSON. */
const maxShown = 32_768;

/** Removes outputs beyond `maxShown` characters, which limits the size of lists of differences. */
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
