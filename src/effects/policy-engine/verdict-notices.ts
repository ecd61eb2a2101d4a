import { withFullStop } from '../../lib/text/text.ts';
import type { PolicyProblem } from './answers.ts';
import { problemSentence } from './problem-sentence.ts';

/** Codes of warnings that affect a verdict, because something that the policy needs is missing or could not be read. */
const noticeCodes: ReadonlySet<string> = new Set(['builtin_failed', 'missing_run', 'undefined_reference']);

/** Returns notices about a policy's verdict. Each notice begins with the name of the policy. */
export const verdictNotices = (policy: string, problems: readonly PolicyProblem[]): readonly string[] =>
  problems
    .filter(({ code, severity }) => severity === 'warning' && noticeCodes.has(code))
    .map((problem) => verdictNotice(policy, problemSentence(problem)));

/** Returns a notice: the policy's name and a sentence. */
export const verdictNotice = (policy: string, sentence: string): string => withFullStop(`${policy}: ${sentence}`);
