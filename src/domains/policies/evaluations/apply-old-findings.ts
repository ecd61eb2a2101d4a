// Applies the value `enforce-new` of the attribute `introduction` to policy outcomes. All functions are pure.
import { separated } from '../../../effects/policy-engine/findings-by-age.ts';
import { sparesOld } from '../../../kernel/introduction.ts';
import type { Outcome, SetOutcome } from './outcomes.ts';

/**
 * Moves the old findings of policies with the introduction `enforce-new` from `output` to `old_output`. The caller must
 * apply exemptions first, so that a finding that is both exempt and old counts as exempt.
 */
export const applyOldFindings = (sets: readonly SetOutcome[]): readonly SetOutcome[] =>
  sets.map((set) => ({ ...set, outcomes: set.outcomes.map(withoutOld) }));

export function withoutOld({ findings: ages, ...outcome }: Outcome): Outcome {
  const { introduction, enforcement_level, status, exempt, output_count: all, keys } = outcome;
  if (ages === undefined || status !== 'failed' || exempt || !sparesOld(introduction, enforcement_level))
    return outcome;
  const { output, count, reasons, old, isOld } = separated({ output: outcome.output, count: all, ages });
  return {
    ...outcome,
    output,
    output_count: count,
    ...(keys && { keys: keys.filter((_, index) => ages[index]?.old !== true) }),
    new_reasons: reasons,
    old: isOld,
    old_output: old,
    old_output_count: old.length,
  };
}
