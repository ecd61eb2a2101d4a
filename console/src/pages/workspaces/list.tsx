// The workspaces of an organization.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { workspaceList } from '../../api/list-specs.ts';
import { projectsQuery, workspacesQuery } from '../../api/workspaces.ts';
import { EmptyList } from '../../components/empty-list.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Page } from '../../components/page.tsx';
import { Together } from '../../components/together.tsx';
import { t } from '../../texts/workspaces.ts';
import { projectColumn, workspaceColumns } from './columns.tsx';
import { creationOf } from './commands.ts';

const route = getRouteApi('/app/organizations/$organization/workspaces');

export function Workspaces() {
  const { organization } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(workspacesQuery(organization, search));
  const { data: projects } = useQuery(projectsQuery(organization, { size: 100 }));
  const options = projects?.data.map(({ id, attributes }) => ({ value: id, label: attributes.name })) ?? [];
  return (
    <Page
      title={t.title}
      intro={t.intro}
      actions={
        <ButtonLink variant="default" to="/app/organizations/$organization/projects" params={{ organization }}>
          {t.projects}
        </ButtonLink>
      }
    >
      <Together>
        <ListView
          what={t.what}
          spec={workspaceList}
          search={search}
          onSearch={(next) => navigate({ search: next })}
          query={query}
          columns={[...workspaceColumns(organization), projectColumn(organization)]}
          nameOf={({ attributes }) => attributes.name}
          filters={[{ name: 'project', label: t.project, options }]}
          empty={<EmptyList text={t.none} hint={t.noneHint} command={creationOf(organization, 'workspaces')} />}
        />
      </Together>
    </Page>
  );
}
