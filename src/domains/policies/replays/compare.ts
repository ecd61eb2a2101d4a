// Comparison of the outcomes of a policy on two sides. Pure: nothing here knows where the outcomes come from.
import { isMandatory } from '../../../kernel/enforcement-levels.ts';
import type { ReplayResult } from './entity.ts';

/** Outcome of a policy with one input, as clients read it. */
export interface ReplayOutcome {
  readonly status: string;
  readonly 'enforcement-level': string;
  readonly shadow: boolean;
  readonly revision: number | null;
  /** Number of members of the result, and the first of them; null where they were not kept. */
  readonly 'output-count': number;
  readonly output: readonly unknown[] | null;
  readonly problems: readonly string[];
}

/** A policy that is not the same on both sides; `before` is null where it was not evaluated. */
export interface PolicyDifference {
  readonly 'policy-id': string;
  readonly 'policy-name': string;
  readonly result: ReplayResult;
  readonly before: ReplayOutcome | null;
  readonly after: ReplayOutcome;
}

/** Weight of an outcome: 0 if it passed or there is none, 1 with a warning, 2 if it stops the run. */
function weightOf(outcome: ReplayOutcome | null): number {
  if (outcome === null || outcome.status === 'passed') return 0;
  return isMandatory(outcome['enforcement-level']) && !outcome.shadow ? 2 : 1;
}

/** Result of the comparison for one policy. It fails newly as well where it only warned and now stops the run. */
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

/** Result of an input: the worst of the results of its policies. */
export const resultOf = (differences: readonly PolicyDifference[]): ReplayResult =>
  byWeight.find((one) => differences.some(({ result }) => result === one)) ?? 'unchanged';

/** Of the outputs of one input together, in characters of JSON. */
const maxShown = 32_768;

/** The differences, past `maxShown` characters without outputs, so that lists of them stay bounded. */
export function withinBounds(differences: readonly PolicyDifference[]): readonly PolicyDifference[] {
  let left = maxShown;
  const bounded = <Outcome extends ReplayOutcome | null>(outcome: Outcome): Outcome => {
    if (outcome === null) return outcome;
    left -= JSON.stringify([outcome.output, outcome.problems]).length;
    return left >= 0 ? outcome : { ...outcome, output: null, problems: ['The output is left out: it is too long.'] };
  };
  return differences.map((each) => ({ ...each, before: bounded(each.before), after: bounded(each.after) }));
}
