// Common layout of the exception pages, and the permissions of the user on these pages.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { canManagePolicies, canOverride, exemptionMaxDays, organizationQuery } from '../../api/organizations.ts';
import { LoadTogether } from '../../components/load-together.tsx';
import { Page } from '../../components/page.tsx';
import { Section, type SectionProps } from '../../components/section.tsx';
import { SectionLinks } from '../../components/section-links.tsx';

interface Rights {
  readonly organization: string;
  /** Whether the user can override results, create exemptions and delegate the permission to override. */
  readonly mayOverride: boolean;
  /** Whether the user can see policies. */
  readonly isManager: boolean;
  /** Whether exemptions are only created by granting requests. */
  readonly needsRequest: boolean;
  /** Maximum duration of exemptions in days. Null if there is none. */
  readonly maxDays: number | null;
}

/** Returns the user's permissions in the organization and its rules for exemptions. While loading, all are false. */
export function useRights(): Rights {
  const { organization = '' } = useParams({ strict: false });
  const { data } = useQuery(organizationQuery(organization));
  return {
    organization,
    mayOverride: data !== undefined && canOverride(data.data),
    isManager: data !== undefined && canManagePolicies(data.data),
    needsRequest: data?.data.attributes['exemptions-need-request'] ?? false,
    maxDays: data === undefined ? null : exemptionMaxDays(data.data),
  };
}

/** Layout of the lists, each of which is a section. It links only to the lists that the user may see. */
export function ExceptionsFrame(section: SectionProps) {
  const { organization, mayOverride, isManager } = useRights();
  const base = `/app/organizations/${encodeURIComponent(organization)}/exceptions`;
  const sees = mayOverride || isManager;
  const sections = [
    ...(sees ? [{ label: 'Exemptions', path: base }] : []),
    { label: 'Requests', path: `${base}/requests` },
    { label: 'Overrides', path: `${base}/overrides` },
    ...(sees ? [{ label: 'Approvals', path: `${base}/approvals` }] : []),
    ...(mayOverride ? [{ label: 'Delegations', path: `${base}/delegations` }] : []),
  ];
  return (
    <Page
      title="Exceptions"
      intro={
        sees
          ? 'Exemptions from policies and requests for them, overridden evaluations, approvals of findings, and the teams that can override policies in single workspaces or projects.'
          : 'Your requests for exemptions from policies, and the overridden evaluations that you can see.'
      }
    >
      <LoadTogether gap="lg">
        <SectionLinks label="Exception pages" sections={sections} />
        <Section {...section} />
      </LoadTogether>
    </Page>
  );
}
