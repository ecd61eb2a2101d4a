// Page for links from other programs to a workspace. These links contain the name of the workspace instead of its
// identifier.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { namedWorkspaceQuery } from '../../api/workspaces.ts';
import { Page } from '../../components/page.tsx';
import { QueryState } from '../../components/query-state.tsx';

const route = getRouteApi('/app/$organization/workspaces/$workspaceName');

/** Finds the workspace by its name and opens its page. */
export function NamedWorkspace() {
  const { organization, workspaceName } = route.useParams();
  const { data, error, refetch } = useQuery(namedWorkspaceQuery(organization, workspaceName));
  if (data !== undefined) {
    const params = { organization, workspace: data.data.id };
    return <Navigate to="/app/organizations/$organization/workspaces/$workspace" params={params} replace />;
  }
  return (
    <Page title="…">
      <QueryState data={data} error={error} refetch={refetch} />
    </Page>
  );
}
