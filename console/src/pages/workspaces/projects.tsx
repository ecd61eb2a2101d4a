// Page of an organization's projects.
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, linkOptions } from '@tanstack/react-router';
import { projectList } from '../../api/list-specs.ts';
import { canManageProjects, organizationQuery } from '../../api/organizations.ts';
import { type Project, projectsQuery } from '../../api/workspaces.ts';
import { type Column, nameColumn } from '../../components/data-table.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { PageLink } from '../../components/links.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Page } from '../../components/page.tsx';
import { useList } from '../../components/use-list.ts';
import { useNewRecord } from '../../components/use-new-record.ts';
import { wrapped } from '../../components/wrapped.tsx';
import { NewProject } from './new-project.tsx';

const route = getRouteApi('/app/organizations/$organization/projects');

const columns = (organization: string): readonly Column<Project>[] => [
  nameColumn('Name', ({ id }) =>
    linkOptions({ to: '/app/organizations/$organization/projects/$project', params: { organization, project: id } }),
  ),
  { id: 'description', header: 'Description', cell: ({ attributes }) => wrapped(attributes.description) },
];

export function Projects() {
  const { organization } = route.useParams();
  const list = useList(route, (search) => projectsQuery(organization, search));
  const record = useQuery(organizationQuery(organization)).data?.data;
  const mayCreate = record !== undefined && canManageProjects(record);
  const [isCreating, { open, close }] = useNewRecord();
  return (
    <Page
      title="Projects"
      intro="A project groups workspaces. Workspaces inherit the tags of their project, unless they have their own tag with the same key."
      trail={
        <PageLink to="/app/organizations/$organization/workspaces" params={{ organization }}>
          Workspaces
        </PageLink>
      }
      actions={mayCreate && <Button onClick={open}>New project</Button>}
    >
      <FormDialog title="New project" isOpen={isCreating} onClose={close}>
        <NewProject organization={organization} onClose={close} />
      </FormDialog>
      <ListView
        what="projects"
        spec={projectList}
        {...list}
        columns={columns(organization)}
        nameOf={({ attributes }) => attributes.name}
        empty="There are no projects that you can see."
      />
    </Page>
  );
}
