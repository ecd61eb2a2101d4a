import { type Circumstances, type Condition, type Place, sentencesOf } from '../../../conditions.ts';
import type { FactValues } from '../../../db/fact.ts';
import type { Finding } from '../doctor/finding.ts';

export const conditionsAt = (place: Place, conditions: readonly Condition[]): readonly Condition[] =>
  conditions.filter(({ places }) => places.includes(place));

/** A sentence about a condition that holds. */
interface Judgement {
  readonly condition: Condition;
  readonly sentence: string;
}

/** Judges the conditions whose facts were read. */
export const judge = (
  conditions: readonly Condition[],
  facts: FactValues,
  circumstances: Circumstances,
): readonly Judgement[] =>
  conditions
    .filter(({ fact }) => facts.has(fact))
    .flatMap((condition) =>
      sentencesOf(condition, facts.of(condition.fact), circumstances).map((sentence) => ({ condition, sentence })),
    );

export const findingOf = ({ condition: { code, check, severity, advice }, sentence }: Judgement): Finding => ({
  code,
  check,
  status: severity,
  detail: advice === undefined ? sentence : `${sentence} ${advice}`,
});
