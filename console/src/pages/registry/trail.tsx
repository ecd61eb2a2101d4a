import { PageLink } from '../../components/links.tsx';
import { OrganizationLink } from '../organizations/trail.tsx';

/** Breadcrumb links for pages below an organization's module registry. */
export const registryTrail = (organization: string) => [
  <OrganizationLink key="organization" organization={organization} />,
  <PageLink key="registry" to="/app/organizations/$organization/registry" params={{ organization }}>
    Registry
  </PageLink>,
];
