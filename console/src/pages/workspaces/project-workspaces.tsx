// Page that lists the workspaces of a project.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { workspaceList } from '../../api/list-specs.ts';
import { teamAccessQuery } from '../../api/team-access.ts';
import { evaluatedWorkspacesQuery } from '../../api/workspaces.ts';
import { FormButton } from '../../components/form-button.tsx';
import { ListView } from '../../components/list-view.tsx';
import { LoadTogether } from '../../components/load-together.tsx';
import { useList } from '../../components/use-list.ts';
import { moduleFilters, statusFilter, workspaceColumns } from './columns.tsx';
import { NewWorkspace } from './new-workspace.tsx';
import { ProjectFrame } from './project-frame.tsx';

const route = getRouteApi('/app/organizations/$organization/projects/$project/workspaces');

const Grouped = () => {
  const { organization, project } = route.useParams();
  const access = useQuery(teamAccessQuery({ kind: 'project', by: 'project', id: project }, {}));
  const list = useList(route, (search) =>
    evaluatedWorkspacesQuery(organization, { ...search, filter: { ...search.filter, project } }),
  );
  return (
    <>
      {access.data?.meta.abilities?.includes('create-workspaces') === true && (
        <div>
          <FormButton act="New workspace">
            {(close) => <NewWorkspace organization={organization} inProject={project} onClose={close} />}
          </FormButton>
        </div>
      )}
      <ListView
        what="workspaces"
        spec={workspaceList}
        {...list}
        columns={workspaceColumns(organization)}
        isCompact
        filters={[statusFilter, ...moduleFilters]}
        nameOf={({ attributes }) => attributes.name}
        empty="The project has no workspaces that you can see."
      />
    </>
  );
};

export function ProjectWorkspaces() {
  return (
    <ProjectFrame>
      {() => (
        <LoadTogether>
          <Grouped />
        </LoadTogether>
      )}
    </ProjectFrame>
  );
}
