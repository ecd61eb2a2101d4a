import type { PolicyProblem } from '../../effects/policy-engine/answers.ts';
import {
  affectedPolicies,
  type FileFault,
  type NamedProblems,
  sharedFaults,
  withoutFaults,
} from '../../effects/policy-engine/faults.ts';
import { neverOldSentence } from '../../effects/policy-engine/new-sentence.ts';
import type { PolicyEngine } from '../../effects/policy-engine/policy-engine.ts';
import { isMandatory } from '../../kernel/enforcement-levels.ts';
import { inputFormOf } from '../../kernel/input-form.ts';
import { dataHints } from './data-hints.ts';
import type { PolicyFolder } from './policy-folder.ts';
import { problemLine } from './problems.ts';

/** Result of the check of a policy. */
export interface CheckedPolicy extends NamedProblems {
  /**
   * Parts of the plan or the run that the policy reads and that make all its findings new. Absent if findings of the
   * policy can be old, or if its enforcement level is advisory.
   */
  readonly 'never-old'?: readonly string[];
}

/**
 * Compiles each policy in a folder and checks that its query matches a rule. `form` is the input form for policies that
 * do not specify one.
 */
export async function checkPolicies(
  engine: PolicyEngine,
  folder: PolicyFolder,
  form: string | null = null,
): Promise<readonly CheckedPolicy[]> {
  const checked: CheckedPolicy[] = [];
  const { code } = folder;
  for (const { name, kind, query, file, input, enforcementLevel } of folder.policies) {
    const source = { query: query ?? '', code, file, form: inputFormOf(input, form) };
    if (kind === 'native') checked.push({ name, problems: [] });
    else {
      const { problems, 'never-old': neverOld } = await engine.check(source);
      checked.push({ name, problems, ...(neverOld && isMandatory(enforcementLevel) && { 'never-old': neverOld }) });
    }
  }
  const hinted = await dataHints(
    folder,
    checked.flatMap(({ problems }) => problems),
  );
  return checked.map((policy) => ({ ...policy, problems: policy.problems.map(hinted) }));
}

const isError = ({ severity }: PolicyProblem): boolean => severity === 'error';

export const isBroken = ({ problems }: NamedProblems): boolean => problems.some(isError);

/**
 * Lines with the result of a folder check. Faults that several policies have in common come first, followed by the
 * other problems of each policy.
 */
export function checkedLines(folder: PolicyFolder, policies: readonly CheckedPolicy[]): readonly string[] {
  const faults = sharedFaults(policies);
  const unshared = withoutFaults(faults);
  return [
    ...faults.flatMap((fault) => faultLines(folder.path, fault)),
    ...policies.flatMap((policy) => [
      `${isBroken(policy) ? 'broken' : 'sound '}  ${policy.name}`,
      ...unshared(policy.problems).map((problem) => `    ${severityLine(folder.path, problem)}`),
      ...(policy['never-old'] === undefined ? [] : [`    note: ${neverOldSentence(policy['never-old'])}`]),
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
