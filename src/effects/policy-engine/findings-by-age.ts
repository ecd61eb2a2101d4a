// Separates the old findings of a policy from the new ones.
import type { FindingAge, NewFinding } from './answers.ts';

/** Findings of a policy. `count` is their number. `output` may contain only the first of them. */
interface Findings {
  readonly output: readonly unknown[];
  readonly count: number;
  /** Age of each finding in `output`. A finding without an age is new. */
  readonly ages: readonly (FindingAge | undefined)[];
}

/** New findings with the reason why each of them is new, and old findings. */
interface Separated {
  readonly output: readonly unknown[];
  /** Number of new findings, including those that are not in `output`. */
  readonly count: number;
  readonly reasons: readonly NewFinding[];
  readonly old: readonly unknown[];
  /** Whether there are old findings and no new ones. */
  readonly isOld: boolean;
}

export function separated({ output, count, ages }: Findings): Separated {
  const [fresh, reasons, old]: [unknown[], NewFinding[], unknown[]] = [[], [], []];
  for (const [index, member] of output.entries()) {
    const age = ages[index] ?? notEvaluated;
    if (age.old) old.push(member);
    else {
      const { old: _, ...reason } = age;
      fresh.push(member);
      reasons.push(reason);
    }
  }
  const left = count - old.length;
  return { output: fresh, count: left, reasons, old, isOld: old.length > 0 && left === 0 };
}

/** Age of a finding whose age the engine has not determined. */
export const notEvaluated = {
  old: false,
  reason: 'not-evaluated',
  names: [],
  'same-before': false,
} as const satisfies FindingAge;
