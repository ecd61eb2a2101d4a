import { withFullStop } from '../../lib/text/text.ts';
import type { PolicyProblem } from './answers.ts';
import { problemSentence } from './problem-sentence.ts';

/** Codes of warnings about a verdict: something that the policy needs was missing, or could not be read. */
const noticeCodes: ReadonlySet<string> = new Set(['builtin_failed', 'undefined_reference']);

/** Notices about the verdict of a policy, in sentences that name the policy. */
export const verdictNotices = (policy: string, problems: readonly PolicyProblem[]): readonly string[] =>
  problems
    .filter(({ code, severity }) => severity === 'warning' && noticeCodes.has(code))
    .map((problem) => verdictNotice(policy, problemSentence(problem)));

/** The notice with a sentence about a policy. */
export const verdictNotice = (policy: string, sentence: string): string => withFullStop(`${policy}: ${sentence}`);
