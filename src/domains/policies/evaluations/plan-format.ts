import type { InputAnswer, PolicyProblem } from '../../../effects/policy-engine/answers.ts';

/** The major versions of the plan format whose documents policies can rely on. */
const knownVersion = /^(0\.[12]|1\.\d+)$/;

const problem = (message: string, hint: string): PolicyProblem => ({ code: 'plan', severity: 'error', message, hint });

const howTo = 'Send the output of terraform show -json <plan file>.';

/** Why a document is no plan, though it is JSON. */
export function planProblems({
  'format-version': version,
  'resource-changes': changes,
}: InputAnswer): readonly PolicyProblem[] {
  if (version === undefined) return [problem('The plan has no format_version.', howTo)];
  if (!knownVersion.test(version)) return [problem(`The plan has the unknown format_version ${version}.`, howTo)];
  if (changes === undefined) return [problem('The plan has no resource_changes.', howTo)];
  return [];
}
