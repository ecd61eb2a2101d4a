// Sentences about the reasons why findings of a failed policy are new.
import { shortened } from '../../lib/text/text.ts';
import type { NewFinding, NewReason } from './answers.ts';

/** Maximum number of names in a sentence, and maximum length of each name in characters. */
const [maxNames, maxName] = [10, 200];

const sentences: Readonly<Record<NewReason, (names: readonly string[]) => string>> = {
  changed: (names) => `the plan shows a change of ${listed(names)}, which this policy reads`,
  created: () => 'the plan creates the resource',
  deleted: () => 'the plan deletes the resource',
  'depends-on-change': () => 'it depends on something else that the plan changes',
  deposed: () => 'the resource has a deposed object',
  forgotten: () => 'the plan removes the resource from the state without deleting it',
  imported: () => 'the plan imports the resource',
  'no-address': () => 'the finding names no address of the plan',
  'no-prior-state': () => 'the plan contains no prior_state',
  'not-before': () => 'it was not present before the plan',
  'not-evaluated': () => 'the evaluations that look for old findings failed or reached a limit',
  'not-managed': () => 'the finding names a data source',
  'not-moved': () =>
    'the plan deletes a resource with the same finding and creates this one: if it was renamed, write a `moved` block',
  reads: (names) => `this policy reads ${membersText(names)}`,
  replaced: () => 'the plan replaces the resource',
  'several-addresses': () => 'the finding can belong to several resources of the plan',
};

/** Reasons that are explained even if the policy would not report the finding for a plan that changes nothing. */
const alwaysExplained: readonly NewReason[] = ['no-prior-state', 'not-evaluated', 'not-moved'];

/** A new finding with the sentence that explains why it is new. */
export interface ExplainedFinding extends NewFinding {
  /**
   * Reason in lower case and without a full stop. Null if the reason is obvious, because the policy would not report the
   * finding for a plan that changes nothing.
   */
  readonly message: string | null;
}

export function withExplanation(finding: NewFinding): ExplainedFinding {
  const { reason, names, 'same-before': isSame } = finding;
  return { ...finding, message: isSame || alwaysExplained.includes(reason) ? sentences[reason](names) : null };
}

/**
 * Explains why no finding of a policy is ever old. `names` is the value of `never-old` in the answer to a code check.
 */
export const neverOldSentence = (names: readonly string[]): string =>
  `reads ${membersText(names)}, so its findings are never old with enforce-new`;

/** Descriptions of the plan members whose names are not clear on their own. */
const memberNames: Readonly<Record<string, string>> = {
  '': 'the plan as a whole',
  configuration: 'the configuration',
  data: 'data sources',
  outputs: 'outputs',
  variables: 'the variables',
};

const membersText = (names: readonly string[]): string => listed(names.map((name) => memberNames[name] ?? name));

function listed(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).map((name) => shortened(name, maxName));
  const left = names.length - shown.length;
  if (left > 0) return `${shown.join(', ')} and ${left} more`;
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}` : (shown[0] ?? '');
}
