// Common layout of the pages about a workspace, with its name and links to the sections.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { boot } from '../../api/boot.ts';
import { canManagePolicies, organizationQuery } from '../../api/organizations.ts';
import { type WorkspaceFacts, workspaceQuery } from '../../api/workspaces.ts';
import { PageLink } from '../../components/links.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { SectionLinks } from '../../components/section-links.tsx';

/** Whether the user can manage policies in the organization. */
export const useIsManager = (organization: string): boolean => {
  const { data } = useQuery(organizationQuery(organization));
  return data !== undefined && canManagePolicies(data.data);
};

const useSections = (organization: string, id: string) => {
  const isManager = useIsManager(organization);
  const base = `/app/organizations/${encodeURIComponent(organization)}/workspaces/${id}`;
  return [
    { label: 'Policy sets', path: base },
    { label: 'Evaluations', path: `${base}/evaluations` },
    ...(boot.edition === 'self-hosted' ? [] : [{ label: 'Modules', path: `${base}/modules` }]),
    ...(isManager ? [{ label: 'Exemptions', path: `${base}/exemptions` }] : []),
    { label: 'Access', path: `${base}/access` },
  ];
};

interface WorkspaceFrameProps {
  readonly children: (facts: WorkspaceFacts, organization: string) => ReactNode;
}

export function WorkspaceFrame({ children }: WorkspaceFrameProps) {
  const { organization = '', workspace: id = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(workspaceQuery(id));
  const sections = useSections(organization, id);
  return (
    <Page
      title={data?.workspace.attributes.name ?? '…'}
      trail={
        <PageLink to="/app/organizations/$organization/workspaces" params={{ organization }}>
          Workspaces
        </PageLink>
      }
    >
      {data === undefined && <QueryState data={data} error={error} refetch={refetch} />}
      {data !== undefined && (
        <>
          <SectionLinks label="Workspace pages" sections={sections} />
          {children(data, organization)}
        </>
      )}
    </Page>
  );
}
