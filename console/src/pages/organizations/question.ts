// Asks before a change of an organization's settings that can make more plans fail.
import { type OrganizationPart, tightenedOrganization, unknownWith } from '../../../../client/tightening.ts';
import { askBefore } from '../../components/blocking-question/ask.tsx';
import { unknownValuesEffect } from '../../texts/unknown-values.ts';
import type { SettingsDraft } from './settings-fields.tsx';

const textsOf = (after: SettingsDraft): Readonly<Record<OrganizationPart, string>> => ({
  'evaluated-policies-required': 'A plan that no policy evaluates gets the status “errored”.',
  'complete-plans-required': 'A plan is refused if planning ended with an error or deferred changes to a later plan.',
  'evaluation-workspace-required': 'A plan that names no workspace is refused.',
  'unknown-values': unknownValuesEffect(after['unknown-values']),
});

/**
 * Asks before a change of an organization's settings, if the change can make more plans fail. Throws `Canceled` if the
 * user cancels.
 */
export async function askAboutSettings(
  organization: string,
  before: SettingsDraft,
  after: SettingsDraft,
): Promise<void> {
  const parts = tightenedOrganization(before, after);
  if (parts.length === 0) return;
  const texts = textsOf(after);
  await askBefore({
    organization,
    title: `Change the settings of ${organization}?`,
    changes: parts.map((part) => texts[part]),
    replay: unknownWith('settings of the organization'),
  });
}
