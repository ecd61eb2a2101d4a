// Page of the teams that have access to a project.
import { getRouteApi } from '@tanstack/react-router';
import { LoadTogether } from '../../components/load-together.tsx';
import { PlaceAccess } from '../access/access-sections.tsx';
import { ProjectFrame } from './project-frame.tsx';

const route = getRouteApi('/app/organizations/$organization/projects/$project/access');

export function ProjectAccess() {
  const { organization } = route.useParams();
  return (
    <ProjectFrame>
      {({ id, attributes }) => (
        <LoadTogether>
          <PlaceAccess organization={organization} kind="project" id={id} project={{ id, name: attributes.name }} />
        </LoadTogether>
      )}
    </ProjectFrame>
  );
}
