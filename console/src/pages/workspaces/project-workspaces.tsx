// Page that lists the workspaces of a project.
import { getRouteApi } from '@tanstack/react-router';
import { projectList } from '../../api/list-specs.ts';
import { workspacesQuery } from '../../api/workspaces.ts';
import { EmptyList } from '../../components/empty-list.tsx';
import { ListView } from '../../components/list-view.tsx';
import { useList } from '../../components/use-list.ts';
import { workspaceColumns } from './columns.tsx';
import { ProjectFrame } from './project-frame.tsx';

const route = getRouteApi('/app/organizations/$organization/projects/$project/workspaces');

const Grouped = () => {
  const { organization, project } = route.useParams();
  const list = useList(route, (search) => workspacesQuery(organization, { ...search, filter: { project } }));
  return (
    <ListView
      what="workspaces"
      spec={projectList}
      {...list}
      columns={workspaceColumns(organization)}
      nameOf={({ attributes }) => attributes.name}
      empty={<EmptyList text="The project has no workspaces." />}
    />
  );
};

export function ProjectWorkspaces() {
  return <ProjectFrame>{() => <Grouped />}</ProjectFrame>;
}
