// Common layout of the pages about a project, with its name, its facts, and links to the sections.
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Project, projectQuery } from '../../api/workspaces.ts';
import { Fact, Facts } from '../../components/fact.tsx';
import { PageLink } from '../../components/links.tsx';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';
import { SectionLinks } from '../../components/section-links.tsx';
import { Tags } from './tags.tsx';

const sectionsOf = (organization: string, id: string) => {
  const base = `/app/organizations/${encodeURIComponent(organization)}/projects/${id}`;
  return [
    { label: 'Policy sets', path: base },
    { label: 'Workspaces', path: `${base}/workspaces` },
    { label: 'Access', path: `${base}/access` },
  ];
};

interface ProjectFrameProps {
  readonly children: (project: Project, organization: string) => ReactNode;
}

export function ProjectFrame({ children }: ProjectFrameProps) {
  const { organization = '', project: id = '' } = useParams({ strict: false });
  const { data, error, refetch } = useQuery(projectQuery(id));
  const description = data?.project.attributes.description ?? '';
  return (
    <Page
      title={data?.project.attributes.name ?? '…'}
      trail={
        <PageLink to="/app/organizations/$organization/projects" params={{ organization }}>
          Projects
        </PageLink>
      }
    >
      {data === undefined && <QueryState data={data} error={error} refetch={refetch} />}
      {data !== undefined && (
        <>
          <Facts>
            {description !== '' && <Fact name="Description">{description}</Fact>}
            <Fact name="Tags">
              <Tags tags={data.tags} />
            </Fact>
            <Fact name="Identifier">{id}</Fact>
          </Facts>
          <SectionLinks label="Project pages" sections={sectionsOf(organization, id)} />
          {children(data.project, organization)}
        </>
      )}
    </Page>
  );
}
