// Problems in files that several policies share.
import type { PolicyProblem, WithProblems } from './answers.ts';

/** Problem in a file, and the policies that it affects. */
export interface FileFault {
  readonly problem: PolicyProblem;
  /** Names of the affected policies, at least two. */
  readonly policies: readonly string[];
}

export interface NamedProblems extends WithProblems {
  readonly name: string;
}

/**
 * Returns the problems that several policies have at the same location. Each problem is returned once. Problems in
 * queries are not included, because each query belongs to a single policy.
 */
export function sharedFaults(policies: readonly NamedProblems[]): readonly FileFault[] {
  const faults = new Map<string, { readonly problem: PolicyProblem; readonly policies: Set<string> }>();
  for (const { name, problems } of policies) {
    for (const problem of problems.filter(isInFile)) {
      const key = keyOf(problem);
      const known = faults.get(key) ?? { problem, policies: new Set() };
      known.policies.add(name);
      faults.set(key, known);
    }
  }
  return [...faults.values()]
    .filter((fault) => fault.policies.size > 1)
    .map((fault) => ({ problem: fault.problem, policies: [...fault.policies] }));
}

const isInFile = ({ file }: PolicyProblem): boolean => file !== undefined && file !== 'query';

const keyOf = (problem: PolicyProblem): string => JSON.stringify(problem);

/** Returns a function that removes the given shared problems from the problems of a policy. */
export function withoutFaults(
  faults: readonly FileFault[],
): (problems: readonly PolicyProblem[]) => readonly PolicyProblem[] {
  const keys = new Set(faults.map(({ problem }) => keyOf(problem)));
  return (problems) => problems.filter((problem) => !keys.has(keyOf(problem)));
}

/** Appends a list of the affected policies to the description of a problem. */
export const faultSentence = (sentence: string, fault: FileFault): string =>
  `${/[.?]$/.test(sentence) ? sentence : `${sentence}.`} ${affectedPolicies(fault)}`;

const maxNames = 10;

/**
 * Returns a sentence such as `It breaks a, b and c.` For a warning, the sentence is like `It concerns 20 policies: a,
 * b, … and 10 more.`
 */
export function affectedPolicies({ problem, policies }: FileFault): string {
  const verb = problem.severity === 'error' ? 'breaks' : 'concerns';
  const names = policies.slice(0, maxNames);
  if (policies.length > maxNames) {
    return `It ${verb} ${policies.length} policies: ${names.join(', ')} and ${policies.length - maxNames} more.`;
  }
  return `It ${verb} ${names.slice(0, -1).join(', ')} and ${names.at(-1)}.`;
}
