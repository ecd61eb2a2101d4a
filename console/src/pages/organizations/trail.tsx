import { PageLink } from '../../components/links.tsx';

/** The link from a page of an organization to its overview. */
export const OrganizationLink = ({ organization }: { readonly organization: string }) => (
  <PageLink to="/app/organizations/$organization" params={{ organization }} style={{ overflowWrap: 'anywhere' }}>
    {organization}
  </PageLink>
);

/** The links from what belongs to the teams of an organization. */
export const teamsTrail = (organization: string) => [
  <OrganizationLink key="organization" organization={organization} />,
  <PageLink key="teams" to="/app/organizations/$organization/teams" params={{ organization }}>
    Teams
  </PageLink>,
];
