// The workspaces of an organization.
import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { workspaceList } from '../../api/list-specs.ts';
import { canManageWorkspaces, organizationQuery } from '../../api/organizations.ts';
import { projectsQuery, workspacesQuery } from '../../api/workspaces.ts';
import { EmptyList } from '../../components/empty-list.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Page } from '../../components/page.tsx';
import { Together } from '../../components/together.tsx';
import { useList } from '../../components/use-list.ts';
import { t } from '../../texts/workspaces.ts';
import { projectColumn, workspaceColumns } from './columns.tsx';
import { creationOf } from './commands.ts';
import { NewWorkspace } from './new-workspace.tsx';

const route = getRouteApi('/app/organizations/$organization/workspaces');

export function Workspaces() {
  const { organization } = route.useParams();
  const list = useList(route, (search) => workspacesQuery(organization, search));
  const { data: projects } = useQuery(projectsQuery(organization, { size: 100 }));
  const record = useQuery(organizationQuery(organization)).data?.data;
  const mayCreate = record !== undefined && canManageWorkspaces(record);
  const [isCreating, { open, close }] = useDisclosure(false);
  const options = projects?.data.map(({ id, attributes }) => ({ value: id, label: attributes.name })) ?? [];
  return (
    <Page
      title={t.title}
      intro={t.intro}
      actions={
        <Group gap="xs">
          <ButtonLink variant="default" to="/app/organizations/$organization/projects" params={{ organization }}>
            {t.projects}
          </ButtonLink>
          {mayCreate && <Button onClick={open}>{t.create}</Button>}
        </Group>
      }
    >
      <FormDialog title={t.create} isOpen={isCreating} onClose={close}>
        <NewWorkspace organization={organization} onClose={close} />
      </FormDialog>
      <Together>
        <ListView
          what={t.what}
          spec={workspaceList}
          {...list}
          columns={[...workspaceColumns(organization), projectColumn(organization)]}
          nameOf={({ attributes }) => attributes.name}
          filters={[{ name: 'project', label: t.project, options }]}
          empty={
            <EmptyList
              text={t.none}
              hint={mayCreate ? t.noneHintCreate : t.noneHint}
              command={creationOf(organization, 'workspaces')}
            />
          }
        />
      </Together>
    </Page>
  );
}
