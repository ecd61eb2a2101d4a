// Formats problems of policies as lines of text.
import { join } from 'node:path';
import type { PolicyProblem } from '../../effects/policy-engine/answers.ts';
import { problemSentence } from '../../effects/policy-engine/problem-sentence.ts';
import { visibleLine } from '../../lib/text/text.ts';

/** Returns the path of a file in a folder, as it is shown to the user. */
export const placed = (folder: string, file: string): string => join(folder, file);

/** Advice by problem code, for problems that are caused by a limit of the command. */
const remedies: ReadonlyMap<string, string> = new Map([
  ['timeout', 'Allow more time with --timeout, such as --timeout 30s.'],
  ['memory', 'Allow more memory with TIPSTAFF_POLICY_ENGINE_MEMORY, in MiB.'],
]);

/** Formats a problem as `policies/a.rego:3:5: message. Hint.` */
export function problemLine(folder: string, problem: PolicyProblem): string {
  const { file, code } = problem;
  const hint = problem.hint ?? remedies.get(code);
  const isPath = file !== undefined && file !== 'query';
  const sentence = problemSentence({
    ...problem,
    ...(isPath && { file: placed(folder, file) }),
    ...(hint !== undefined && { hint }),
  });
  return visibleLine(sentence);
}
