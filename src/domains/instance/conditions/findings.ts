import { type Circumstances, type Condition, type ConditionChannel, filled } from '../../../conditions.ts';
import type { FactValues } from '../../../db/fact.ts';
import type { DoctorFinding } from '../doctor/finding.ts';

export const conditionsAt = (place: ConditionChannel, conditions: readonly Condition[]): readonly Condition[] =>
  conditions.filter(({ places }) => places.includes(place));

/** A condition that currently holds, with its message. */
interface Judgement {
  readonly condition: Condition;
  readonly sentence: string;
}

/** Evaluates the conditions for which the facts were read. */
export const judge = (
  conditions: readonly Condition[],
  facts: FactValues,
  circumstances: Circumstances,
): readonly Judgement[] =>
  conditions
    .filter(({ fact }) => facts.has(fact))
    .flatMap((condition) =>
      condition
        .cases(facts.of(condition.fact), circumstances)
        .map((fill) => ({ condition, sentence: filled(condition.sentence, fill) })),
    );

export const findingOf = ({ condition: { code, check, severity, advice }, sentence }: Judgement): DoctorFinding => ({
  code,
  check,
  status: severity,
  detail: advice === undefined ? sentence : `${sentence} ${advice}`,
});
