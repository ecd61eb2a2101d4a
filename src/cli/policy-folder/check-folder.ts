import type { PolicyProblem } from '../../effects/policy-engine/answers.ts';
import type { PolicyEngine } from '../../effects/policy-engine/policy-engine.ts';
import type { PolicyFolder } from './policy-folder.ts';
import { problemLine } from './problems.ts';

/** A policy with what is wrong with its code or its query. */
export interface CheckedPolicy {
  readonly name: string;
  readonly problems: readonly PolicyProblem[];
}

/** Compiles each policy of a folder and compares its query with its rules. */
export async function checkPolicies(engine: PolicyEngine, folder: PolicyFolder): Promise<readonly CheckedPolicy[]> {
  const checked: CheckedPolicy[] = [];
  for (const { name, kind, query, modules } of folder.policies) {
    const problems = kind === 'native' ? [] : (await engine.check({ query: query ?? '', modules })).problems;
    checked.push({ name, problems });
  }
  return checked;
}

const isError = ({ severity }: PolicyProblem): boolean => severity === 'error';

export const isBroken = ({ problems }: CheckedPolicy): boolean => problems.some(isError);

export const problemLines = (folder: PolicyFolder, { problems }: CheckedPolicy): readonly string[] =>
  problems.map((problem) => `    ${problem.severity}: ${problemLine(folder.path, problem)}`);
