// Page of the teams that have access to a workspace.
import { getRouteApi } from '@tanstack/react-router';
import { LoadTogether } from '../../components/load-together.tsx';
import { PlaceAccess } from '../access/access-sections.tsx';
import { WorkspaceFrame } from './frame.tsx';

const route = getRouteApi('/app/organizations/$organization/workspaces/$workspace/access');

export function WorkspaceAccess() {
  const { organization } = route.useParams();
  return (
    <WorkspaceFrame>
      {({ workspace: { id }, project }) => (
        <LoadTogether>
          <PlaceAccess organization={organization} kind="workspace" id={id} project={project} />
        </LoadTogether>
      )}
    </WorkspaceFrame>
  );
}
