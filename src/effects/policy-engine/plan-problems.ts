import { sentenceCase, visibleLine, withFullStop } from '../../lib/text/text.ts';
import type { InputAnswer, PolicyProblem } from './answers.ts';

/** Versions of the plan format that policies support. */
const knownFormat = /^[01]\.\d{1,3}$/;

const problem = (code: string, message: string): PolicyProblem => ({ code, severity: 'error', message, file: 'plan' });

/** Returns the reasons why policies cannot be evaluated against this plan. */
export function planProblems({
  'format-version': version,
  'resource-changes': changes,
}: InputAnswer): readonly PolicyProblem[] {
  if (changes === undefined) {
    return [
      problem(
        'no_resource_changes',
        'the document has no resource_changes, so it is not a plan: convert a saved plan to JSON with "show -json", or check a state with "tipstaff check --state"',
      ),
    ];
  }
  if (version === undefined || !knownFormat.test(version)) {
    const shown =
      version === undefined ? 'no format_version' : `the unknown format_version ${visibleLine(version.slice(0, 50))}`;
    return [problem('unknown_format', `the plan has ${shown}, and only the versions 0.x and 1.x are supported`)];
  }
  return [];
}

/** Returns the reason why changes are missing from a plan, or undefined if it is complete. */
const gapIn = ({ errored, deferred, 'resource-changes': changes }: InputAnswer): string | undefined => {
  if (changes === undefined) return undefined;
  if (errored === true) return 'planning failed, so changes may be missing from the plan ("errored" is true)';
  return deferred === true ? 'some changes are deferred to another plan ("complete" is false)' : undefined;
};

/** Returns the problems of `planProblems`, and another problem if the plan is incomplete. */
export function completePlanProblems(input: InputAnswer): readonly PolicyProblem[] {
  const gap = gapIn(input);
  const problems = planProblems(input);
  return gap === undefined
    ? problems
    : [...problems, problem('incomplete_plan', `${gap}, and complete plans are required`)];
}

/** Returns notices about an incomplete plan. */
export function planNotices(input: InputAnswer): readonly string[] {
  const gap = gapIn(input);
  return gap === undefined ? [] : [`${withFullStop(sentenceCase(gap))} The policies only saw the other changes.`];
}
