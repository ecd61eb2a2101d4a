// Page of the teams that have access to a workspace.
import { LoadTogether } from '../../components/load-together.tsx';
import { PlaceAccess } from '../access/access-sections.tsx';
import { WorkspaceFrame } from './frame.tsx';

export const WorkspaceAccess = () => (
  <WorkspaceFrame>
    {({ workspace: { id }, project }, organization) => (
      <LoadTogether>
        <PlaceAccess organization={organization} kind="workspace" id={id} project={project} />
      </LoadTogether>
    )}
  </WorkspaceFrame>
);
