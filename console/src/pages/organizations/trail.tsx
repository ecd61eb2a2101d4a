import { PageLink } from '../../components/links.tsx';

/** Breadcrumb link to an organization's overview page. */
export const OrganizationLink = ({ organization }: { readonly organization: string }) => (
  <PageLink to="/app/organizations/$organization" params={{ organization }} style={{ overflowWrap: 'anywhere' }}>
    {organization}
  </PageLink>
);

/** Breadcrumb links for pages below an organization's list of teams. */
export const teamsTrail = (organization: string) => [
  <OrganizationLink key="organization" organization={organization} />,
  <PageLink key="teams" to="/app/organizations/$organization/teams" params={{ organization }}>
    Teams
  </PageLink>,
];
