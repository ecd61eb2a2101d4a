// Links between the pages of one entry of the navigation.
import { SectionLinks } from '../../components/section-links.tsx';

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
  const sections = [to('Members', 'members'), to('Teams', 'teams'), to('Permissions of all teams', 'permissions')];
  return <SectionLinks label="People" sections={sections} />;
}

/** The settings and the tokens of an organization, for its owners. */
export function SettingsSections({ organization }: SectionsProps) {
  const to = inOrganization(organization);
  return <SectionLinks label="Settings" sections={[to('Settings', 'settings'), to('API tokens', 'tokens')]} />;
}
