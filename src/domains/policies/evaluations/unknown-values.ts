// Processes verdicts that depend on values known only after apply: applies the setting `unknown-values` and creates
// notices. All functions are pure.
import type { UnknownValues, Verdict } from '../../../effects/policy-engine/answers.ts';
import { problemOfUndecided, unknownSentence } from '../../../effects/policy-engine/unknown-sentence.ts';
import { strictestOf, type UnknownValueSetting } from '../../../kernel/unknown-values.ts';
import type { ApplicableSet } from '../applicable-sets/applicable-sets.ts';
import type { Outcome, SetOutcome } from './outcomes.ts';

/** Returns the unknown values on which an examined verdict depends; null if the policy errored. */
export const examined = ({ status, unknown }: Pick<Verdict, 'status' | 'unknown'>): UnknownValues | null =>
  status === 'errored' ? null : (unknown ?? { 'depends-on': [], count: 0, 'is-complete': true });

/**
 * Sets the status of an outcome to `errored` if the setting `unknown-values` rejects its verdict. The organization, the
 * policy set and the policy list of the set's archive can each have this setting; the strictest value applies.
 */
export function withoutUndecided(
  sets: readonly SetOutcome[],
  applicable: readonly ApplicableSet[],
  organization: UnknownValueSetting,
): readonly SetOutcome[] {
  const settings = new Map(
    applicable.map(({ set, policies }) => {
      const ofList = policies.map(({ unknown_values }) => unknown_values);
      return [set.id, strictestOf(organization, set.unknown_values, ...ofList)];
    }),
  );
  return sets.map((set) => {
    const setting = settings.get(set.policy_set_id) ?? organization;
    return { ...set, outcomes: set.outcomes.map((outcome) => counting(outcome, setting)) };
  });
}

function counting(outcome: Outcome, setting: UnknownValueSetting): Outcome {
  const { depends_on_unknown: unknown, enforcement_level: level, introduction, problems } = outcome;
  const problem = problemOfUndecided(setting, { level, isShadow: introduction === 'shadow' }, unknown);
  return problem === undefined ? outcome : { ...outcome, status: 'errored', problems: [problem, ...problems] };
}

/**
 * Returns a notice for each verdict that depends on unknown values but was not rejected. Notices about failed policies
 * come first.
 */
export function unknownNotices(sets: readonly SetOutcome[]): ReadonlySet<string> {
  const outcomes = sets.flatMap((set) => set.outcomes);
  const noticesWith = (status: Verdict['status']) =>
    outcomes.flatMap(({ depends_on_unknown: unknown, ...outcome }) =>
      unknown && outcome.status === status ? (unknownSentence(outcome.policy_name, status, unknown) ?? []) : [],
    );
  return new Set([...noticesWith('failed'), ...noticesWith('passed')]);
}
