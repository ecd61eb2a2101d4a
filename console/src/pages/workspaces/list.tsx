// Page of an organization's workspaces.
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { workspaceList } from '../../api/list-specs.ts';
import { canManageWorkspaces, organizationQuery } from '../../api/organizations.ts';
import { evaluatedWorkspacesQuery, projectsQuery } from '../../api/workspaces.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { ListView } from '../../components/list-view.tsx';
import { LoadTogether } from '../../components/load-together.tsx';
import { Page } from '../../components/page.tsx';
import { useList } from '../../components/use-list.ts';
import { useNewRecord } from '../../components/use-new-record.ts';
import { moduleFilters, projectColumn, statusFilter, workspaceColumns } from './columns.tsx';
import { creationOf } from './commands.ts';
import { NewWorkspace } from './new-workspace.tsx';

const route = getRouteApi('/app/organizations/$organization/workspaces');

export function Workspaces() {
  const { organization } = route.useParams();
  const list = useList(route, (search) => evaluatedWorkspacesQuery(organization, search));
  const { data: projects } = useQuery(projectsQuery(organization, { size: 100 }));
  const record = useQuery(organizationQuery(organization)).data?.data;
  const mayCreate = record !== undefined && canManageWorkspaces(record);
  const [isCreating, { open, close }] = useNewRecord();
  const options = projects?.data.map(({ id, attributes }) => ({ value: id, label: attributes.name })) ?? [];
  return (
    <Page
      title="Workspaces"
      intro="Workspaces that policy sets apply to. Their runs and state are managed by other tools."
      actions={
        <Group gap="xs">
          <ButtonLink variant="default" to="/app/organizations/$organization/projects" params={{ organization }}>
            Projects
          </ButtonLink>
          {mayCreate && <Button onClick={open}>New workspace</Button>}
        </Group>
      }
    >
      <FormDialog title="New workspace" isOpen={isCreating} onClose={close}>
        <NewWorkspace organization={organization} onClose={close} />
      </FormDialog>
      <LoadTogether>
        <ListView
          what="workspaces"
          spec={workspaceList}
          {...list}
          columns={[...workspaceColumns(organization), projectColumn(organization)]}
          nameOf={({ attributes }) => attributes.name}
          isCompact
          filters={[statusFilter, { name: 'project', label: 'Project', options }, ...moduleFilters]}
          empty={mayCreate ? 'No workspace is registered yet.' : 'There are no workspaces that you can see.'}
          hint={
            mayCreate
              ? 'Press “New workspace”, or register a workspace with this request.'
              : 'This request registers a workspace.'
          }
          command={creationOf(organization)}
        />
      </LoadTogether>
    </Page>
  );
}
