// Settings that the command palette finds, by their labels and names.
import { IconSettings } from '@tabler/icons-react';
import { isSettingsGroup, type SettingsGroup, settingsGroup } from '../api/settings.ts';
import { organizationSettingLabels } from '../texts/organization-settings.ts';
import { textOf } from '../texts/settings.ts';
import { settingsGroupTexts } from '../texts/settings-groups.ts';
import type { ShownGroups } from './area.ts';
import type { Entry } from './palette-entries.ts';

const common = { group: 'Settings', icon: IconSettings } as const;

/** Name of a setting as words. People know some settings by their names in the API. */
const wordsOf = (name: string): string => `${name} ${name.replaceAll('-', ' ')}`;

/** Entries of a settings group of the site, and of its settings. */
function siteSettingsIn(group: SettingsGroup): readonly Entry[] {
  const title = settingsGroupTexts[group];
  const opens = { path: group === 'oidc-sign-in' ? '/app/site/identity-providers' : `/app/site/settings/${group}` };
  const keywords = `${wordsOf(group)} ${textOf(`${group}-about`) ?? ''}`;
  return [
    { ...common, id: `setting ${group}`, label: title, kind: 'Site settings', keywords, opens },
    ...settingsGroup(group).fields.map(({ name }) => ({
      ...common,
      id: `setting ${group} ${name}`,
      label: textOf(name) ?? name,
      kind: `Site settings: ${title}`,
      keywords: wordsOf(name),
      opens,
    })),
  ];
}

const ofOrganization = (path: string, organization: string): readonly Entry[] =>
  Object.entries(organizationSettingLabels).map(([name, label]) => ({
    ...common,
    id: `setting ${name}`,
    label,
    kind: `Settings of ${organization}`,
    keywords: wordsOf(name),
    opens: { path },
  }));

/** Settings of the current organization and of the site. Settings on pages that the user cannot open are left out. */
export function settingsOf({ organization, site }: ShownGroups): readonly Entry[] {
  const own = organization.entries.find(({ path }) => path.endsWith('/settings'));
  return [
    ...(own === undefined ? [] : ofOrganization(own.path, organization.title)),
    ...(site.entries.length === 0
      ? []
      : Object.keys(settingsGroupTexts).filter(isSettingsGroup).flatMap(siteSettingsIn)),
  ];
}
