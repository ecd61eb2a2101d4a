// Lists the old findings of a policy, which do not block a plan.
import { listOfNames } from '../../lib/text/text.ts';
import { memberText } from './member-text.ts';
import { addressOf } from './resource-address.ts';

/** Phrase that describes old findings to users. */
export const presentBefore = 'present before this plan, and not blocking';

export const oldHeading = `Old: ${presentBefore}`;

/** Maximum number of old findings in the list. */
const maxListed = 5;

/** Returns the address of an old finding, or its text if it has no clear address. */
export const oldText = (member: unknown): string => addressOf(member) ?? memberText(member);

/**
 * Returns the texts of the first old findings, and the number of the others. `count` is the number of all old findings.
 */
export function oldLines(
  old: readonly unknown[],
  count: number,
  textOf: (member: unknown, index: number) => string = oldText,
): readonly string[] {
  const shown = old.slice(0, maxListed).map(textOf);
  const left = count - shown.length;
  return [...shown, ...(left > 0 ? [`and ${left} more`] : [])];
}

/** Formats a finding as text, with the explanation why it is new if there is one. */
export const newText = (member: unknown, explanation: string | null | undefined): string =>
  explanation ? `${memberText(member)} (new: ${explanation})` : memberText(member);

/** Properties of an outcome that the notice about old findings needs. */
interface WithOldFindings {
  readonly policy_name: string;
  readonly old_output_count: number;
}

/** Returns a notice with the policies of a set that have old findings, and the number of their old findings. */
export function oldNotices(set: string, outcomes: readonly WithOldFindings[]): readonly string[] {
  const names = outcomes.flatMap(({ policy_name: name, old_output_count: count }) =>
    count > 0 ? [`${name} (${count})`] : [],
  );
  if (names.length === 0) return [];
  return [
    `These policies have findings that were present before this plan and do not block it: ${listOfNames(names)} (policy set ${set}).`,
  ];
}
