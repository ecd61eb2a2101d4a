// The projects of an organization.
import { getRouteApi, linkOptions } from '@tanstack/react-router';
import { projectList } from '../../api/list-specs.ts';
import { type Project, projectsQuery } from '../../api/workspaces.ts';
import { type Column, nameColumn } from '../../components/data-table.tsx';
import { EmptyList } from '../../components/empty-list.tsx';
import { PageLink } from '../../components/links.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Page } from '../../components/page.tsx';
import { useList } from '../../components/use-list.ts';
import { wrapped } from '../../components/wrapped.tsx';
import { t } from '../../texts/workspaces.ts';
import { creationOf } from './commands.ts';

const route = getRouteApi('/app/organizations/$organization/projects');

const columns = (organization: string): readonly Column<Project>[] => [
  nameColumn(t.name, ({ id }) =>
    linkOptions({ to: '/app/organizations/$organization/projects/$project', params: { organization, project: id } }),
  ),
  { id: 'description', header: t.description, cell: ({ attributes }) => wrapped(attributes.description) },
];

export function Projects() {
  const { organization } = route.useParams();
  const list = useList(route, (search) => projectsQuery(organization, search));
  return (
    <Page
      title={t.projects}
      intro={t.projectsIntro}
      trail={
        <PageLink to="/app/organizations/$organization/workspaces" params={{ organization }}>
          {t.title}
        </PageLink>
      }
    >
      <ListView
        what={t.whatProjects}
        spec={projectList}
        {...list}
        columns={columns(organization)}
        nameOf={({ attributes }) => attributes.name}
        empty={<EmptyList text={t.noProjects} hint={t.noProjectsHint} command={creationOf(organization, 'projects')} />}
      />
    </Page>
  );
}
