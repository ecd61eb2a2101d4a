// What the outcomes of single policies mean together. Pure: nothing here knows where they come from.
import { isMandatory } from '../policies/enforcement.ts';

/** `unreachable`: nothing that is here can evaluate it. */
export type OutcomeStatus = 'passed' | 'failed' | 'errored' | 'unreachable';

/** The outcome of one policy, as clients read it: with underscores, since released clients do. */
export interface Outcome {
  readonly policy_id: string;
  readonly policy_name: string;
  readonly policy_revision: number | null;
  readonly query: string;
  readonly enforcement_level: string;
  readonly status: OutcomeStatus;
  readonly description: string;
  /** What the policy objects to, as much as an answer takes of `output_count`. */
  readonly output: readonly unknown[];
  readonly output_count: number;
  /** Why it errored or is unreachable; and warnings. */
  readonly problems: readonly string[];
  /** What it printed. */
  readonly prints: readonly string[];
  readonly duration_ms: number;
  /** The syntax that it is written in; null where it was not read. */
  readonly rego_version: string | null;
}

/** The outcomes of a set. */
export interface SetOutcome {
  readonly policy_set_id: string;
  readonly policy_set_name: string;
  readonly policy_set_description: string | null;
  readonly kind: 'native' | 'opa';
  readonly is_overridable: number;
  readonly outcomes: readonly Outcome[];
}

/** How many policies came out how; an unreachable one counts as errored. */
export interface ResultCounts {
  readonly advisory_failed: number;
  readonly mandatory_failed: number;
  readonly passed: number;
  readonly errored: number;
}

const isBlocking = ({ enforcement_level, status }: Outcome): boolean =>
  isMandatory(enforcement_level) && status !== 'passed';

export function resultCounts(outcomes: readonly Outcome[]): ResultCounts {
  const failed = outcomes.filter(({ status }) => status === 'failed');
  const mandatory = failed.filter(isBlocking).length;
  const passed = outcomes.filter(({ status }) => status === 'passed').length;
  return {
    advisory_failed: failed.length - mandatory,
    mandatory_failed: mandatory,
    passed,
    errored: outcomes.length - failed.length - passed,
  };
}

/** The status of an evaluation: the worst of its mandatory policies. An advisory policy never stands in the way. */
export function statusOf(sets: readonly SetOutcome[]): OutcomeStatus {
  const blocking = sets.flatMap(({ outcomes }) => outcomes.filter(isBlocking));
  const worst = (['failed', 'errored', 'unreachable'] as const).find((one) =>
    blocking.some(({ status }) => status === one),
  );
  return worst ?? 'passed';
}

/** Whether people may let a run go on: every policy that stands in the way allows it, by its set or by its level. */
export function isOverridable(sets: readonly SetOutcome[]): boolean {
  return sets.every(({ kind, is_overridable, outcomes }) =>
    outcomes
      .filter(isBlocking)
      .every(({ enforcement_level }) =>
        kind === 'opa' ? is_overridable === 1 : enforcement_level === 'soft-mandatory',
      ),
  );
}

/** What is worth to know where policies were not evaluated, so that nothing passes in silence. */
export function noticesOf(sets: readonly SetOutcome[]): readonly string[] {
  if (sets.length === 0) return ['No policy set applies: nothing was evaluated.'];
  return sets
    .filter(({ outcomes }) => outcomes.length === 0)
    .map(({ policy_set_name }) => `The policy set ${policy_set_name} has no policies.`);
}

/** Of the outputs and prints of one evaluation together, in characters of JSON. */
const maxShown = 4 * 1_048_576;

/** The same outcomes, but past so many characters without what they object to and print: the answers stay bounded. */
export function withinBounds(sets: readonly SetOutcome[]): readonly SetOutcome[] {
  let left = maxShown;
  const bounded = (outcome: Outcome): Outcome => {
    left -= JSON.stringify([outcome.output, outcome.prints]).length;
    if (left >= 0) return outcome;
    const problem = 'The output is left out, since the policies of this evaluation have too much of it together.';
    return { ...outcome, output: [], prints: [], problems: [...outcome.problems, problem] };
  };
  return sets.map((set) => ({ ...set, outcomes: set.outcomes.map(bounded) }));
}
