// Status, counts and notices that follow from the outcomes of single policies. Pure: nothing here knows where they come from.
import type { PolicyMetadata } from '../../../effects/policy-engine/answers.ts';
import { allowsOverride, isMandatory } from '../../../kernel/enforcement-levels.ts';
import type { creatorOf } from '../creator.ts';

/** `unreachable`: nothing that is here can evaluate it. */
export type OutcomeStatus = 'passed' | 'failed' | 'errored' | 'unreachable';

/** An exemption as the outcome that it counts for names it. */
export interface UsedExemption {
  readonly id: string;
  /** Null where all that the policy finds is exempt. */
  readonly resource_address: string | null;
  readonly reason: string;
  readonly owner: string;
  readonly expires_at: string | null;
}

/** Origin of an outcome that was made elsewhere. */
export interface External {
  readonly by: ReturnType<typeof creatorOf>;
  readonly at: string;
  /** Name of the outcome's source, as the client gives it. */
  readonly source: string | null;
}

/** The outcome of one policy, as clients read it: with underscores, since released clients do. */
export interface Outcome {
  readonly policy_id: string;
  readonly policy_name: string;
  readonly policy_revision: number | null;
  readonly query: string;
  readonly enforcement_level: string;
  /** True if it never blocks a run, whatever its level: it is shown, and counted on its own. */
  readonly shadow: boolean;
  readonly status: OutcomeStatus;
  readonly description: string;
  /** Objections of the policy: as many of the `output_count` as an answer takes. */
  readonly output: readonly unknown[];
  readonly output_count: number;
  /** True if it does not block a run, because all that the policy objects to is exempt. */
  readonly exempt: boolean;
  /** The exemptions that count, and the members that they took out of the output. */
  readonly exemptions: readonly UsedExemption[];
  readonly exempted_output: readonly unknown[];
  /** Poster, time and source of an outcome that was made elsewhere; null for an outcome of the engine here. */
  readonly external: External | null;
  /** Reasons why it errored or is unreachable; and warnings. */
  readonly problems: readonly string[];
  /** Texts that the policy printed. */
  readonly prints: readonly string[];
  readonly duration_ms: number;
  /** The syntax that it is written in; null where it was not read. */
  readonly rego_version: string | null;
  /** The annotations of its code; null without any. */
  readonly metadata: PolicyMetadata | null;
}

/** The outcomes of a set. */
export interface SetOutcome {
  readonly policy_set_id: string;
  readonly policy_set_name: string;
  readonly policy_set_description: string | null;
  readonly kind: 'native' | 'opa';
  readonly is_overridable: number;
  readonly outcomes: readonly Outcome[];
  /** Numbers of the lines that were true, as JSON; null where the organization shows none. */
  readonly true_lines: string | null;
}

/** Number of policies by result; an unreachable one counts as errored. */
export interface ResultCounts {
  readonly advisory_failed: number;
  readonly mandatory_failed: number;
  readonly passed: number;
  readonly errored: number;
  readonly shadow_passed: number;
  readonly shadow_failed: number;
  readonly shadow_errored: number;
  /** Policies that found something, all of which is exempt; they are counted nowhere else. */
  readonly exempted: number;
}

/** True if a policy blocks the run: it is mandatory, neither shadow nor exempt, and did not pass. */
export const isBlocking = ({
  enforcement_level,
  shadow,
  exempt,
  status,
}: Pick<Outcome, 'enforcement_level' | 'shadow' | 'exempt' | 'status'>): boolean =>
  isMandatory(enforcement_level) && !shadow && !exempt && status !== 'passed';

export function resultCounts(outcomes: readonly Outcome[]): ResultCounts {
  const enforced = outcomes.filter(({ shadow, exempt }) => !shadow && !exempt);
  const failed = enforced.filter(({ status }) => status === 'failed');
  const mandatory = failed.filter(isBlocking).length;
  const passed = count(enforced, 'passed');
  const shadow = outcomes.filter((outcome) => outcome.shadow);
  const [shadow_passed, shadow_failed] = [count(shadow, 'passed'), count(shadow, 'failed')];
  return {
    advisory_failed: failed.length - mandatory,
    mandatory_failed: mandatory,
    passed,
    errored: enforced.length - failed.length - passed,
    shadow_passed,
    shadow_failed,
    shadow_errored: shadow.length - shadow_passed - shadow_failed,
    exempted: outcomes.filter((outcome) => outcome.exempt && !outcome.shadow).length,
  };
}

const count = (outcomes: readonly Outcome[], wanted: OutcomeStatus): number =>
  outcomes.filter(({ status }) => status === wanted).length;

/** The status of an evaluation: the worst of its mandatory policies. An advisory policy never blocks a run. */
export function statusOf(sets: readonly SetOutcome[]): OutcomeStatus {
  const blocking = sets.flatMap(({ outcomes }) => outcomes.filter(isBlocking));
  const worst = (['failed', 'errored', 'unreachable'] as const).find((one) =>
    blocking.some(({ status }) => status === one),
  );
  return worst ?? 'passed';
}

/** True if people may let a run go on: every policy that blocks it allows that, by its set or by its level. */
export function isOverridable(sets: readonly SetOutcome[]): boolean {
  return sets.every((set) =>
    set.outcomes.filter(isBlocking).every(({ enforcement_level }) => allowsOverride(set, enforcement_level)),
  );
}

/** Notices about policies that were not evaluated or not enforced, so that nothing passes in silence. */
export function noticesOf(sets: readonly SetOutcome[]): readonly string[] {
  if (sets.length === 0) return ['No policy set applies: nothing was evaluated.'];
  return sets.flatMap((set) => [
    ...(set.outcomes.length === 0 ? [`The policy set ${set.policy_set_name} has no policies.`] : []),
    ...shadowNotices(set),
  ]);
}

/** A notice names no more policies. */
const maxNamed = 20;

function shadowNotices({ policy_set_name, outcomes }: SetOutcome): readonly string[] {
  const names = outcomes
    .filter(({ enforcement_level, shadow }) => shadow && isMandatory(enforcement_level))
    .map(({ policy_name }) => policy_name);
  if (names.length === 0) return [];
  const others = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
  const shown = `${names.slice(0, maxNamed).join(', ')}${others}`;
  return [`Mandatory, but shadow, so that they block no plan: ${shown} (policy set ${policy_set_name}).`];
}
