import { PageLink } from '../../components/links.tsx';
import { OrganizationLink } from '../organizations/trail.tsx';

/** Breadcrumb links for pages below the registry of an organization. */
export const registryTrail = (organization: string) => [
  <OrganizationLink key="organization" organization={organization} />,
  <PageLink key="registry" to="/app/organizations/$organization/registry" params={{ organization }}>
    Registry
  </PageLink>,
];
