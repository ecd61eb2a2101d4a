// The frame of the pages of exceptions, and rights of the person there.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { canManagePolicies, canOverride, organizationQuery } from '../../api/organizations.ts';
import { Page } from '../../components/page.tsx';
import { SectionLinks } from '../../components/section-links.tsx';
import { Together } from '../../components/together.tsx';

interface Rights {
  readonly organization: string;
  /** True if the person overrides, exempts and delegates. */
  readonly mayOverride: boolean;
  /** True if the person sees policies. */
  readonly isManager: boolean;
}

/** Rights in the organization of the page; none until they are known. */
export function useRights(): Rights {
  const { organization = '' } = useParams({ strict: false });
  const { data } = useQuery(organizationQuery(organization));
  return {
    organization,
    mayOverride: data !== undefined && canOverride(data.data),
    isManager: data !== undefined && canManagePolicies(data.data),
  };
}

export function ExceptionsFrame({ children }: { readonly children: ReactNode }) {
  const { organization, mayOverride } = useRights();
  const base = `/app/organizations/${encodeURIComponent(organization)}/exceptions`;
  const sections = [
    { label: 'Exemptions', path: base },
    { label: 'Overrides', path: `${base}/overrides` },
    ...(mayOverride ? [{ label: 'Delegations', path: `${base}/delegations` }] : []),
  ];
  return (
    <Page
      title="Exceptions"
      intro="Exemptions from policies, overridden evaluations, and the teams that can override in single workspaces or projects."
    >
      <Together gap="lg">
        <SectionLinks label="Parts of the exceptions" sections={sections} />
        {children}
      </Together>
    </Page>
  );
}
