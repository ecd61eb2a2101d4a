import type { PolicyProblem } from '../../effects/policy-engine/answers.ts';
import {
  affectedPolicies,
  type FileFault,
  type NamedProblems,
  sharedFaults,
  withoutFaults,
} from '../../effects/policy-engine/faults.ts';
import type { PolicyEngine } from '../../effects/policy-engine/policy-engine.ts';
import { inputFormOf } from '../../kernel/input-form.ts';
import { dataHints } from './data-hints.ts';
import type { PolicyFolder } from './policy-folder.ts';
import { problemLine } from './problems.ts';

/**
 * Compiles each policy in a folder and checks that its query matches a rule. `form` is the input form for policies that
 * do not specify one.
 */
export async function checkPolicies(
  engine: PolicyEngine,
  folder: PolicyFolder,
  form: string | null = null,
): Promise<readonly NamedProblems[]> {
  const checked: NamedProblems[] = [];
  const { code } = folder;
  for (const { name, kind, query, file, input } of folder.policies) {
    const source = { query: query ?? '', code, file, form: inputFormOf(input, form) };
    const problems = kind === 'native' ? [] : (await engine.check(source)).problems;
    checked.push({ name, problems });
  }
  const hinted = await dataHints(
    folder,
    checked.flatMap(({ problems }) => problems),
  );
  return checked.map(({ name, problems }) => ({ name, problems: problems.map(hinted) }));
}

const isError = ({ severity }: PolicyProblem): boolean => severity === 'error';

export const isBroken = ({ problems }: NamedProblems): boolean => problems.some(isError);

/**
 * Lines with the result of a folder check. Faults that several policies have in common come first, followed by the
 * other problems of each policy.
 */
export function checkedLines(folder: PolicyFolder, policies: readonly NamedProblems[]): readonly string[] {
  const faults = sharedFaults(policies);
  return [
    ...faults.flatMap((fault) => faultLines(folder.path, fault)),
    ...policies.flatMap((policy) => [
      `${isBroken(policy) ? 'broken' : 'sound '}  ${policy.name}`,
      ...withoutFaults(policy.problems, faults).map((problem) => `    ${severityLine(folder.path, problem)}`),
    ]),
  ];
}

/** Lines with a fault, its location and the affected policies. */
export const faultLines = (path: string, fault: FileFault): readonly string[] => [
  severityLine(path, fault.problem),
  `    ${affectedPolicies(fault)}`,
];

const severityLine = (path: string, problem: PolicyProblem): string =>
  `${problem.severity}: ${problemLine(path, problem)}`;
