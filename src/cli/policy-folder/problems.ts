// Problems of policies as lines for people.
import { join } from 'node:path';
import type { PolicyProblem } from '../../effects/policy-engine/answers.ts';
import { problemSentence } from '../../effects/policy-engine/problem-sentence.ts';
import { visibleLine } from '../../lib/text/text.ts';

/** A file of a folder by the path that it has for the user. */
export const placed = (folder: string, file: string): string => join(folder, file);

/** `policies/a.rego:3:5: message. Hint.` */
export function problemLine(folder: string, problem: PolicyProblem): string {
  const { file } = problem;
  const isPath = file !== undefined && file !== 'query';
  const sentence = problemSentence(isPath ? { ...problem, file: placed(folder, file) } : problem);
  return visibleLine(sentence);
}
