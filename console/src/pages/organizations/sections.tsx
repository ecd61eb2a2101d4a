// Links between the pages of one entry of the navigation.
import { SectionLinks } from '../../components/section-links.tsx';
import { t } from '../../texts/navigation.ts';

interface SectionsProps {
  readonly organization: string;
}

const inOrganization = (organization: string) => {
  const base = `/app/organizations/${encodeURIComponent(organization)}`;
  return (label: string, path: string) => ({ label, path: `${base}/${path}` });
};

/** The members, the teams, and what the teams may do. */
export function PeopleSections({ organization }: SectionsProps) {
  const to = inOrganization(organization);
  const sections = [to(t.members, 'members'), to(t.teams, 'teams'), to(t.permissions, 'permissions')];
  return <SectionLinks label={t.people} sections={sections} />;
}

/** The settings and the tokens of an organization, for its owners. */
export function SettingsSections({ organization }: SectionsProps) {
  const to = inOrganization(organization);
  return <SectionLinks label={t.settings} sections={[to(t.settings, 'settings'), to(t.tokens, 'tokens')]} />;
}
