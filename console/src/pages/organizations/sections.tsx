// Links between pages that share a navigation entry.
import { SectionLinks } from '../../components/section-links.tsx';

interface SectionsProps {
  readonly organization: string;
}

const inOrganization = (organization: string) => {
  const base = `/app/organizations/${encodeURIComponent(organization)}`;
  return (label: string, path: string) => ({ label, path: `${base}/${path}` });
};

/** Links between the pages about members, teams and permissions. */
export function PeopleSections({ organization }: SectionsProps) {
  const to = inOrganization(organization);
  const sections = [to('Members', 'members'), to('Teams', 'teams'), to('Permissions of all teams', 'permissions')];
  return <SectionLinks label="People" sections={sections} />;
}

/** Links between the pages about an organization's settings and tokens, for its owners. */
export function SettingsSections({ organization }: SectionsProps) {
  const to = inOrganization(organization);
  return <SectionLinks label="Settings" sections={[to('Settings', 'settings'), to('API tokens', 'tokens')]} />;
}
