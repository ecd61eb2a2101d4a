// List of the workspaces that a policy set applies to. The service determines them from the set's scope.
import { getRouteApi } from '@tanstack/react-router';
import { applicableList } from '../../api/list-specs.ts';
import { applicableQuery, type Workspace } from '../../api/policy-set-scope.ts';
import type { Column } from '../../components/data-table.tsx';
import { ListView } from '../../components/list-view.tsx';
import { useList } from '../../components/use-list.ts';
import { PolicySetPage } from './frame.tsx';

const route = getRouteApi('/app/organizations/$organization/policy-sets/$set/applies-to');

const columns: readonly Column<Workspace>[] = [
  { id: 'name', header: 'Workspace', cell: ({ attributes }) => attributes.name },
  { id: 'description', header: 'Description', cell: ({ attributes }) => attributes.description ?? '' },
];

/** Page that lists the workspaces to which a policy set applies. */
export function ApplicableWorkspaces() {
  const { set } = route.useParams();
  const list = useList(route, (search) => applicableQuery(set, search));
  return (
    <PolicySetPage>
      {({ attributes }) => (
        <ListView
          what="workspaces"
          spec={applicableList}
          {...list}
          columns={columns}
          nameOf={({ attributes }) => attributes.name}
          empty={
            attributes.global
              ? 'The policy set applies to everything that is not excluded. Currently, no workspace matches.'
              : 'The policy set currently applies to no workspace. Add workspaces, projects or tags, or let it apply to everything.'
          }
        />
      )}
    </PolicySetPage>
  );
}
