import { visibleLine } from '../../lib/text.ts';
import type { InputAnswer, PolicyProblem } from './answers.ts';

/** The versions of the format whose members policies know. */
const knownFormat = /^[01]\.\d{1,3}$/;

const problem = (code: string, message: string): PolicyProblem => ({ code, severity: 'error', message, file: 'plan' });

/** Why an input has no plan that policies can be evaluated with. */
export function planProblems({
  'format-version': version,
  'resource-changes': changes,
}: InputAnswer): readonly PolicyProblem[] {
  if (changes === undefined) {
    return [
      problem(
        'no_resource_changes',
        'this is no plan: it has no resource_changes; "show -json" of a saved plan writes one',
      ),
    ];
  }
  if (version === undefined || !knownFormat.test(version)) {
    const shown =
      version === undefined ? 'no format_version' : `the unknown format_version ${visibleLine(version.slice(0, 50))}`;
    return [problem('unknown_format', `the plan has ${shown}; known are 0.x and 1.x`)];
  }
  return [];
}
