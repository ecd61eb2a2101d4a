// The workspaces of one project.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { projectList } from '../../api/list-specs.ts';
import { workspacesQuery } from '../../api/workspaces.ts';
import { EmptyList } from '../../components/empty-list.tsx';
import { ListView } from '../../components/list-view.tsx';
import { t } from '../../texts/workspaces.ts';
import { workspaceColumns } from './columns.tsx';
import { ProjectFrame } from './project-frame.tsx';

const route = getRouteApi('/app/organizations/$organization/projects/$project/workspaces');

const Grouped = () => {
  const { organization, project } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(workspacesQuery(organization, { ...search, filter: { project } }));
  return (
    <ListView
      what={t.what}
      spec={projectList}
      search={search}
      onSearch={(next) => navigate({ search: next })}
      query={query}
      columns={workspaceColumns(organization)}
      nameOf={({ attributes }) => attributes.name}
      empty={<EmptyList text={t.noneOfProject} />}
    />
  );
};

export function ProjectWorkspaces() {
  return <ProjectFrame>{() => <Grouped />}</ProjectFrame>;
}
