// Computes the status, counts and notices of an evaluation from its policy outcomes. All functions are pure and do not
// depend on the source of the outcomes.
import type {
  FindingAge,
  NewFinding,
  PolicyMetadata,
  UnidentifiedReason,
  UnknownValues,
} from '../../../effects/policy-engine/answers.ts';
import { dependsOnUnknown } from '../../../effects/policy-engine/unknown-sentence.ts';
import type { Creator } from '../../../jsonapi/creator.ts';
import { allowsOverride, isMandatory } from '../../../kernel/enforcement-levels.ts';
import type { Introduction } from '../../../kernel/introduction.ts';
import { listOfNames } from '../../../lib/text/text.ts';
import { oldNotices } from '../../../protocols/policy-output/old-findings.ts';

/** `unreachable` means that the service cannot evaluate the policy itself. */
export type OutcomeStatus = 'passed' | 'failed' | 'errored' | 'unreachable';

/**
 * Key of a finding, or the reason why the finding has none. Two findings have the same key if an approval of the one
 * also covers the other.
 */
export type FindingKey = string | { readonly reason: UnidentifiedReason };

/** An exemption that was applied to an outcome, as shown in the outcome. */
export interface UsedExemption {
  readonly id: string;
  /** Address of the exempt resource; null if the exemption covers all findings of the policy. */
  readonly resource_address: string | null;
  readonly reason: string;
  readonly owner: string;
  readonly expires_at: string | null;
}

/** Returns the identifiers of the exemptions that apply to the outcomes, without duplicates. */
export const usedExemptions = (sets: readonly SetOutcome[]): readonly string[] => [
  ...new Set(sets.flatMap(({ outcomes }) => outcomes.flatMap(({ exemptions }) => exemptions.map(({ id }) => id)))),
];

/** An approval that covers findings of an outcome, as shown in the outcome. */
export interface UsedApproval {
  readonly id: string;
  readonly by: Creator;
  readonly comment: string;
  readonly expires_at: string;
  /** Positions of the covered findings in `output`. The first position is 0. */
  readonly findings: readonly number[];
}

/** Poster, time and source of an external outcome. */
export interface External {
  readonly by: Creator;
  readonly at: string;
  /** Name of the tool that produced the outcome, as given by the client. */
  readonly source: string | null;
}

/** Outcome of one policy. The property names contain underscores, because existing clients expect these names. */
export interface Outcome {
  readonly policy_id: string;
  readonly policy_name: string;
  readonly policy_revision: number | null;
  readonly query: string;
  readonly enforcement_level: string;
  /**
   * Value of the policy's attribute `introduction`; `shadow` if the set is in shadow mode. Results in shadow mode are
   * shown and counted separately.
   */
  readonly introduction: Introduction;
  readonly status: OutcomeStatus;
  readonly description: string;
  /**
   * Findings of the policy, without exempt and old findings. If the output was shortened, only the first of
   * `output_count` findings are included.
   */
  readonly output: readonly unknown[];
  readonly output_count: number;
  /** Whether all findings of the policy are exempt, so that the policy does not block the run. */
  readonly exempt: boolean;
  /**
   * `exemptions` lists the exemptions that were applied. `exempted_output` has the findings that these exemptions
   * removed from the output.
   */
  readonly exemptions: readonly UsedExemption[];
  readonly exempted_output: readonly unknown[];
  /**
   * Whether each finding in `output` is old or new; absent if this was not determined. `applyOldFindings` removes this
   * property.
   */
  readonly findings?: readonly (FindingAge | undefined)[];
  /**
   * Key of each finding in `output`; absent if no approval can cover the findings. The property is stored apart from the
   * outcome, because keys are secret.
   */
  readonly keys?: readonly FindingKey[];
  /** Approvals that cover findings in `output`. Each finding belongs to at most one of them. Absent if there are none. */
  readonly approvals?: readonly UsedApproval[];
  /** Whether all findings that are not exempt are old, so that the policy does not block the run. */
  readonly old: boolean;
  /** Old findings, which do not block the run. The list is empty if the output was left out. */
  readonly old_output: readonly unknown[];
  readonly old_output_count: number;
  /**
   * Reason why each finding in `output` is new. Present only if the policy failed and its old findings do not block the
   * run.
   */
  readonly new_reasons?: readonly NewFinding[];
  /** Poster, time and source of an external outcome; null for an outcome of the service's own engine. */
  readonly external: External | null;
  /** Reasons why the policy errored or is unreachable, and warnings. */
  readonly problems: readonly string[];
  /** Texts that the policy printed. */
  readonly prints: readonly string[];
  readonly duration_ms: number;
  /** Rego version of the code; null if the code was not parsed. */
  readonly rego_version: string | null;
  /** Rego metadata annotations of the code; null if the code has none. */
  readonly metadata: PolicyMetadata | null;
  /**
   * Values known only after apply on which the verdict depends. Null if this was not examined, because the engine gave
   * no verdict. Absent in outcomes that older releases stored.
   */
  readonly depends_on_unknown?: UnknownValues | null;
}

/** Outcomes of the policies in one set. */
export interface SetOutcome {
  readonly policy_set_id: string;
  readonly policy_set_name: string;
  readonly policy_set_description: string | null;
  readonly kind: 'native' | 'opa';
  readonly is_overridable: number;
  readonly outcomes: readonly Outcome[];
  /** Line numbers of the rules that evaluated to true, as JSON; null if the organization does not show line numbers. */
  readonly true_lines: string | null;
}

/** Number of policies by result. A policy with the status `unreachable` counts as errored. */
export interface ResultCounts {
  readonly advisory_failed: number;
  readonly mandatory_failed: number;
  readonly passed: number;
  readonly errored: number;
  readonly shadow_passed: number;
  readonly shadow_failed: number;
  readonly shadow_errored: number;
  /** Number of policies whose findings are all exempt. These policies are not included in the other counts. */
  readonly exempted: number;
  /**
   * Number of policies in which all findings that are not exempt are old. These policies are not included in the other
   * counts.
   */
  readonly old: number;
  /**
   * Number of policies that depend on values known only after apply, or that were not examined completely. They are
   * included in the other counts. Null if no policy was examined.
   */
  readonly unknown: number | null;
}

/**
 * Whether a policy blocks the run: it is mandatory and did not pass, it is neither in shadow mode nor exempt, and its
 * findings are not all old.
 */
export const isBlocking = ({ enforcement_level, introduction, exempt, old, status }: Weighed): boolean =>
  isMandatory(enforcement_level) && introduction !== 'shadow' && !exempt && !old && status !== 'passed';

/** Properties of an outcome that determine whether the policy blocks the run. */
export type Weighed = Pick<Outcome, 'enforcement_level' | 'introduction' | 'exempt' | 'old' | 'status'>;

export function resultCounts(outcomes: readonly Outcome[]): ResultCounts {
  const enforced = outcomes.filter(({ introduction, exempt, old }) => introduction !== 'shadow' && !exempt && !old);
  const failed = enforced.filter(({ status }) => status === 'failed');
  const mandatory = failed.filter(isBlocking).length;
  const passed = count(enforced, 'passed');
  const shadow = outcomes.filter(({ introduction }) => introduction === 'shadow');
  const [shadow_passed, shadow_failed] = [count(shadow, 'passed'), count(shadow, 'failed')];
  return {
    advisory_failed: failed.length - mandatory,
    mandatory_failed: mandatory,
    passed,
    errored: enforced.length - failed.length - passed,
    shadow_passed,
    shadow_failed,
    shadow_errored: shadow.length - shadow_passed - shadow_failed,
    exempted: outcomes.filter(({ exempt, introduction }) => exempt && introduction !== 'shadow').length,
    old: outcomes.filter(({ old }) => old).length,
    unknown: unknownCount(outcomes),
  };
}

/** Returns the columns of a set outcome that are computed from the outcomes of its policies. */
export const computedColumns = (outcomes: readonly Outcome[]) => ({
  is_blocking: outcomes.some(isBlocking) ? 1 : 0,
  ...resultCounts(outcomes),
});

function unknownCount(outcomes: readonly Outcome[]): number | null {
  const examined = outcomes.flatMap(({ depends_on_unknown }) => depends_on_unknown ?? []);
  return examined.length === 0 ? null : examined.filter(dependsOnUnknown).length;
}

const count = (outcomes: readonly Outcome[], wanted: OutcomeStatus): number =>
  outcomes.filter(({ status }) => status === wanted).length;

/**
 * Returns the status of an evaluation: the worst status of the policies that block the run. Advisory policies do not
 * affect it.
 */
export function statusOf(sets: readonly SetOutcome[]): OutcomeStatus {
  const blocking = sets.flatMap(({ outcomes }) => outcomes.filter(isBlocking));
  const worst = (['failed', 'errored', 'unreachable'] as const).find((one) =>
    blocking.some(({ status }) => status === one),
  );
  return worst ?? 'passed';
}

/**
 * Whether users may override the evaluation. This requires that every policy that blocks the run permits overrides,
 * through its set or through its enforcement level.
 */
export function isOverridable(sets: readonly SetOutcome[]): boolean {
  return sets.every((set) =>
    set.outcomes.filter(isBlocking).every(({ enforcement_level }) => allowsOverride(set, enforcement_level)),
  );
}

/**
 * Returns notices about policies that were not evaluated or not enforced. An evaluation with such policies never passes
 * without a notice.
 */
export function noticesOf(sets: readonly SetOutcome[]): readonly string[] {
  if (sets.length === 0) return ['No policy set applies: nothing was evaluated.'];
  return sets.flatMap((set) => [
    ...(set.outcomes.length === 0 ? [`The policy set ${set.policy_set_name} has no policies.`] : []),
    ...shadowNotices(set),
    ...oldNotices(set.policy_set_name, set.outcomes),
  ]);
}

function shadowNotices({ policy_set_name, outcomes }: SetOutcome): readonly string[] {
  const names = outcomes
    .filter(({ enforcement_level, introduction }) => introduction === 'shadow' && isMandatory(enforcement_level))
    .map(({ policy_name }) => policy_name);
  if (names.length === 0) return [];
  return [
    `These mandatory policies are in shadow mode and block no plan: ${listOfNames(names)} (policy set ${policy_set_name}).`,
  ];
}
